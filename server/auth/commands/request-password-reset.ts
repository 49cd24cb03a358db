import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { requestPasswordResetInput } from '#shared/auth.ts'
import type { RequestCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { countPasswordReset } from '../limits.ts'
import { findAccount } from '../queries/person.ts'
import { issueToken } from './issue-token.ts'

/** Longer than queueing an e-mail takes, so that the answer's timing says nothing about the account. */
const ANSWER_AFTER_MS = 150
const MAIL_AGAIN_AFTER_MINUTES = 5

/** Emails a reset link to a known address; an unknown one gets the same answer and no e-mail. */
export async function requestPasswordReset(
  ctx: RequestCtx,
  input: z.output<typeof requestPasswordResetInput>,
): Promise<{ ok: true }> {
  await countPasswordReset(ctx, input.email, ctx.request.ip)
  await Promise.all([sendResetLink(ctx, input.email), sleep(ANSWER_AFTER_MS)])
  return { ok: true }
}

async function sendResetLink(ctx: RequestCtx, email: string): Promise<void> {
  const account = await findAccount(ctx, email)
  if (account === undefined || account.disabled_at !== null) return
  const { user_id: id, name } = account
  await transact(ctx, async (tx) => {
    if (await wasJustSent(tx, id)) return
    const secret = await issueToken(tx, id, 'reset_password')
    await record(tx, 'password.reset-requested', { id, to: { email, name }, secret })
  })
}

/** However many ask, the newest link stays good for a while, and nobody's mailbox is flooded. */
async function wasJustSent(tx: Tx, userId: string): Promise<boolean> {
  const recent = await tx.db
    .selectFrom('tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset_password')
    .where('created_at', '>', toInstant(addMinutes(tx.now, -MAIL_AGAIN_AFTER_MINUTES)))
    .executeTakeFirst()
  return recent !== undefined
}
