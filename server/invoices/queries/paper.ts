import { convert } from '#shared/exchange.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** The invoice that a credit note takes back, as the note names it; who sees the one sees the other. */
export async function creditedOf(ctx: Ctx, id: string | null): Promise<InvoiceDocumentDto['credited']> {
  if (id === null) return null
  const invoice = await selectFrom(ctx, 'invoices')
    .select(['number', 'issued_on'])
    .where('id', '=', id)
    .executeTakeFirst()
  return invoice?.number == null ? null : { number: invoice.number, issued_on: invoice.issued_on }
}

/** The receipts of an invoice's payments, for either side and for holders of its pay link. */
export async function receiptsOf(ctx: Ctx, invoiceId: string): Promise<InvoiceDocumentDto['receipts']> {
  const payments = await selectFrom(ctx, 'payments')
    .select(['id', 'receipt_number', 'paid_at', 'created_at', 'amount'])
    .where('invoice_id', '=', invoiceId)
    .where('receipt_number', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return payments.map(({ id, receipt_number, paid_at, created_at, amount }) => ({
    payment_id: id,
    number: receipt_number ?? '',
    paid_at: paid_at ?? created_at,
    amount,
  }))
}

/** What the provider works on for days; the caller's own may be asked about. */
export async function processingOf(ctx: Ctx, invoiceId: string): Promise<InvoiceDocumentDto['processing']> {
  const payments = await selectFrom(ctx, 'payments')
    .select(['id', 'amount', 'processing_since', 'payer_user_id'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .where('processing_since', 'is not', null)
    .orderBy('processing_since')
    .orderBy('id')
    .execute()
  return payments.map(({ id, amount, processing_since, payer_user_id }) => ({
    payment_id: id,
    amount,
    since: processing_since ?? '',
    own: payer_user_id === ctx.actor.userId,
  }))
}

interface Taxed {
  number: string | null
  currency: string
  tax: number
  base_currency: string | null
  booking_rate: string | null
}

/** The tax in the currency of the issuer's books, at the rate the document was sent with. */
export function taxInBase(document: Taxed): InvoiceDocumentDto['tax_in_base'] {
  const { number, currency, tax, base_currency: base, booking_rate: rate } = document
  if (number === null || tax === 0 || !base || base === currency || rate === null) return null
  return { currency: base, rate, amount: convert(tax, currency, base, rate) }
}
