import type { DocumentParties } from '#shared/parties.ts'
import type { PaymentDto } from '#shared/payments.ts'
import type { ReceiptPaper } from '#shared/receipt-paper.ts'
import { keepDocument } from '../../adapters/document-renderer.ts'
import type { DocumentContent } from '../../adapters/documents.ts'
import { isTestKey } from '../../adapters/payment-provider.ts'
import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { renderUnderLogo } from '../../invoices/queries/document.ts'
import { INSTANCE } from '../rules.ts'
import { getPayment } from './payments.ts'

export interface Receipt {
  number: string
  payee: string
  logo: string | null
  payment: PaymentDto
  /** What was given back, oldest first; its sum is the payment's `refunded`. */
  refunds: { amount: number; refunded_at: string }[]
  /** Taken in test mode: no money moved. */
  test_mode: boolean
}

/** The receipt of a payment the caller made or received; NOT_FOUND where there is none (yet). */
export async function getReceipt(ctx: Ctx, paymentId: string): Promise<Receipt> {
  const payment = await getPayment(ctx, paymentId)
  const row = await selectFrom(ctx, 'payments')
    .leftJoin('agencies', 'agencies.id', 'payments.agency_id')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select(['payments.receipt_number', 'agencies.name as agency_name', 'invoices.issuer_name'])
    .select(['invoices.parties', 'payments.refunded_at', 'payments.provider', 'payments.account'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  if (row?.receipt_number == null) throw notFound('This receipt')
  // As the invoice that was paid names it, whatever it is called today.
  const frozen: DocumentParties | null = row.parties === null ? null : JSON.parse(row.parties)
  const payee = frozen?.seller.name ?? row.agency_name ?? row.issuer_name ?? 'The platform'
  return {
    number: row.receipt_number,
    payee,
    logo: frozen?.logo ?? null,
    payment,
    refunds: await refundsOf(ctx, payment, row.refunded_at),
    test_mode: await isTest(ctx, row),
  }
}

/** By the test provider, or with keys of Stripe's test mode. */
async function isTest(
  ctx: Ctx,
  { provider, account }: { provider: string; account: string },
): Promise<boolean> {
  if (provider !== 'stripe') return provider === 'test'
  const { stripe } = ctx.services.config
  if (account === INSTANCE) return stripe !== null && isTestKey(stripe.secretKey)
  const row = await selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .select('livemode')
    .where('id', '=', account)
    .executeTakeFirst()
  return row?.livemode === 0
}

/** The refunds known one by one, and what the provider has named beyond them as one more. */
async function refundsOf(
  ctx: Ctx,
  payment: PaymentDto,
  lastRefundAt: string | null,
): Promise<Receipt['refunds']> {
  if (payment.refunded === 0) return []
  const rows = await selectFrom(ctx, 'payment_refunds')
    .select(['amount', 'refunded_at', 'created_at'])
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'succeeded')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const refunds = rows.map((row) => ({ amount: row.amount, refunded_at: row.refunded_at ?? row.created_at }))
  const rest = refunds.reduce((left, refund) => left - refund.amount, payment.refunded)
  if (rest > 0) refunds.push({ amount: rest, refunded_at: lastRefundAt ?? payment.date })
  return refunds
}

/** As a PDF, rendered once for whoever asks; `asker` is as the documents' queue counts. */
export async function printReceipt(ctx: Ctx, found: Receipt, asker: string | null): Promise<Buffer> {
  const receipt = paperOfReceipt(found)
  const content = (logo: Buffer | null): DocumentContent => ({ kind: 'receipt', receipt, logo })
  return keepDocument(receipt, () => renderUnderLogo(ctx, { asker, path: receipt.logo, content }))
}

/** What a receipt shows, whoever looks at it. */
export const paperOfReceipt = ({
  number,
  payee,
  logo,
  payment,
  refunds,
  test_mode,
}: Receipt): ReceiptPaper => ({
  number,
  payee,
  logo,
  payment: {
    amount: payment.amount,
    currency: payment.currency,
    payer_name: payment.payer_name,
    date: payment.date,
    description: payment.description,
    card: payment.card,
    method: payment.method,
    status: payment.status,
    refunded: payment.refunded,
  },
  refunds: refunds.map(({ amount, refunded_at }) => ({ amount, refunded_at })),
  ...(test_mode && { test_mode }),
})
