import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import { formatCharged } from '#shared/money.ts'
import type { manualPaymentInput, PaymentDto } from '#shared/payments.ts'
import { fromWallTime } from '../../adapters/zone.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import { newId, toInstant } from '../../db/values.ts'
import { lockInvoice } from '../../invoices/commands/claim.ts'
import { amountUnderWay } from '../../invoices/queries/under-way.ts'
import { amountDue } from '../../invoices/rules.ts'
import { getPayment } from '../queries/payments.ts'
import { receiptNumber } from '../rules.ts'
import { completePayment } from './settle-payment.ts'

type ManualPayment = z.output<typeof manualPaymentInput>

/** Enters money that came by bank, in cash or otherwise; part of an invoice is fine. */
export async function recordManualPayment(ctx: AgencyCtx, input: ManualPayment): Promise<PaymentDto> {
  const requestKey = `${ctx.actor.userId}:${input.request_id}`
  try {
    return await transact(ctx, async (tx) => {
      const known = await selectFrom(tx, 'payments')
        .select('id')
        .where('request_key', '=', requestKey)
        .executeTakeFirst()
      const id = known?.id ?? (await insertManual(tx, input, requestKey))
      return getPayment(tx, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'This payment has just been entered.')
    throw error
  }
}

async function insertManual(tx: Tx<AgencyCtx>, input: ManualPayment, requestKey: string): Promise<string> {
  const source = input.invoice_id
    ? await openInvoice(tx, input.invoice_id, input.amount)
    : await depositor(tx, input)
  const now = toInstant(tx.now)
  const paidAt = await instantOf(tx, input.paid_on)
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

/** Noon of the day in the books' zone, now for today; money that is still to come cannot have been paid. */
async function instantOf(tx: Tx<AgencyCtx>, paidOn: string | undefined): Promise<string> {
  const { timezone } = await selectFrom(tx, 'agencies')
    .select('timezone')
    .where('id', '=', tx.reach.agencyId)
    .executeTakeFirstOrThrow()
  const today = dateInZone(tx.now, timezone)
  if (paidOn === undefined || paidOn === today) return toInstant(tx.now)
  if (paidOn > today) {
    const message = "The payment date can't be in the future."
    throw new AppError('BAD_REQUEST', message, { fields: { paid_on: message } })
  }
  return fromWallTime(`${paidOn}T12:00`, timezone)
}

async function openInvoice(tx: Tx<AgencyCtx>, id: string, amount: number) {
  await lockInvoice(tx, id)
  const invoice = await selectFrom(tx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select([
      'invoices.status',
      'invoices.number',
      'invoices.title',
      'invoices.currency',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'invoices.amount_applied',
      'invoices.amount_written_off',
      'clients.id as client_id',
      'clients.name as client_name',
    ])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  const due = amountDue(invoice)
  if (amount > due) throw new AppError('BAD_REQUEST', 'The amount is more than what is still owed.')
  const underWay = await amountUnderWay(tx, id)
  if (amount > due - underWay) {
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
