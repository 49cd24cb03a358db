import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { toInstant } from '../../../base/db/values.ts'
import { resendable } from '../queries/resendable.ts'

/** Moves a mail that failed or waits for a retry to the front of the queue. */
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
    .where((eb) => eb.or([eb('attempts', '=', 0), eb('last_error', 'is not', null)]))
    .returning('id')
    .executeTakeFirst()
  if (queued === undefined)
    throw new AppError('CONFLICT', 'This email was delivered, is being sent, or is too old to be sent again.')
  return queued
}

/** Queues all failed mails that can be resent; those queued before stay where they are. */
export async function retryMails(ctx: UserCtx): Promise<{ resent: number }> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('mail_outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: toInstant(ctx.now) })
    .where('id', 'in', resendable(ctx).select('mail_outbox.id'))
    .where('status', '=', 'failed')
    .executeTakeFirst()
  return { resent: Number(numUpdatedRows) }
}
