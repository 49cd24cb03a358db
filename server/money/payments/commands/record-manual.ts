import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PaymentDto } from '#shared/money/payments/payments.ts'
import type { manualPaymentInput } from '#shared/money/payments/schemas/payments.ts'
import { AppError, alreadySubmitted, fieldError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { OWED_COLUMNS } from '../../../base/db/open-invoices.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { countRecipients } from '../../../identity/agencies/commands/count-recipients.ts'
import { amountUnderWay } from '../../invoices/queries/pending-payments.ts'
import { amountDue } from '../../invoices/rules.ts'
import { invoiceDeposit } from '../../invoices/sending/commands/invoice-deposit.ts'
import { billingRecipients, countOf } from '../../invoices/sending/queries/recipients.ts'
import { instantPaidOn } from '../../ledger/queries/open-days.ts'
import { completePayment } from '../charge/commands/settle-payment.ts'
import { getPayment } from '../queries/payments.ts'
import { type PaymentRow, receiptNumber, requirePlausibleDay } from '../rules.ts'

type ManualPayment = z.output<typeof manualPaymentInput>

/** Records money received by transfer, in cash, or otherwise, for all or part of an invoice. */
export async function recordManualPayment(ctx: AgencyCtx, input: ManualPayment): Promise<PaymentDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  await countCopies(ctx, input)
  return transact(ctx, async (tx) => {
    const existing = await selectFrom(tx, 'payments')
      .select(['id', 'amount', 'currency', 'method', 'invoice_id', 'client_id'])
      .where('request_key', '=', requestKey)
      .executeTakeFirst()
    if (existing !== undefined) requireSame(existing, input)
    const id = existing?.id ?? (await insertManual(tx, input, requestKey))
    return getPayment(tx, id)
  })
}

function requireSame(
  payment: Pick<PaymentRow, 'amount' | 'currency' | 'method' | 'invoice_id' | 'client_id'>,
  { amount, currency, method, invoice_id, client_id }: ManualPayment,
): void {
  const isSame =
    payment.amount === amount &&
    payment.method === method &&
    payment.invoice_id === (invoice_id ?? null) &&
    (client_id === undefined || payment.client_id === client_id) &&
    (currency === undefined || payment.currency === currency)
  if (!isSame) throw alreadySubmitted()
}

/** The advance invoice of a deposit is mailed; an unknown client is refused later. */
async function countCopies(ctx: AgencyCtx, { advance, client_id }: ManualPayment): Promise<void> {
  if (advance === undefined) return
  const client = await selectFrom(ctx, 'clients')
    .select('id')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', client_id ?? '')
    .executeTakeFirst()
  if (client !== undefined) await countRecipients(ctx, countOf(await billingRecipients(ctx, client.id)))
}

async function insertManual(tx: Tx<AgencyCtx>, input: ManualPayment, requestKey: string): Promise<string> {
  const source = input.invoice_id
    ? await openInvoice(tx, input.invoice_id, input)
    : await depositor(tx, input)
  const now = toInstant(tx.now)
  const paidAt = input.received ? await instantPaidOn(tx, input) : now
  const id = newId()
  const payment = await insertInto(tx, 'payments')
    .values({
      id,
      payee: 'agency',
      agency_id: tx.reach.agencyId,
      purpose: input.invoice_id ? 'invoice' : 'deposit',
      method: input.method,
      invoice_id: input.invoice_id ?? null,
      client_id: source.clientId,
      plan_id: null,
      payer_agency_id: null,
      payer_user_id: null,
      payer_name: source.clientName,
      amount: input.amount,
      currency: source.currency,
      status: input.received ? 'succeeded' : 'pending',
      description: input.description ?? source.description,
      provider: 'manual',
      provider_payment_id: null,
      provider_customer_id: null,
      method_token: null,
      idempotency_key: newId(),
      request_key: requestKey,
      refund_key: null,
      receipt_number: input.received ? receiptNumber(id) : null,
      card_brand: null,
      card_last4: null,
      failure_message: null,
      paid_at: input.received ? paidAt : null,
      refunded_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (input.received) {
    await completePayment(tx, payment, undefined, { mailReceipt: input.mail_receipt })
    if (input.advance !== undefined) {
      const { clientId, currency } = source
      const { amount, description } = payment
      const receivedAt = new Date(paidAt)
      await invoiceDeposit(tx, { clientId, amount, currency, description, receivedAt, tax: input.advance })
    }
  } else {
    await record(tx, 'payment.announced', {
      id,
      clientId: source.clientId,
      payerName: source.clientName,
      amount: input.amount,
      currency: source.currency,
    })
  }
  return id
}

async function openInvoice(tx: Tx<AgencyCtx>, id: string, input: ManualPayment) {
  const { amount, keep_surplus } = input
  const invoice = await selectFrom(tx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select([
      'invoices.status',
      'invoices.number',
      'invoices.title',
      'invoices.issued_on',
      'invoices.currency',
      ...OWED_COLUMNS,
      'clients.id as client_id',
      'clients.name as client_name',
    ])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  // What is written off can still be paid, which reverses the loss.
  const isLost = invoice.status === 'paid' && invoice.amount_written_off > 0
  if (invoice.status !== 'sent' && invoice.status !== 'overdue' && !isLost) {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  requirePlausibleDay(invoice, input)
  const due = amountDue(invoice) + invoice.amount_written_off
  if (amount > due && !keep_surplus) {
    const message = 'The amount exceeds the amount due. Keep the rest as credit, or correct the amount.'
    throw fieldError('amount', message)
  }
  const underWay = await amountUnderWay(tx, id, 'sure')
  if (Math.min(amount, due) > due - underWay) {
    throw new AppError(
      'CONFLICT',
      `${formatCharged(underWay, invoice.currency)} of this invoice is already being paid. Wait until that payment has finished.`,
    )
  }
  return {
    clientId: invoice.client_id,
    clientName: invoice.client_name,
    currency: invoice.currency,
    description: `${invoice.number} ${invoice.title}`,
  }
}

async function depositor(tx: Tx<AgencyCtx>, { client_id, currency }: ManualPayment) {
  const client = await selectFrom(tx, 'clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select(['clients.id', 'clients.name', 'clients.billing_currency', 'agencies.currency'])
    .where('clients.agency_id', '=', tx.reach.agencyId)
    .where('clients.id', '=', client_id ?? '')
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return {
    clientId: client.id,
    clientName: client.name,
    currency: currency ?? client.billing_currency ?? client.currency,
    description: 'Deposit',
  }
}
