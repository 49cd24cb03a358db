import type { NotNull } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** The credited invoice, as named on the credit note; anyone who can see the note can see it. */
export async function creditedOf(ctx: Ctx, id: string | null): Promise<InvoiceDocumentDto['credited']> {
  if (id === null) return null
  const invoice = await selectFrom(ctx, 'invoices')
    .select(['number', 'issued_on'])
    .where('id', '=', id)
    .executeTakeFirst()
  return invoice?.number == null ? null : { number: invoice.number, issued_on: invoice.issued_on }
}

/** The receipts of an invoice's payments, for both sides and holders of its pay link; none of reversed ones. */
export async function receiptsOf(
  ctx: Ctx,
  invoiceId: string,
  zone: string,
): Promise<InvoiceDocumentDto['receipts']> {
  const payments = await selectFrom(ctx, 'payments')
    .select(['id', 'receipt_number', 'paid_at', 'created_at', 'amount'])
    .where('invoice_id', '=', invoiceId)
    .where('receipt_number', 'is not', null)
    .where('reversed', '=', 0)
    .$narrowType<{ receipt_number: NotNull }>()
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return payments.map(({ id, receipt_number, paid_at, created_at, amount }) => ({
    payment_id: id,
    number: receipt_number,
    paid_at: paid_at ?? created_at,
    paid_on: dateInZone(new Date(paid_at ?? created_at), zone),
    amount,
  }))
}

interface Taxed {
  number: string | null
  currency: string
  tax: number
  base_currency: string | null
  booking_rate: string | null
  base_tax: number | null
}

/** The tax in the issuer's base currency, at the rate the document was sent with. */
export function taxInBase(document: Taxed): InvoiceDocumentDto['tax_in_base'] {
  const { number, currency, tax, base_currency: base, booking_rate: rate, base_tax } = document
  if (number === null || tax === 0 || !base || base === currency || rate === null) return null
  return { currency: base, rate, amount: base_tax ?? convert(tax, currency, base, rate) }
}
