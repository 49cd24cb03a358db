import { dateInZone, PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { DocumentParties } from '#shared/identity/letterhead/parties.ts'
import { paperOf, paperSums, paperTaxNotes } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { PaymentDto } from '#shared/money/payments/payments.ts'
import type { PaidInvoice, ReceiptPaper } from '#shared/money/payments/receipt-paper.ts'
import { keepDocument } from '../../../../base/adapters/documents/document-renderer.ts'
import type { DocumentContent } from '../../../../base/adapters/documents/documents.ts'
import { movedMoney } from '../../../../base/adapters/payments/payment-provider.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { renderUnderLogo } from '../../../invoices/documents/queries/document.ts'
import { creditFromPayment } from '../../../invoices/queries/credit-balance.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'
import { getPayment } from '../../queries/payments.ts'
import { INSTANCE, isFormerAccount } from '../../rules.ts'

export interface Receipt {
  number: string
  payee: string
  logo: string | null
  /** Dated in the payee's books, as all days of the receipt. */
  payment: PaymentDto
  /** Refunds, oldest first; their sum is the payment's `refunded`. */
  refunds: ReceiptPaper['refunds']
  /** The part of a payment for an invoice that became the client's credit, after refunds. */
  kept: number
  /** What the payment was for; null if it isn't for an invoice. */
  invoice: PaidInvoice | null
  /** Paid in test mode, without moving money. */
  test_mode: boolean
}

/** The receipt of a payment the caller made or received; throws NOT_FOUND if there is none (yet). */
export async function getReceipt(ctx: Ctx, paymentId: string): Promise<Receipt> {
  const found = await getPayment(ctx, paymentId)
  const row = await selectFrom(ctx, 'payments')
    .leftJoin('agencies', 'agencies.id', 'payments.agency_id')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select(['payments.receipt_number', 'agencies.name as agency_name', 'agencies.timezone'])
    .select('invoices.issuer_name')
    .select(['invoices.parties', 'payments.refunded_at', 'payments.provider', 'payments.account'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  if (row?.receipt_number == null) throw notFound('This receipt')
  // As named on the paid invoice, even if renamed since.
  const frozen: DocumentParties | null = row.parties === null ? null : JSON.parse(row.parties)
  const payee = frozen?.seller.name ?? row.agency_name ?? row.issuer_name ?? 'The platform'
  const dayOf = (instant: string) => dateInZone(new Date(instant), row.timezone ?? PLATFORM_ZONE)
  const payment = { ...found, date: dayOf(found.date) }
  return {
    number: row.receipt_number,
    payee,
    logo: frozen?.logo ?? null,
    payment,
    refunds: await refundsOf(ctx, payment, { lastOn: row.refunded_at && dayOf(row.refunded_at), dayOf }),
    kept: payment.invoiceId === null ? 0 : ((await creditFromPayment(acrossAgencies(ctx), paymentId)) ?? 0),
    invoice:
      payment.invoiceId === null ? null : await paidInvoice(ctx, payment.invoiceId, { paymentId, dayOf }),
    test_mode: await isSimulated(ctx, row),
  }
}

/**
 * Anyone who can see the payment may see what it paid, but no numbers of cards other than its own; only who can
 * see the invoice, the other payments and what is due now.
 */
async function paidInvoice(
  ctx: Ctx,
  id: string,
  { paymentId, dayOf }: { paymentId: string; dayOf: (instant: string) => string },
): Promise<PaidInvoice> {
  const everywhere = acrossAgencies(ctx)
  const invoice = await getInvoice(everywhere, id)
  const shown = await selectFrom(ctx, 'invoices').select('id').where('id', '=', id).executeTakeFirst()
  const rows = await selectFrom(everywhere, 'payments')
    .select(['id', 'amount', 'refunded', 'method', 'card_brand', 'card_last4', 'paid_at', 'created_at'])
    .where('invoice_id', '=', id)
    .where('status', '=', 'succeeded')
    .$if(shown === undefined, (query) => query.where('id', '=', paymentId))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    number: invoice.number,
    issued_on: invoice.issued_on,
    currency: invoice.currency,
    seller: invoice.parties.seller,
    buyer: invoice.parties.buyer,
    // Credit is among the deductions that follow.
    sums: paperSums({ ...paperOf(invoice), prepaid: 0 }).map(([label, text]) => ({ label, text })),
    tax_notes: paperTaxNotes(invoice),
    ...(shown === undefined ? NOT_SHOWN : amountsNow(invoice)),
    payments: rows.map((row) => ({
      date: dayOf(row.paid_at ?? row.created_at),
      amount: row.amount - row.refunded,
      method: row.method,
      card:
        row.card_brand === null
          ? null
          : { brand: row.card_brand, last4: row.id === paymentId ? (row.card_last4 ?? '') : '' },
    })),
  }
}

const NOT_SHOWN = {
  amount_applied: null,
  amount_kept: null,
  amount_credited: null,
  amount_written_off: null,
  amount_due: null,
}

const amountsNow = (invoice: InvoiceDocumentDto) => ({
  amount_applied: invoice.amount_applied + invoice.amount_kept,
  amount_kept: invoice.amount_kept,
  amount_credited: invoice.amount_credited,
  amount_written_off: invoice.amount_written_off,
  amount_due: invoice.amount_due,
})

/** Whether it was paid with a provider or keys that move no money. */
async function isSimulated(
  ctx: Ctx,
  { provider, account }: { provider: string; account: string },
): Promise<boolean> {
  if (isFormerAccount(account)) return account.endsWith(':test')
  if (account === INSTANCE) return !movedMoney(provider, ctx.services.config)
  const row = await selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .select('livemode')
    .where('id', '=', account)
    .executeTakeFirst()
  return row?.livemode === 0
}

/** Individually known refunds, and the rest of the provider's total as another one. */
async function refundsOf(
  ctx: Ctx,
  payment: PaymentDto,
  { lastOn, dayOf }: { lastOn: string | null; dayOf: (instant: string) => string },
): Promise<Receipt['refunds']> {
  if (payment.refunded === 0) return []
  const rows = await selectFrom(ctx, 'payment_refunds')
    .select(['amount', 'reverses', 'refunded_at', 'created_at'])
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'succeeded')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const refunds = rows.map((row) => ({
    amount: row.amount,
    reverses: fromFlag(row.reverses),
    refunded_on: dayOf(row.refunded_at ?? row.created_at),
  }))
  const rest = refunds.reduce((left, refund) => left - refund.amount, payment.refunded)
  if (rest > 0) refunds.push({ amount: rest, reverses: false, refunded_on: lastOn ?? payment.date })
  return refunds
}

/** Renders the receipt as a PDF, with caching; `caller` counts toward the document queue's limits. */
export async function printReceipt(ctx: Ctx, found: Receipt, caller: string | null): Promise<Buffer> {
  const receipt = paperOfReceipt(found)
  const content = (logo: Buffer | null): DocumentContent => ({ kind: 'receipt', receipt, logo })
  return keepDocument(receipt, () => renderUnderLogo(ctx, { caller, path: receipt.logo, content }))
}

/** The receipt's content, the same for all viewers. */
export const paperOfReceipt = ({
  number,
  payee,
  logo,
  payment,
  refunds,
  kept,
  invoice,
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
  refunds: refunds.map(({ amount, reverses, refunded_on }) => ({ amount, reverses, refunded_on })),
  kept,
  invoice,
  ...(test_mode && { test_mode }),
})
