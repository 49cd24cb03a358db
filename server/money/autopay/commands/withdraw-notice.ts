import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { acrossAgencies, inAgency } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { forgetFailures, stopWork } from '../../../base/core/work/commands.ts'
import { failingItems } from '../../../base/core/work/queries.ts'
import { invoiceItem } from '../../invoices/rules.ts'
import { billingRecipients } from '../../invoices/sending/queries/recipients.ts'
import type { CoveredInvoice } from '../queries/covered.ts'

/** Takes back a notice that reached nobody: nothing is charged until there is another, and the owner is told. */
export async function withdrawNotice(
  caller: Tx,
  { invoiceId, on, sentAt }: { invoiceId: string; on: string; sentAt: string },
): Promise<void> {
  const tx = acrossAgencies(caller)
  const withdrawn = await deleteFrom(tx, 'invoice_reminders')
    .where('invoice_id', '=', invoiceId)
    .where('charge_on', '=', on)
    .where('sent_at', '=', sentAt)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('autopay_attempts')
            .select('autopay_attempts.number')
            .whereRef('autopay_attempts.invoice_id', '=', 'invoice_reminders.invoice_id')
            .where('autopay_attempts.charged_on', '>=', on),
        ),
      ),
    )
    .returning('occasion')
    .execute()
  if (withdrawn.length === 0) return
  const invoice = await selectFrom(tx, 'invoices')
    .select(['id', 'agency_id', 'number'])
    .where('id', '=', invoiceId)
    .where('status', 'in', ['sent', 'overdue'])
    .executeTakeFirst()
  if (invoice === undefined) return
  const reason = new AppError('CONFLICT', 'It could not be emailed to any address of the client.')
  await stopWork(tx, 'autopay-notice', invoiceItem(invoice), reason)
}

/** Has notices given again that reached nobody, once the client has an address that was not tried. */
export async function resumeNotices(ctx: Ctx, unannounced: readonly CoveredInvoice[]): Promise<void> {
  const failing = await failingItems(ctx, 'autopay-notice')
  for (const invoice of unannounced) {
    if (failing.get(invoice.id)?.stopped_at == null) continue
    const failed = await ctx.db
      .selectFrom('mail_outbox')
      .select('recipient')
      .where('notice_of', '=', invoice.id)
      .where('status', '=', 'failed')
      .execute()
    const tried = new Set(failed.map(({ recipient }) => recipient))
    const agency = inAgency(ctx, { agencyId: invoice.agency })
    const { to, cc, bcc } = await billingRecipients(agency, invoice.client_id)
    const addresses = [...to.map(({ email }) => email), ...cc, ...bcc]
    const isMended = tried.size > 0 && addresses.some((address) => !tried.has(address))
    if (isMended) await forgetFailures(ctx, 'autopay-notice', invoiceItem(invoice))
  }
}
