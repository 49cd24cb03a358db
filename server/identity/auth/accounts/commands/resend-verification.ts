import type { UserRequest } from '../../../../base/core/context.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { countAccountMail } from '../../limits.ts'
import { findAccount } from '../queries/person.ts'
import { requestVerification } from './request-verification.ts'

/** Mails the caller a new confirmation link; returns false if the address is already confirmed. */
export async function resendVerification(ctx: UserRequest): Promise<{ sent: boolean }> {
  const { userId, email, name } = ctx.actor
  const account = await findAccount(ctx, email)
  if (account?.email_verified_at) return { sent: false }
  await countAccountMail(ctx, email)
  await transact(ctx, (tx) => requestVerification(tx, { userId, email, name }))
  return { sent: true }
}
