import type { UserCtx } from '../../../core/context.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { toInstant } from '../../../db/values.ts'

/** Puts an e-mail that failed, or waits for its next try, at the head of the queue. */
export async function retryMail(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  const mail = await ctx.db
    .selectFrom('mail_outbox')
    .select('status')
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (mail === undefined) throw notFound('This email')
  const queued = await ctx.db
    .updateTable('mail_outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: toInstant(ctx.now) })
    .where('id', '=', input.id)
    .where('status', '!=', 'sent')
    .where('text', '!=', '')
    .returning('id')
    .executeTakeFirst()
  if (queued === undefined)
    throw new AppError('CONFLICT', 'This email was delivered, or is too old to be sent again.')
  return queued
}
