import { dateInZone } from '#shared/base/dates.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { requireOpenInvoice } from '../../queries/require-open.ts'
import { amountDue } from '../../rules.ts'

/** Resumes collecting an invoice that a refund or a lost dispute made due again; its deadlines count from today. */
export function collectAgain(ctx: AgencyCtx, { id }: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await requireOpenInvoice(tx, id)
    const resumed = await updateTable(tx, 'invoices')
      .set((eb) => ({
        reopened: 0,
        open_since: dateInZone(tx.now, invoice.timezone),
        version: eb('version', '+', 1),
        updated_at: toInstant(tx.now),
      }))
      .where('id', '=', id)
      .where('reopened', '>', 0)
      .returning('id')
      .executeTakeFirst()
    if (resumed === undefined) {
      throw new AppError('CONFLICT', 'Reminders, late fees and autopay of this invoice are not off.')
    }
    // What payments settled of it is collected, too, if one of them is reversed.
    await updateTable(tx, 'payments').set({ settled_reopened: 0 }).where('invoice_id', '=', id).execute()
    await record(tx, 'invoice.collection-resumed', {
      id,
      clientId: invoice.client_id,
      number: invoice.number,
      amount: amountDue(invoice),
      currency: invoice.currency,
    })
    return getInvoice(tx, id)
  })
}
