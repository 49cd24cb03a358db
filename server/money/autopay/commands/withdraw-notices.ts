import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { acrossAgencies, inAgency } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { forgetFailures, stopWork } from '../../../base/core/work/commands.ts'
import { failingItems } from '../../../base/core/work/queries.ts'
import { lockInvoice } from '../../invoices/commands/lock.ts'
import { invoiceItem } from '../../invoices/rules.ts'
import { billingRecipients } from '../../invoices/sending/queries/recipients.ts'
import type { CoveredInvoice } from '../queries/covered.ts'

/** Takes back notices of which no copy reached anybody: nothing is charged before another, and the owner is told. */
export async function withdrawLost(ctx: Ctx): Promise<void> {
  for (const notice of await lostNotices(ctx)) {
    await transact(ctx, (tx) => withdraw(acrossAgencies(tx), notice))
  }
}

interface Notice {
  invoiceId: string
  on: string
  sentAt: string
}

async function lostNotices(ctx: Ctx): Promise<Notice[]> {
  const lost = await ctx.db
    .selectFrom('mail_outbox as mail')
    .where('mail.status', '=', 'failed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_outbox as copy')
            .select('copy.id')
            .whereRef('copy.notice_of', '=', 'mail.notice_of')
            .whereRef('copy.notice_on', '=', 'mail.notice_on')
            .whereRef('copy.created_at', '=', 'mail.created_at')
            .where('copy.status', '!=', 'failed'),
        ),
      ),
    )
    .select(['mail.notice_of', 'mail.notice_on', 'mail.created_at'])
    .where('mail.notice_on', 'is not', null)
    .distinct()
    .$narrowType<{ notice_of: string; notice_on: string }>()
    .execute()
  return lost.map(({ notice_of, notice_on, created_at }) => ({
    invoiceId: notice_of,
    on: notice_on,
    sentAt: created_at,
  }))
}

async function withdraw(tx: Tx, { invoiceId, on, sentAt }: Notice): Promise<void> {
  await lockInvoice(tx, invoiceId)
  const withdrawn = await deleteFrom(tx, 'invoice_reminders')
    .where('invoice_id', '=', invoiceId)
    .where('charge_on', '=', on)
    .where('sent_at', '=', sentAt)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('autopay_attempts')
            .select('autopay_attempts.number')
            .whereRef('autopay_attempts.invoice_id', '=', 'invoice_reminders.invoice_id')
            .where('autopay_attempts.charged_on', '>=', on),
        ),
      ),
    )
    .returning('occasion')
    .execute()
  // Sent by hand later, its copies would announce a charge that doesn't happen.
  await tx.db
    .updateTable('mail_outbox')
    .set({ text: '', html: '', notice_on: null })
    .where('notice_of', '=', invoiceId)
    .where('notice_on', '=', on)
    .where('created_at', '=', sentAt)
    .execute()
  const invoice = await selectFrom(tx, 'invoices')
    .select(['id', 'agency_id', 'number'])
    .where('id', '=', invoiceId)
    .where('status', 'in', ['sent', 'overdue'])
    .executeTakeFirst()
  if (invoice === undefined || withdrawn.length === 0) return
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
