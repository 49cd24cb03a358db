import type { Ctx, Tx } from '../../../base/core/context.ts'
import { acrossAgencies, atThisInstant } from '../../../base/core/rows/reach.ts'
import { transact } from '../../../base/core/transaction.ts'
import { withdrawNotice } from '../../../money/autopay/commands/withdraw-notice.ts'
import { lockInvoice } from '../../../money/invoices/commands/lock.ts'

interface Failed {
  last_error: string
  text?: ''
  html?: ''
}

/** Marks a mail as failed for good; the notice of a charge that it announced is withdrawn if no copy is left. */
export const giveUp = (ctx: Ctx, id: string, failed: Failed): Promise<void> =>
  transact(atThisInstant(acrossAgencies(ctx)), async (tx) => {
    const mail = await tx.db
      .selectFrom('mail_outbox')
      .select(['notice_of', 'notice_on', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { notice_of: invoiceId, notice_on: on, created_at: sentAt } = mail
    // Of copies that fail at the same time, the last one finds that none is left.
    if (invoiceId !== null) await lockInvoice(tx, invoiceId)
    await tx.db
      .updateTable('mail_outbox')
      .set({ status: 'failed', ...failed })
      .where('id', '=', id)
      .execute()
    if (invoiceId !== null && on !== null) await withdrawUndelivered(tx, { invoiceId, on, sentAt })
  })

async function withdrawUndelivered(
  tx: Tx,
  notice: { invoiceId: string; on: string; sentAt: string },
): Promise<void> {
  const { invoiceId, on, sentAt } = notice
  const copies = await tx.db
    .selectFrom('mail_outbox')
    .select('id')
    .where('notice_of', '=', invoiceId)
    .where('notice_on', '=', on)
    .where('created_at', '=', sentAt)
    .where('status', '!=', 'failed')
    .limit(1)
    .execute()
  if (copies.length > 0) return
  await withdrawNotice(tx, notice)
  // Sent by hand later, they would announce a charge that doesn't happen.
  await tx.db
    .updateTable('mail_outbox')
    .set({ text: '', html: '' })
    .where('notice_of', '=', invoiceId)
    .where('notice_on', '=', on)
    .where('created_at', '=', sentAt)
    .execute()
}
