import type { z } from 'zod'
import type { SubscriptionDto } from '#shared/packages.ts'
import type { ChargeDto, subscribeInput } from '#shared/payments.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import { transact } from '../../db/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { chargeCard, type PaymentServices, requireMethod } from '../../payments/commands/charge.ts'
import { paymentProvider } from '../../services/payment-provider.ts'
import { currentSubscription, getSubscription, previewChange } from '../queries/subscription.ts'
import { activateSubscription } from './activate.ts'

/**
 * Puts the agency on a plan: the card is charged what the preview says, and kept for renewals. A change
 * that costs nothing now (the old period covers it) needs no charge.
 */
export async function subscribe(
  services: PaymentServices,
  scope: AgencyScope,
  input: z.output<typeof subscribeInput>,
): Promise<ChargeDto> {
  requireMethod(services, input.method)
  const preview = await previewChange(services.db, scope, input)
  const requestKey = `${scope.userId}:${input.request_id}`
  const current = await currentSubscription(services.db, scope.agencyId)
  const known = await services.db
    .selectFrom('payments')
    .select('id')
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  if (known === undefined && current?.status === 'active' && current.plan_id === input.plan_id) {
    throw new AppError('CONFLICT', 'Your agency is on this plan already.')
  }
  const provider = paymentProvider(services)
  const customer =
    current?.provider === provider.name && current.provider_customer_id !== null
      ? current.provider_customer_id
      : await provider.createCustomer({
          email: scope.email,
          name: scope.name,
          idempotencyKey: `customer:${scope.agencyId}`,
        })
  if (preview.due_now === 0) {
    const card = await provider.keepCard({
      customer,
      method: input.method,
      idempotencyKey: `keep:${requestKey}`,
    })
    if (card === null) {
      const message = 'The bank of this card wants to be asked each time. Please use another card.'
      throw new AppError('BAD_REQUEST', message)
    }
    return switchPlan(services, scope, input, { customer, card })
  }
  const order = { now: scope.now, requestKey, method: input.method, customer, saveCard: true }
  return chargeCard(services, order, async (trx) => {
    const { plan, due_now, currency } = await previewChange(trx, scope, input)
    return {
      payee: 'platform',
      agencyId: null,
      purpose: 'subscription',
      planId: plan.id,
      payerAgencyId: scope.agencyId,
      payerUserId: scope.userId,
      payerName: scope.name,
      amount: due_now,
      currency,
      description: `${plan.name} plan, ${plan.billing.toLowerCase()}`,
    }
  })
}

/** A cheaper plan the running period has already paid for: it starts at once, on a card its bank agreed to. */
function switchPlan(
  services: PaymentServices,
  scope: AgencyScope,
  input: z.output<typeof subscribeInput>,
  kept: { customer: string; card: { brand: string; last4: string } },
): Promise<ChargeDto> {
  return transact(services.db, async (trx) => {
    const { plan, currency } = await previewChange(trx, scope, input)
    await activateSubscription(trx, scope.now, {
      agencyId: scope.agencyId,
      planId: plan.id,
      provider: paymentProvider(services).name,
      customerId: kept.customer,
      methodId: input.method,
      card: kept.card,
    })
    await recordActivity(trx, scope, {
      action: 'subscription.changed',
      subject: { type: 'subscription', id: scope.agencyId },
      summary: `Plan changed to ${plan.name}`,
      touches: ['packages', 'agencies'],
    })
    return {
      payment_id: scope.agencyId,
      status: 'succeeded',
      client_secret: null,
      failure: null,
      amount: 0,
      currency,
    }
  })
}

/** Ends the subscription now, ends it with its period, or takes that back. */
export function cancelSubscription(
  services: PaymentServices,
  scope: AgencyScope,
  input: { when: 'now' | 'period_end' | 'never' },
): Promise<SubscriptionDto | null> {
  return transact(services.db, async (trx) => {
    const now = toInstant(scope.now)
    const changed = await trx
      .updateTable('agency_subscriptions')
      .set((eb) => ({
        version: eb('version', '+', 1),
        updated_at: now,
        cancel_at_period_end: toFlag(input.when === 'period_end'),
        ...(input.when === 'now' && { status: 'canceled' as const, canceled_at: now }),
      }))
      .where('agency_id', '=', scope.agencyId)
      .where('status', '!=', 'canceled')
      .returning('period_end')
      .executeTakeFirst()
    if (changed === undefined) throw new AppError('CONFLICT', 'There is no running subscription.')
    const summary = {
      now: 'Subscription cancelled',
      period_end: `Subscription ends on ${changed.period_end.slice(0, 10)}`,
      never: 'Subscription goes on',
    }[input.when]
    await recordActivity(trx, scope, {
      action: 'subscription.cancelled',
      subject: { type: 'subscription', id: scope.agencyId },
      summary,
      touches: ['packages', 'agencies'],
    })
    return getSubscription(trx, services.config, scope)
  })
}
