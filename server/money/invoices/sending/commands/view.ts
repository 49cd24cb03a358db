import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { Ctx, Tx, UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { openPayLink } from '../queries/pay-link.ts'

/** Opens an invoice and records when its payer first does. */
export function viewInvoice(ctx: UserCtx, input: { id: string }): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await getInvoice(tx, input.id)
    if (invoice.manageable || !invoice.payable || invoice.viewed_at !== null) return invoice
    await noteView(tx, invoice)
    return { ...invoice, viewed_at: toInstant(ctx.now) }
  })
}

/** Opens the invoice of a pay link without a session; its holder acts on behalf of the client. */
export async function viewInvoiceByLink(ctx: Ctx, input: { token: string }): Promise<InvoiceDocumentDto> {
  const { holder, invoiceId } = await openPayLink(ctx, input.token)
  return transact(holder, async (tx) => {
    const invoice = await getInvoice(tx, invoiceId)
    if (invoice.viewed_at !== null) return invoice
    await noteView(tx, invoice)
    return { ...invoice, viewed_at: toInstant(ctx.now) }
  })
}

async function noteView(tx: Tx, invoice: InvoiceDocumentDto): Promise<void> {
  const noted = await updateTable(tx, 'invoices')
    .set({ viewed_at: toInstant(tx.now) })
    .where('id', '=', invoice.id)
    .where('viewed_at', 'is', null)
    .returning('agency_id')
    .executeTakeFirst()
  if (noted === undefined) return
  await record(tx, 'invoice.viewed', {
    id: invoice.id,
    agencyId: noted.agency_id,
    clientId: invoice.client_id,
    name: invoice.number ?? invoice.title,
    clientName: invoice.clientName,
  })
}
