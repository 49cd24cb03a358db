import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { issueToken } from './issue-token.ts'

interface Account {
  userId: string
  email: string
  name: string
}

/** Has an account's e-mail confirmed by a link sent to it. */
export async function requestVerification(tx: Tx, { userId, email, name }: Account): Promise<void> {
  const secret = await issueToken(tx, userId, 'verify_email')
  await record(tx, 'user.verification-requested', { id: userId, to: { email, name }, secret })
}
