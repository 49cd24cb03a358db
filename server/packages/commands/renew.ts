import { providerName } from '../../adapters/payment-provider.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { addDays, addMinutes, fromFlag, toInstant } from '../../db/values.ts'
import { openPayment } from '../../payments/commands/charge.ts'
import { subscriptionProvider } from '../../payments/queries/provider.ts'
import { RENEWAL_KEY } from '../../payments/rules.ts'
import { stopCharging } from './cancel.ts'
import { carryOut, healOrder, refuseSecondOrder, withdrawOrder } from './place-order.ts'
import { syncSubscription } from './sync.ts'

const BATCH = 100
const RETRY_DAYS = 14
const QUIET_MINUTES = 10
const ABANDONED_HOURS = 24

/**
 * Keeps subscriptions true without anybody's help: the test provider's clock is moved on, the provider is
 * asked where a period is over or nothing was heard for a day, and orders whose answer was lost are healed.
 * Returns how many it looked at.
 */
export async function renewSubscriptions(ctx: Ctx): Promise<number> {
  const asked = providerName(ctx.services.config) === null ? 0 : await askProvider(ctx)
  const given = await dueWithoutProvider(ctx)
  for (const row of given) await attempt(ctx, row.agency_id, () => renewGiven(ctx, row))
  return asked + given.length
}

async function askProvider(ctx: Ctx): Promise<number> {
  const provider = subscriptionProvider(ctx.services)
  const moved = (await provider.tick?.(ctx.now)) ?? []
  const quiet = await quietSubscriptions(ctx, provider.name)
  const known = new Set(moved.concat(quiet))
  for (const id of known) await attempt(ctx, id, () => syncSubscription(ctx, id))
  const orders = await quietOrders(ctx, provider.name)
  for (const order of orders) {
    const { payer_agency_id: agencyId } = order
    if (agencyId === null) continue
    const abandoned = order.updated_at < toInstant(addMinutes(ctx.now, -60 * ABANDONED_HOURS))
    await attempt(ctx, order.id, () =>
      order.provider_subscription_id !== null && abandoned
        ? withdrawOrder(ctx, agencyId, order)
        : healOrder(ctx, agencyId, order),
    )
  }
  const suspended = await chargedWhileSuspended(ctx)
  for (const { agency_id: id } of suspended) {
    await attempt(ctx, id, () => stopCharging(ctx, id, 'period_end'))
  }
  return known.size + orders.length
}

async function attempt(ctx: Ctx, id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.services.log.warn({ err: error, id }, 'a subscription could not be brought up to date')
  }
}

async function quietSubscriptions(ctx: Ctx, provider: 'test' | 'stripe'): Promise<string[]> {
  const rows = await selectFrom(ctx, 'agency_subscriptions')
    .select('provider_subscription_id as id')
    .where('provider', '=', provider)
    .where('provider_subscription_id', 'is not', null)
    .where('status', 'in', ['active', 'past_due'])
    .where((eb) =>
      eb.or([
        eb('period_end', '<=', toInstant(ctx.now)),
        eb('synced_at', '<', toInstant(addDays(ctx.now, -1))),
        eb('synced_at', 'is', null),
      ]),
    )
    .orderBy('synced_at')
    .limit(BATCH)
    .execute()
  return rows.flatMap((row) => row.id ?? [])
}

const quietOrders = (ctx: Ctx, provider: 'test' | 'stripe') =>
  selectFrom(ctx, 'payments')
    .selectAll()
    .where('purpose', '=', 'subscription')
    .where('status', '=', 'pending')
    .where('provider', '=', provider)
    .where('updated_at', '<', toInstant(addMinutes(ctx.now, -QUIET_MINUTES)))
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()

/** Where the provider did not answer when the agency was shut out. */
const chargedWhileSuspended = (ctx: Ctx) =>
  selectFrom(ctx, 'agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .select('agency_subscriptions.agency_id')
    .where('agencies.suspended_at', 'is not', null)
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .where('agency_subscriptions.cancel_at_period_end', '=', 0)
    .where('agency_subscriptions.provider_subscription_id', 'is not', null)
    .limit(BATCH)
    .execute()

type GivenPlan = Awaited<ReturnType<typeof dueWithoutProvider>>[number]

/** Plans without a subscription at the provider whose period is over: given ones, and kept cards' of old. */
const dueWithoutProvider = (ctx: Ctx) =>
  selectFrom(ctx, 'agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .innerJoin('plans', 'plans.id', 'agency_subscriptions.plan_id')
    .select([
      'agency_subscriptions.agency_id',
      'agency_subscriptions.plan_id',
      'agency_subscriptions.price',
      'agency_subscriptions.currency',
      'agency_subscriptions.billing_interval',
      'agency_subscriptions.period_end',
      'agency_subscriptions.cancel_at_period_end',
      'agency_subscriptions.provider',
      'agency_subscriptions.provider_customer_id as customer',
      'agency_subscriptions.provider_method_id as method',
      'agencies.owner_id',
      'agencies.name as agency_name',
      'plans.name as plan_name',
    ])
    .where('agency_subscriptions.provider_subscription_id', 'is', null)
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .where('agency_subscriptions.period_end', '<=', toInstant(ctx.now))
    .orderBy('agency_subscriptions.period_end')
    .limit(BATCH)
    .execute()

/**
 * A given plan goes on as a subscription where a card is kept for it, once a day until it is paid; without
 * one it is overdue, and ends two weeks later.
 */
async function renewGiven(ctx: Ctx, row: GivenPlan): Promise<void> {
  const { method, customer } = row
  if (fromFlag(row.cancel_at_period_end) || addDays(new Date(row.period_end), RETRY_DAYS) < ctx.now) {
    await setStatus(ctx, row, 'canceled')
    return
  }
  if (method === null || customer === null || row.provider !== providerName(ctx.services.config)) {
    await setStatus(ctx, row, 'past_due')
    return
  }
  const requestKey = `${RENEWAL_KEY}${row.agency_id}:${row.period_end}:${toInstant(ctx.now).slice(0, 10)}`
  const order = { requestKey, method, customer, offSession: true }
  const payment = await openPayment(ctx, order, async (tx) => {
    await lockAgency(tx, row.agency_id)
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
  const charge = await carryOut(ctx, payment, {
    place: () =>
      subscriptionProvider(ctx.services).create({
        agencyId,
        terms,
        customer,
        method,
        idempotencyKey,
        offSession: true,
        now: ctx.now,
      }),
  })
  if (charge.status === 'failed') await setStatus(ctx, row, 'past_due')
}

async function setStatus(
  ctx: Ctx,
  row: Pick<GivenPlan, 'agency_id' | 'period_end'>,
  status: 'canceled' | 'past_due',
): Promise<void> {
  await updateTable(ctx, 'agency_subscriptions')
    .set({
      status,
      updated_at: toInstant(ctx.now),
      ...(status === 'canceled' && { canceled_at: toInstant(ctx.now) }),
    })
    .where('agency_id', '=', row.agency_id)
    .where('provider_subscription_id', 'is', null)
    .where('period_end', '=', row.period_end)
    .execute()
}
