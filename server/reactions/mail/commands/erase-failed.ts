import type { Ctx } from '../../../core/context.ts'
import { addDays, toInstant } from '../../../db/values.ts'

/** A failed e-mail can be sent again for as long; after that its links would not work any more. */
const KEPT_DAYS = 7

/** Empties the failed e-mails that nobody sent again. */
export async function eraseFailedMails(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('mail_outbox')
    .set({ text: '', html: '' })
    .where('status', '=', 'failed')
    .where('created_at', '<', toInstant(addDays(ctx.now, -KEPT_DAYS)))
    .execute()
}
