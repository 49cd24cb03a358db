import type { NotNull } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { seesInstructions } from '../../queries/pending-payments.ts'

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

/** Payments that the provider is processing; the caller's own can be refreshed. */
export async function processingOf(ctx: Ctx, invoiceId: string): Promise<InvoiceDocumentDto['processing']> {
  const payments = await selectFrom(ctx, 'payments')
    .select(['id', 'amount', 'processing_since', 'payer_user_id'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .where('processing_since', 'is not', null)
    .$narrowType<{ processing_since: NotNull }>()
    .orderBy('processing_since')
    .orderBy('id')
    .execute()
  return payments.map(({ id, amount, processing_since, payer_user_id }) => ({
    payment_id: id,
    amount,
    since: processing_since,
    own: payer_user_id === ctx.reach.userId,
  }))
}

/** Payments that wait for their payer, who sees the provider's instructions, as does the issuer. */
export async function waitingPaymentsOf(ctx: Ctx, invoiceId: string): Promise<InvoiceDocumentDto['waiting']> {
  const payments = await selectFrom(ctx, 'payments')
    .select(['id', 'agency_id', 'amount', 'card_brand', 'waiting_until', 'instructions_url', 'payer_user_id'])
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .where('processing_since', 'is', null)
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .orderBy('id')
    .execute()
  return payments.map((payment) => ({
    payment_id: payment.id,
    amount: payment.amount,
    method: payment.card_brand ?? '',
    until: payment.waiting_until,
    url: seesInstructions(ctx, payment) ? payment.instructions_url : null,
    own: payment.payer_user_id === ctx.reach.userId,
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
