import type { z } from 'zod'
import type { resetPasswordInput } from '#shared/auth.ts'
import type { RequestCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { asPerson } from '../../core/reach.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { countLinkUse } from '../limits.ts'
import { hashPassword, requireStrongPassword } from '../passwords.ts'
import { findPerson, toPerson } from '../queries/person.ts'
import { consumeToken } from './consume-token.ts'
import { endEarlierAccess } from './end-earlier-access.ts'
import { deleteTokens } from './issue-token.ts'

const TITLE = 'Password Update Failed'

/** Sets a new password by an emailed link and ends all sessions; who is signed in gives the old one instead. */
export async function resetPassword(
  ctx: RequestCtx,
  input: z.output<typeof resetPasswordInput>,
): Promise<{ ok: true }> {
  await countLinkUse(ctx, ctx.request.ip)
  const { token } = input
  if (!token) {
    throw new AppError('UNAUTHORIZED', 'Please open the link in your password email.', {
      reason: 'session_missing',
      title: TITLE,
    })
  }
  await requireStrongPassword(ctx.services.config, input.password, {
    short: 'Password Too Short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password)
  await transact(ctx, async (tx) => {
    const userId = await whosePassword(tx, token)
    await endEarlierAccess(tx, userId)
    await tx.db
      .updateTable('users')
      .set({ password_hash: passwordHash, email_verified_at: toInstant(tx.now) })
      .where('id', '=', userId)
      .execute()
    await deleteTokens(tx, userId, 'reset_password')
    const row = await findPerson(tx, userId)
    if (row === undefined) throw linkGone()
    const { name, email } = row
    await record(asPerson(tx, toPerson(row)), 'password.reset', { id: userId, userId, to: { name, email } })
  })
  return { ok: true }
}

async function whosePassword(tx: Tx, token: string): Promise<string> {
  const userId = await consumeToken(tx, token, 'reset_password')
  if (userId === null) throw linkGone()
  return userId
}

const linkGone = (): AppError =>
  new AppError('BAD_REQUEST', 'This link was used already or has expired. Please request a new one.', {
    reason: 'bad_token',
    title: TITLE,
  })
