import { isDeepStrictEqual } from 'node:util'
import { dateInZone, PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { type ProviderName, providerName } from '../../../base/adapters/payments/payment-provider.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { itemsTurn } from '../../../base/core/work/queries.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { elapsedMs, isLongAgo } from '../../../base/db/elapsed.ts'
import { addDays, fromFlag, toInstant } from '../../../base/db/values.ts'
import { plansWithoutPayer, removeLeftCustomer } from '../../payments/cards/commands/erase-cards.ts'
import { openPayment } from '../../payments/charge/commands/open-payment.ts'
import { RENEWAL_KEY } from '../../payments/rules.ts'
import { endLeftPlan, pauseCharging, resumeCharging } from './end-renewals.ts'
import { placeOrder, refuseSecondOrder, settleLostOrder, withdrawOrder } from './place-order.ts'
import { syncSubscription } from './sync.ts'

const BATCH = 100
const RETRY_DAYS = 14
const QUIET_MINUTES = 10
const ABANDONED_HOURS = 24
const DAY_MINUTES = 1440

/**
 * Keeps subscriptions up to date: queries the provider after the end of a period or a day without
 * events, and resolves orders whose response was lost. Returns how many were checked.
 */
export async function renewSubscriptions(ctx: Ctx): Promise<number> {
  const left = await leftPlans(ctx)
  await workThrough(ctx, { work: 'left-plan', of: itemOf }, left, async ({ agency_id: agencyId }) => {
    await endLeftPlan(inAgency(ctx, { agencyId }))
    await removeLeftCustomer(ctx, agencyId)
  })
  const checked = providerName(ctx.services.config) === null ? 0 : await askProvider(ctx)
  const granted = await dueWithoutProvider(ctx)
  await workThrough(ctx, { work: 'subscription', of: itemOf }, granted, (row) => renewGiven(ctx, row))
  return checked + granted.length
}

async function askProvider(ctx: Ctx): Promise<number> {
  const provider = subscriptionProvider(ctx.services)
  const stale = await staleSubscriptions(ctx, provider.name)
  await workThrough(ctx, { work: 'subscription-state', of: itemOf }, stale, async ({ id }) => {
    if (id !== null) await syncSubscription(ctx, id)
  })
  const orders = await staleOrders(ctx, provider.name)
  const ofOrder = ({ id, payer_name }: (typeof orders)[number]) => ({ id, agencyId: null, name: payer_name })
  await workThrough(ctx, { work: 'plan-order', of: ofOrder }, orders, async (order) => {
    const { payer_agency_id: agencyId } = order
    if (agencyId === null) return
    const abandoned = elapsedMs(order.updated_at, ctx.now) > ABANDONED_HOURS * 3_600_000
    await (order.provider_subscription_id !== null && abandoned
      ? withdrawOrder(ctx, agencyId, order)
      : settleLostOrder(ctx, agencyId, order))
  })
  const suspended = await chargedWhileSuspended(ctx)
  await workThrough(ctx, { work: 'suspended-plan', of: itemOf }, suspended, ({ agency_id: id }) =>
    pauseCharging(ctx, id),
  )
  const resumed = await endingAfterSuspension(ctx)
  await workThrough(ctx, { work: 'resumed-plan', of: itemOf }, resumed, ({ agency_id: id }) =>
    resumeCharging(ctx, id),
  )
  return stale.length + orders.length
}

/** Plans concern the platform, so its administrators are notified. */
const itemOf = ({ agency_id: id, agency_name: name }: { agency_id: AgencyId; agency_name: string }) => ({
  id,
  agencyId: null,
  name,
})

const staleSubscriptions = (ctx: Ctx, provider: ProviderName) =>
  selectFrom(ctx, 'agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .select(['agency_subscriptions.provider_subscription_id as id', 'agency_subscriptions.agency_id'])
    .select('agencies.name as agency_name')
    .where('provider', '=', provider)
    .where('provider_subscription_id', 'is not', null)
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .where(itemsTurn(ctx, 'subscription-state', 'agency_subscriptions.agency_id'))
    .where((eb) =>
      eb.or([
        eb('period_end', '<=', toInstant(ctx.now)),
        isLongAgo('synced_at', ctx.now, DAY_MINUTES),
        eb('synced_at', 'is', null),
      ]),
    )
    .orderBy('synced_at')
    .limit(BATCH)
    .execute()

const staleOrders = (ctx: Ctx, provider: ProviderName) =>
  selectFrom(ctx, 'payments')
    .selectAll()
    .where('purpose', '=', 'subscription')
    .where('status', '=', 'pending')
    .where('provider', '=', provider)
    .where(itemsTurn(ctx, 'plan-order', 'payments.id'))
    .where(isLongAgo('updated_at', ctx.now, QUIET_MINUTES))
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()

/**
 * Plans that may renew on the card of a former owner, because the provider didn't respond when they left, and ended
 * ones whose customer must still be deleted there.
 */
const leftPlans = (ctx: Ctx) =>
  selectFrom(ctx, 'agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .select(['agency_subscriptions.agency_id', 'agencies.name as agency_name'])
    .where(itemsTurn(ctx, 'left-plan', 'agency_subscriptions.agency_id'))
    .where((eb) =>
      eb.or([
        eb('agency_subscriptions.leaving_payer_id', 'is not', null),
        eb('agency_subscriptions.agency_id', 'in', plansWithoutPayer(ctx).clearSelect().select('agency_id')),
      ]),
    )
    .limit(BATCH)
    .execute()

/** Plans still charged because the provider didn't respond when the agency was suspended. */
const chargedWhileSuspended = (ctx: Ctx) =>
  selectFrom(ctx, 'agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .select(['agency_subscriptions.agency_id', 'agencies.name as agency_name'])
    .where(itemsTurn(ctx, 'suspended-plan', 'agency_subscriptions.agency_id'))
    .where('agencies.suspended_at', 'is not', null)
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .where('agency_subscriptions.cancel_at_period_end', '=', 0)
    .where('agency_subscriptions.provider_subscription_id', 'is not', null)
    .limit(BATCH)
    .execute()

/** Plans that still end because the provider didn't respond when the agency was resumed. */
const endingAfterSuspension = (ctx: Ctx) =>
  selectFrom(ctx, 'agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .select(['agency_subscriptions.agency_id', 'agencies.name as agency_name'])
    .where(itemsTurn(ctx, 'resumed-plan', 'agency_subscriptions.agency_id'))
    .where('agencies.suspended_at', 'is', null)
    .where('agency_subscriptions.ended_by_suspension', '=', 1)
    .limit(BATCH)
    .execute()

type GivenPlan = Awaited<ReturnType<typeof dueWithoutProvider>>[number]

/**
 * Plans without a subscription at the provider whose period has ended: granted ones, older ones with a saved card,
 * and those of an earlier account of the portal.
 */
const dueWithoutProvider = (ctx: Ctx, agencyId?: AgencyId) =>
  whereSet(selectFrom(ctx, 'agency_subscriptions'), 'agency_subscriptions.agency_id', agencyId)
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .innerJoin('plans', 'plans.id', 'agency_subscriptions.plan_id')
    .select([
      'agency_subscriptions.agency_id',
      'agency_subscriptions.plan_id',
      'agency_subscriptions.price',
      'agency_subscriptions.currency',
      'agency_subscriptions.billing_interval',
      'agency_subscriptions.status',
      'agency_subscriptions.period_end',
      'agency_subscriptions.past_due_since',
      'agency_subscriptions.cancel_at_period_end',
      'agency_subscriptions.provider',
      'agency_subscriptions.provider_customer_id as customer',
      'agency_subscriptions.provider_method_id as method',
      'agencies.owner_id',
      'agencies.name as agency_name',
      'plans.name as plan_name',
    ])
    .where((eb) =>
      eb.or([
        eb('agency_subscriptions.provider_subscription_id', 'is', null),
        eb('agency_subscriptions.provider', 'is', null),
      ]),
    )
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .where('agency_subscriptions.period_end', '<=', toInstant(ctx.now))
    .where(itemsTurn(ctx, 'subscription', 'agency_subscriptions.agency_id'))
    .orderBy('agency_subscriptions.period_end')
    .limit(BATCH)
    .execute()

/**
 * If there is a saved card, a granted plan becomes a subscription, retried daily until paid; without one it
 * is overdue and ends two weeks later. These count from the first attempt, which may be later than the period's end.
 */
async function renewGiven(ctx: Ctx, row: GivenPlan): Promise<void> {
  const { method, customer } = row
  const { config } = ctx.services
  if (fromFlag(row.cancel_at_period_end) || isGivenUp(row, ctx.now)) {
    await setStatus(ctx, row, 'canceled')
    return
  }
  const { provider } = row
  if (method === null || customer === null || provider === null || provider !== providerName(config)) {
    await setStatus(ctx, row, 'past_due')
    return
  }
  const requestKey = `${RENEWAL_KEY}${row.agency_id}:${row.period_end}:${dateInZone(ctx.now, PLATFORM_ZONE)}`
  const order = {
    ...{ requestKey, method, customer, provider: { name: provider }, offSession: true },
    agencyId: row.agency_id,
  }
  const payment = await openPayment(ctx, order, async (tx) => {
    if (!(await isUnchanged(tx, row))) throw conflict('This plan')
    await refuseSecondOrder(tx, row.agency_id)
    return {
      payee: 'platform',
      agencyId: null,
      purpose: 'subscription',
      planId: row.plan_id,
      payerAgencyId: row.agency_id,
      payerUserId: row.owner_id,
      payerName: row.agency_name,
      amount: row.price,
      currency: row.currency,
      description: `${row.plan_name} plan, renewal`,
    }
  })
  const terms = {
    planId: row.plan_id,
    planName: row.plan_name,
    price: row.price,
    currency: row.currency,
    interval: row.billing_interval,
  }
  const { agency_id: agencyId } = row
  const idempotencyKey = payment.idempotency_key
  const charge = await placeOrder(ctx, payment, {
    place: () =>
      subscriptionProvider(ctx.services).create({
        agencyId,
        terms,
        customer,
        method,
        idempotencyKey,
        offSession: true,
      }),
  })
  if (charge.status === 'failed') await setStatus(ctx, row, 'past_due')
}

function isGivenUp({ status, past_due_since: since, period_end: end }: GivenPlan, now: Date): boolean {
  return status === 'past_due' && addDays(new Date(since ?? end), RETRY_DAYS) < now
}

/** Whether it is as it was found; its owner or the platform may have changed it since. */
async function isUnchanged(ctx: Ctx, row: GivenPlan): Promise<boolean> {
  const [now] = await dueWithoutProvider(ctx, row.agency_id)
  return isDeepStrictEqual(now, row)
}

const setStatus = (ctx: Ctx, row: GivenPlan, status: 'canceled' | 'past_due'): Promise<void> =>
  transactIn(ctx, row.agency_id, async (tx) => {
    if (!(await isUnchanged(tx, row))) return
    await updateTable(tx, 'agency_subscriptions')
      .set((eb) => ({
        status,
        updated_at: toInstant(ctx.now),
        past_due_since: eb.fn.coalesce('past_due_since', eb.val(toInstant(ctx.now))),
        ...(status === 'canceled' && { canceled_at: toInstant(ctx.now) }),
      }))
      .where('agency_id', '=', row.agency_id)
      .execute()
  })
