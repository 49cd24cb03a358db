import type { z } from 'zod'
import { formatCharged } from '#shared/money.ts'
import {
  type ChargeDto,
  type confirmPaymentInput,
  type payByLinkInput,
  type payInvoiceInput,
  QUICK_PAY,
  type quickPayInput,
} from '#shared/payments.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { AppError, notFound } from '../../errors.ts'
import { amountUnderWay, lockInvoice } from '../../invoices/commands/settle.ts'
import { getInvoice, getInvoiceByLink } from '../../invoices/queries.ts'
import { amountDue } from '../../invoices/rules.ts'
import { confirmPlanPayment } from '../../packages/commands/pay.ts'
import { paymentProvider } from '../../services/payment-provider.ts'
import {
  type ChargeTerms,
  chargeCard,
  type PaymentServices,
  releaseOpenCharge,
  requireMethod,
  settleCharge,
} from './charge.ts'
import { chooseCard } from './customer.ts'

/** Pays what is still owed on an invoice of the caller's; the amount is the invoice's, never the caller's. */
export async function payInvoice(
  services: PaymentServices,
  scope: Scope,
  input: z.output<typeof payInvoiceInput>,
): Promise<ChargeDto> {
  const requestKey = `${scope.userId}:${input.request_id}`
  await getInvoice(services.db, scope, input.invoice_id)
  const card = await chooseCard(services, scope, input)
  await releaseOpenCharge(services, scope.now, input.invoice_id, requestKey)
  return chargeCard(services, { now: scope.now, requestKey, ...card }, async (trx) => {
    const invoice = await getInvoice(trx, scope, input.invoice_id)
    if (invoice.amount_due > 0 && !invoice.payable) {
      throw new AppError('BAD_REQUEST', 'Only the one who owes this invoice can pay it.')
    }
    return invoiceTerms(trx, input.invoice_id, { userId: scope.userId, name: scope.name })
  })
}

/** The same for whoever holds the invoice's pay link. */
export async function payByLink(
  services: PaymentServices,
  now: Date,
  input: z.output<typeof payByLinkInput>,
): Promise<ChargeDto> {
  requireMethod(services, input.method)
  const invoice = await getInvoiceByLink(services.db, input.token, now)
  const requestKey = `link:${invoice.id}:${input.request_id}`
  await releaseOpenCharge(services, now, invoice.id, requestKey)
  return chargeCard(services, { now, requestKey, method: input.method }, (trx) =>
    invoiceTerms(trx, invoice.id, { userId: null, name: invoice.clientName }),
  )
}

async function invoiceTerms(
  trx: Trx,
  invoiceId: string,
  payer: { userId: string | null; name: string },
): Promise<ChargeTerms> {
  await lockInvoice(trx, invoiceId)
  await refuseSecondCharge(trx, invoiceId)
  const invoice = await trx
    .selectFrom('invoices')
    .select([
      'issuer',
      'agency_id',
      'client_id',
      'payer_agency_id',
      'number',
      'title',
      'currency',
      'status',
      'total',
      'amount_paid',
      'amount_credited',
    ])
    .where('id', '=', invoiceId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  const due = amountDue(invoice)
  if (invoice.status === 'paid' || (due === 0 && invoice.status !== 'void')) {
    throw new AppError('CONFLICT', 'This invoice has already been paid in full.', {
      reason: 'already_paid',
      title: 'Invoice Paid',
    })
  }
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') {
    throw new AppError('CONFLICT', 'This invoice is not open for payment.')
  }
  const underWay = await amountUnderWay(trx, invoiceId)
  if (underWay > 0) {
    throw new AppError(
      'CONFLICT',
      `${formatCharged(underWay, invoice.currency)} of this invoice has been announced by transfer. Wait until that has ended.`,
    )
  }
  return {
    payee: invoice.issuer,
    agencyId: invoice.agency_id,
    purpose: 'invoice',
    invoiceId,
    clientId: invoice.client_id,
    payerAgencyId: invoice.payer_agency_id,
    payerUserId: payer.userId,
    payerName: payer.name,
    amount: due,
    currency: invoice.currency,
    description: invoice.number ? `${invoice.number} ${invoice.title}` : invoice.title,
  }
}

async function refuseSecondCharge(trx: Trx, invoiceId: string): Promise<void> {
  const open = await trx
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('method', '=', 'card')
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (open !== undefined) {
    throw new AppError('CONFLICT', 'A payment for this invoice is already being processed.')
  }
}

/** The fixed Quick Pay: a client pays its agency, everyone else the platform. */
export async function quickPay(
  services: PaymentServices,
  scope: Scope,
  input: z.output<typeof quickPayInput>,
): Promise<ChargeDto> {
  const toAgency = scope.role === 'client'
  if (toAgency && (scope.agencyId === null || scope.clientId === null)) {
    throw new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
  }
  const card = await chooseCard(services, scope, input)
  const order = { now: scope.now, requestKey: `${scope.userId}:${input.request_id}`, ...card }
  return chargeCard(services, order, async () => ({
    payee: toAgency ? 'agency' : 'platform',
    agencyId: toAgency ? scope.agencyId : null,
    purpose: 'quick_pay',
    clientId: toAgency ? scope.clientId : null,
    payerAgencyId: scope.role === 'agency_admin' ? scope.agencyId : null,
    payerUserId: scope.userId,
    payerName: scope.name,
    amount: QUICK_PAY.amount,
    currency: QUICK_PAY.currency,
    description: 'Quick Pay',
  }))
}

/** Goes on after the card's own authentication, by what the provider says now. */
export async function confirmPayment(
  services: PaymentServices,
  scope: Scope,
  input: z.output<typeof confirmPaymentInput>,
): Promise<ChargeDto> {
  const payment = await services.db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id', 'provider_subscription_id'])
    .where('id', '=', input.id)
    .where('payer_user_id', '=', scope.userId)
    .executeTakeFirst()
  if (payment?.provider_subscription_id) return confirmPlanPayment(services, scope, payment, input)
  return confirmIntent(services, scope.now, input, payment)
}

/** The same for whoever holds the pay link of the invoice being paid. */
export async function confirmByLink(
  services: PaymentServices,
  now: Date,
  input: z.output<typeof confirmPaymentInput> & { token: string },
): Promise<ChargeDto> {
  const invoice = await getInvoiceByLink(services.db, input.token, now)
  const payment = await services.db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('id', '=', input.id)
    .where('invoice_id', '=', invoice.id)
    .where('payer_user_id', 'is', null)
    .executeTakeFirst()
  return confirmIntent(services, now, input, payment)
}

async function confirmIntent(
  services: PaymentServices,
  now: Date,
  input: z.output<typeof confirmPaymentInput>,
  payment: { provider_payment_id: string | null } | undefined,
): Promise<ChargeDto> {
  const intentId = payment?.provider_payment_id ?? null
  if (intentId === null) throw notFound('This payment')
  const provider = paymentProvider(services)
  const state =
    input.test_approved !== undefined && provider.answerChallenge
      ? await provider.answerChallenge(intentId, input.test_approved)
      : await provider.retrieve(intentId)
  return settleCharge(services.db, now, input.id, state)
}
