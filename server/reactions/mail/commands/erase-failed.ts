import { deleteWrittenMails } from '../../../base/adapters/mail.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { ERASED } from '../rules.ts'

/** How long a failed mail can be retried; after that, its links would have expired. */
const RETENTION_DAYS = 7

/** Deletes mails in the outbox folder, which contain links as well. */
export const deleteOldMailFiles = ({ services, now }: Ctx): Promise<void> =>
  deleteWrittenMails(services.config, addDays(now, -RETENTION_DAYS))

/** Deletes the bodies of failed mails that weren't retried. */
export async function eraseFailedMails(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('mail_outbox')
    .set(ERASED)
    .where('status', '=', 'failed')
    .where('created_at', '<', toInstant(addDays(ctx.now, -RETENTION_DAYS)))
    .execute()
}
