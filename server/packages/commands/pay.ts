import type { z } from 'zod'
import type { ChargeDto, confirmPaymentInput, payOverdueInput } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { AgencyScope, Scope } from '../../auth/scope.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import type { PaymentServices } from '../../payments/commands/charge.ts'
import { chooseCard } from '../../payments/commands/customer.ts'
import type { PaymentRow } from '../../payments/commands/post.ts'
import { paymentProvider } from '../../services/payment-provider.ts'
import { subscriptionProvider } from '../../services/subscription-provider.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'
import { carryOut, findOrder, outcomeOf } from './orders.ts'
import { lockAgency } from './settle.ts'
import { goOn } from './subscribe.ts'
import { syncSubscription } from './sync.ts'

/** Pays the bill a renewal left open, with another card, which is kept for the next ones. */
export async function payOverdue(
  services: PaymentServices,
  scope: AgencyScope,
  input: z.output<typeof payOverdueInput>,
): Promise<ChargeDto> {
  const requestKey = `${scope.userId}:${input.request_id}`
  const card = await chooseCard(services, scope, { method: input.method, save_card: true })
  const known = await findOrder(services.db, requestKey)
  if (known !== undefined && known.status !== 'pending') return outcomeOf(services.db, known.id)
  const provider = subscriptionProvider(services)
  const running = runningSubscription(provider.name, await currentSubscription(services.db, scope.agencyId))
  const synced = running === null ? null : await syncSubscription(services, scope.now, running.id)
  const bill = synced?.state.bills.findLast((entry) => entry.status === 'open')
  if (running === null || bill === undefined) {
    throw new AppError('CONFLICT', 'Nothing is overdue. Your plan is paid.')
  }
  const payment = await reopen(services, scope, bill.id, { requestKey, method: card.method })
  return carryOut(services, scope.now, payment, {
    place: () =>
      provider.pay({
        id: running.id,
        customer: card.customer,
        method: card.method,
        idempotencyKey: payment.idempotency_key,
        now: scope.now,
      }),
    actor: scope,
  })
}

/** The declined payment gets another try, with a key of its own stored before the provider is asked. */
async function reopen(
  services: PaymentServices,
  scope: AgencyScope,
  billId: string,
  order: { requestKey: string; method: string },
): Promise<PaymentRow> {
  const payment = await transact(services.db, async (trx) => {
    await lockAgency(trx, scope.agencyId)
    return trx
      .updateTable('payments')
      .set((eb) => ({
        status: 'pending',
        failure_message: null,
        payer_user_id: scope.userId,
        method_token: order.method,
        updated_at: toInstant(scope.now),
        idempotency_key: eb
          .case()
          .when('request_key', '=', order.requestKey)
          .then(eb.ref('idempotency_key'))
          .else(newId())
          .end(),
        request_key: order.requestKey,
      }))
      .where('payer_agency_id', '=', scope.agencyId)
      .where('provider_bill_id', '=', billId)
      .where('status', 'in', ['failed', 'pending'])
      .returningAll()
      .executeTakeFirst()
  })
  if (payment === undefined) throw new AppError('CONFLICT', 'Nothing is overdue. Your plan is paid.')
  // The open order is sent, whatever was sent for this bill before.
  return { ...payment, provider_subscription_id: null }
}

/** Goes on after the card's own authentication, by what the provider says now. */
export async function confirmPlanPayment(
  services: PaymentServices,
  scope: Scope,
  payment: Pick<PaymentRow, 'id' | 'provider_payment_id' | 'provider_subscription_id'>,
  input: z.output<typeof confirmPaymentInput>,
): Promise<ChargeDto> {
  const provider = paymentProvider(services)
  if (input.test_approved !== undefined && provider.answerChallenge && payment.provider_payment_id !== null) {
    await provider.answerChallenge(payment.provider_payment_id, input.test_approved)
  }
  const id = payment.provider_subscription_id ?? ''
  const synced = await syncSubscription(services, scope.now, id, { actor: scope })
  const charge = await outcomeOf(services.db, payment.id, synced?.charges)
  const agencyId = scope.agencyId as AgencyId | null
  if (charge.status === 'succeeded' && agencyId !== null) await goOn(services, { ...scope, agencyId })
  return charge
}
