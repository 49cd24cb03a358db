import { deleteWrittenMails } from '../../../base/adapters/mail.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { deleteInBatches } from '../../../base/db/bulk/delete-in-batches.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { ERASED } from '../rules.ts'

/** How long a failed mail can be retried; after that, its links would have expired. */
const RETENTION_DAYS = 7

/** Deletes mails in the outbox folder, which contain links as well. */
export const deleteOldMailFiles = ({ services, now }: Ctx): Promise<void> =>
  deleteWrittenMails(services.config, addDays(now, -RETENTION_DAYS))

/** How long the log shows to whom what was sent. */
const LOG_DAYS = 180

/** Deletes old rows of the log; failed ones first, because without a sent copy a notice counts as lost. */
export async function deleteOldMails(ctx: Ctx): Promise<void> {
  for (const status of ['failed', 'sent'] as const) {
    const old = ctx.db
      .selectFrom('mail_outbox')
      .select('id')
      .where('status', '=', status)
      .where('created_at', '<', toInstant(addDays(ctx.now, -LOG_DAYS)))
    await deleteInBatches((limit) => ctx.db.deleteFrom('mail_outbox').where('id', 'in', old.limit(limit)))
  }
}

/** Deletes the bodies of failed mails that weren't retried. */
export async function eraseFailedMails(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('mail_outbox')
    .set(ERASED)
    .where('status', '=', 'failed')
    .where('created_at', '<', toInstant(addDays(ctx.now, -RETENTION_DAYS)))
    .execute()
}
