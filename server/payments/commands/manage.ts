import type { z } from 'zod'
import { formatCharged } from '#shared/money.ts'
import type { manualPaymentInput, PaymentDto, settleManualInput } from '#shared/payments.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { amountUnderWay, lockInvoice } from '../../invoices/commands/settle.ts'
import { amountDue } from '../../invoices/rules.ts'
import { getPayment } from '../queries.ts'
import { PAYMENT_TOUCHES, receiptNumber } from '../rules.ts'
import { completePayment } from './settle.ts'

type ManualPayment = z.output<typeof manualPaymentInput>

/** Enters money that came by bank, in cash or otherwise; part of an invoice is fine. */
export async function recordManualPayment(
  db: Db,
  scope: AgencyScope,
  input: ManualPayment,
): Promise<PaymentDto> {
  const requestKey = `${scope.userId}:${input.request_id}`
  try {
    return await transact(db, async (trx) => {
      const known = await trx
        .selectFrom('payments')
        .select('id')
        .where('request_key', '=', requestKey)
        .executeTakeFirst()
      const id = known?.id ?? (await insertManual(trx, scope, input, requestKey))
      return getPayment(trx, scope, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('CONFLICT', 'This payment has just been entered.')
    throw error
  }
}

async function insertManual(
  trx: Trx,
  scope: AgencyScope,
  input: ManualPayment,
  requestKey: string,
): Promise<string> {
  const source = input.invoice_id
    ? await openInvoice(trx, scope, input.invoice_id, input.amount)
    : await depositor(trx, scope, input.client_id ?? '')
  const now = toInstant(scope.now)
  const paidAt = input.paid_on ? `${input.paid_on}T12:00:00.000Z` : now
  const id = newId()
  const payment = await trx
    .insertInto('payments')
    .values({
      id,
      payee: 'agency',
      agency_id: scope.agencyId,
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
    await completePayment(trx, { ...scope, now: new Date(paidAt) }, payment)
  } else {
    await recordActivity(trx, scope, {
      action: 'payment.announced',
      subject: { type: 'payment', id },
      summary: `${formatCharged(input.amount, source.currency)} announced by ${source.clientName}`,
      clientId: source.clientId,
      touches: PAYMENT_TOUCHES,
    })
  }
  return id
}

async function openInvoice(trx: Trx, scope: AgencyScope, id: string, amount: number) {
  await lockInvoice(trx, id)
  const invoice = await trx
    .selectFrom('invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select([
      'invoices.status',
      'invoices.number',
      'invoices.title',
      'invoices.currency',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'clients.id as client_id',
      'clients.name as client_name',
    ])
    .where('invoices.agency_id', '=', scope.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  const due = amountDue(invoice)
  if (amount > due) throw new AppError('BAD_REQUEST', 'The amount is more than what is still owed.')
  const underWay = await amountUnderWay(trx, id)
  if (amount > due - underWay) {
    throw new AppError(
      'CONFLICT',
      `${formatCharged(underWay, invoice.currency)} of this invoice is being paid already. Wait until that has ended.`,
    )
  }
  return {
    clientId: invoice.client_id,
    clientName: invoice.client_name,
    currency: invoice.currency,
    description: `${invoice.number} ${invoice.title}`,
  }
}

async function depositor(trx: Trx, scope: AgencyScope, clientId: string) {
  const client = await trx
    .selectFrom('clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select(['clients.id', 'clients.name', 'agencies.currency'])
    .where('clients.agency_id', '=', scope.agencyId)
    .where('clients.id', '=', clientId)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return { clientId: client.id, clientName: client.name, currency: client.currency, description: 'Deposit' }
}

/** Says whether an announced transfer arrived. */
export function settleManualPayment(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof settleManualInput>,
): Promise<PaymentDto> {
  return transact(db, async (trx) => {
    const now = toInstant(scope.now)
    const payment = await trx
      .updateTable('payments')
      .set(
        input.received
          ? { status: 'succeeded', receipt_number: receiptNumber(input.id), paid_at: now, updated_at: now }
          : { status: 'failed', failure_message: 'The transfer did not arrive.', updated_at: now },
      )
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .where('provider', '=', 'manual')
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (payment === undefined) throw notFound('This payment')
    if (input.received) await completePayment(trx, scope, payment)
    else {
      await recordActivity(trx, scope, {
        action: 'payment.failed',
        subject: { type: 'payment', id: payment.id },
        summary: `The transfer of ${formatCharged(payment.amount, payment.currency)} by ${payment.payer_name} did not arrive`,
        clientId: payment.client_id,
        touches: PAYMENT_TOUCHES,
      })
    }
    return getPayment(trx, scope, input.id)
  })
}
