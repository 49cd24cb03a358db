import type { AgencyId } from '#shared/base/roles.ts'
import type { SubscriptionDto } from '#shared/money/plans/packages.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { providerName } from '../../../base/adapters/payments/payment-provider.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, InAgency } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { fromFlag, toFlag, toInstant } from '../../../base/db/values.ts'
import { agencyName } from '../../../identity/agencies/queries/agency.ts'
import { booksZoneOf } from '../../ledger/queries/open-days.ts'
import { formerOwnersCard, planPayer } from '../queries/payer.ts'
import { currentSubscription, getSubscription, runningSubscription } from '../queries/subscription.ts'
import { subscriptionEvent } from '../rules.ts'
import { syncSubscription } from './sync.ts'

type When = 'now' | 'period_end' | 'never'

/** Ends the subscription now or with its period, or undoes that. */
export async function cancelSubscription(
  ctx: AgencyCtx,
  input: { when: When },
): Promise<SubscriptionDto | null> {
  const current = await currentSubscription(ctx, ctx.reach.agencyId)
  const running = runningSubscription(providerName(ctx.services.config), current)
  if (input.when === 'never' && (await planPayer(ctx))?.ownsAgency === false) throw formerOwnersCard()
  // From here on the owner decides.
  await updateTable(ctx, 'agency_subscriptions')
    .set({ ended_by_suspension: 0 })
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('ended_by_suspension', '=', 1)
    .execute()
  if (input.when === 'never') await keepPayer(ctx)
  if (running === null) await cancelGiven(ctx, input.when)
  else {
    await subscriptionProvider(ctx.services).cancel(running.id, input.when)
    await syncSubscription(ctx, running.id, { by: ctx.actor })
  }
  return getSubscription(ctx, ctx.services.config)
}

/** A plan granted by the platform, without charges. */
function cancelGiven(ctx: AgencyCtx, when: When): Promise<void> {
  return transact(ctx, async (tx) => {
    const before = await currentSubscription(tx, ctx.reach.agencyId)
    // Ordered since it was read: only the provider can end it.
    if (runningSubscription(providerName(ctx.services.config), before) !== null) {
      throw new AppError('CONFLICT', 'Your plan was changed in the meantime. Check it and try again.')
    }
    const now = toInstant(ctx.now)
    const after = await updateTable(tx, 'agency_subscriptions')
      .set((eb) => ({
        version: eb('version', '+', 1),
        updated_at: now,
        cancel_at_period_end: toFlag(when === 'period_end'),
        ...(when === 'now' && { status: 'canceled' as const, canceled_at: now }),
      }))
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('status', '!=', 'canceled')
      .returning(['plan_id', 'status', 'period_end'])
      .executeTakeFirst()
    if (before === undefined || after === undefined) {
      throw new AppError('CONFLICT', 'There is no active subscription.')
    }
    const happened = subscriptionEvent(
      { ...before, cancelAtPeriodEnd: fromFlag(before.cancel_at_period_end) },
      { ...after, cancelAtPeriodEnd: when === 'period_end' },
      { planName: '', zone: await booksZoneOf(tx, ctx.reach.agencyId) },
    )
    if (happened === null) return
    await record(tx, happened.name, {
      id: ctx.reach.agencyId,
      agencyName: await agencyName(tx),
      summary: happened.summary,
    })
  })
}

/** Lets the plan renew on its card again, of this person if given, if that hasn't been ended yet since they left. */
export async function keepPayer(ctx: InAgency, userId?: string): Promise<void> {
  await updateTable(ctx, 'agency_subscriptions')
    .set({ leaving_payer_id: null })
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('leaving_payer_id', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('leaving_payer_id', '=', userId ?? null))
    .execute()
}

/** Stops charging an agency that the platform suspends or deletes. */
export async function stopCharging(ctx: Ctx, agencyId: AgencyId, when: 'now' | 'period_end'): Promise<void> {
  const running = runningSubscription(
    providerName(ctx.services.config),
    await currentSubscription(ctx, agencyId),
  )
  if (running === null || (when === 'period_end' && running.endsWithPeriod)) return
  await subscriptionProvider(ctx.services).cancel(running.id, when)
  await syncSubscription(ctx, running.id)
}
