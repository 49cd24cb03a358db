import type { SubscriptionDto } from '#shared/packages.ts'
import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import { transact } from '../../db/transaction.ts'
import { fromFlag, toFlag, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { notifyPlatform } from '../../notifications/commands/about-platform.ts'
import type { PaymentServices } from '../../payments/commands/charge.ts'
import { providerName } from '../../services/payment-provider.ts'
import { subscriptionProvider } from '../../services/subscription-provider.ts'
import { currentSubscription, getSubscription, runningSubscription } from '../queries/subscription.ts'
import { PLAN_TOUCHES, planNews } from '../rules.ts'
import { lockAgency } from './settle.ts'
import { syncSubscription } from './sync.ts'

type When = 'now' | 'period_end' | 'never'

/** Ends the subscription now, ends it with its period, or takes that back. */
export async function cancelSubscription(
  services: PaymentServices,
  scope: AgencyScope,
  input: { when: When },
): Promise<SubscriptionDto | null> {
  const current = await currentSubscription(services.db, scope.agencyId)
  const running = runningSubscription(providerName(services.config), current)
  if (running === null) await cancelGiven(services, scope, input.when)
  else {
    await subscriptionProvider(services).cancel(running.id, input.when, scope.now)
    await syncSubscription(services, scope.now, running.id, { actor: scope })
  }
  return getSubscription(services.db, services.config, scope)
}

/** A plan the platform gave, for which no provider charges anybody. */
function cancelGiven(services: PaymentServices, scope: AgencyScope, when: When): Promise<void> {
  return transact(services.db, async (trx) => {
    const agency = await lockAgency(trx, scope.agencyId)
    const before = await currentSubscription(trx, scope.agencyId)
    const now = toInstant(scope.now)
    const after = await trx
      .updateTable('agency_subscriptions')
      .set((eb) => ({
        version: eb('version', '+', 1),
        updated_at: now,
        cancel_at_period_end: toFlag(when === 'period_end'),
        ...(when === 'now' && { status: 'canceled' as const, canceled_at: now }),
      }))
      .where('agency_id', '=', scope.agencyId)
      .where('status', '!=', 'canceled')
      .returning(['plan_id', 'status', 'period_end'])
      .executeTakeFirst()
    if (before === undefined || after === undefined) {
      throw new AppError('CONFLICT', 'There is no running subscription.')
    }
    const told = planNews(
      { ...before, cancelAtPeriodEnd: fromFlag(before.cancel_at_period_end) },
      { ...after, cancelAtPeriodEnd: when === 'period_end' },
      '',
    )
    if (told === null) return
    await recordActivity(trx, scope, {
      ...told,
      subject: { type: 'subscription', id: scope.agencyId },
      touches: PLAN_TOUCHES,
    })
    await notifyPlatform(trx, scope, `${agency?.name}: ${told.summary}`)
  })
}

/** Stops charging an agency the platform shut out or deletes. */
export async function stopCharging(
  services: PaymentServices,
  now: Date,
  agencyId: AgencyId,
  when: 'now' | 'period_end',
): Promise<void> {
  const running = runningSubscription(
    providerName(services.config),
    await currentSubscription(services.db, agencyId),
  )
  if (running === null || (when === 'period_end' && running.endsWithPeriod)) return
  await subscriptionProvider(services).cancel(running.id, when, now)
  await syncSubscription(services, now, running.id)
}
