import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { issueToken } from '../../tokens/commands/issue-token.ts'

interface Account {
  userId: string
  email: string
  name: string
}

/** Mails a link that confirms an account's email. */
export async function requestVerification(tx: Tx, { userId, email, name }: Account): Promise<void> {
  const secret = await issueToken(tx, userId, 'verify_email')
  await record(tx, 'user.verification-requested', { id: userId, to: { email, name }, secret })
}
