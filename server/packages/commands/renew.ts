import type { Db } from '../../db/schema.ts'
import { addDays, addMinutes, fromFlag, toInstant } from '../../db/values.ts'
import { openPayment } from '../../payments/commands/charge.ts'
import { RENEWAL_KEY } from '../../payments/rules.ts'
import { providerName } from '../../services/payment-provider.ts'
import { subscriptionProvider } from '../../services/subscription-provider.ts'
import type { Services } from '../../trpc/context.ts'
import { stopCharging } from './cancel.ts'
import { carryOut, healOrder, refuseSecondOrder, withdrawOrder } from './orders.ts'
import { lockAgency } from './settle.ts'
import { syncSubscription } from './sync.ts'

type RenewServices = Pick<Services, 'db' | 'config' | 'log'>

const BATCH = 100
const RETRY_DAYS = 14
const QUIET_MINUTES = 10
const ABANDONED_HOURS = 24

/**
 * Keeps subscriptions true without anybody's help: the test provider's clock is moved on, the provider is
 * asked where a period is over or nothing was heard for a day, and orders whose answer was lost are healed.
 * Returns how many it looked at.
 */
export async function renewSubscriptions(services: RenewServices, now: Date): Promise<number> {
  const asked = providerName(services.config) === null ? 0 : await askProvider(services, now)
  const given = await dueWithoutProvider(services.db, now)
  for (const row of given) await attempt(services, row.agency_id, () => renewGiven(services, now, row))
  return asked + given.length
}

async function askProvider(services: RenewServices, now: Date): Promise<number> {
  const provider = subscriptionProvider(services)
  const moved = (await provider.tick?.(now)) ?? []
  const quiet = await quietSubscriptions(services.db, provider.name, now)
  const known = new Set(moved.concat(quiet))
  for (const id of known) await attempt(services, id, () => syncSubscription(services, now, id))
  const orders = await quietOrders(services.db, provider.name, now)
  for (const order of orders) {
    const { payer_agency_id: agencyId } = order
    if (agencyId === null) continue
    const abandoned = order.updated_at < toInstant(addMinutes(now, -60 * ABANDONED_HOURS))
    await attempt(services, order.id, () =>
      order.provider_subscription_id !== null && abandoned
        ? withdrawOrder(services, now, agencyId, order)
        : healOrder(services, now, agencyId, order),
    )
  }
  const suspended = await chargedWhileSuspended(services.db)
  for (const { agency_id: id } of suspended) {
    await attempt(services, id, () => stopCharging(services, now, id, 'period_end'))
  }
  return known.size + orders.length
}

async function attempt(services: RenewServices, id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    services.log.warn({ err: error, id }, 'a subscription could not be brought up to date')
  }
}

async function quietSubscriptions(db: Db, provider: 'test' | 'stripe', now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('agency_subscriptions')
    .select('provider_subscription_id as id')
    .where('provider', '=', provider)
    .where('provider_subscription_id', 'is not', null)
    .where('status', 'in', ['active', 'past_due'])
    .where((eb) =>
      eb.or([
        eb('period_end', '<=', toInstant(now)),
        eb('synced_at', '<', toInstant(addDays(now, -1))),
        eb('synced_at', 'is', null),
      ]),
    )
    .orderBy('synced_at')
    .limit(BATCH)
    .execute()
  return rows.flatMap((row) => row.id ?? [])
}

const quietOrders = (db: Db, provider: 'test' | 'stripe', now: Date) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('purpose', '=', 'subscription')
    .where('status', '=', 'pending')
    .where('provider', '=', provider)
    .where('updated_at', '<', toInstant(addMinutes(now, -QUIET_MINUTES)))
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()

/** Where the provider did not answer when the agency was shut out. */
const chargedWhileSuspended = (db: Db) =>
  db
    .selectFrom('agency_subscriptions')
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
const dueWithoutProvider = (db: Db, now: Date) =>
  db
    .selectFrom('agency_subscriptions')
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
    .where('agency_subscriptions.period_end', '<=', toInstant(now))
    .orderBy('agency_subscriptions.period_end')
    .limit(BATCH)
    .execute()

/**
 * A given plan goes on as a subscription where a card is kept for it, once a day until it is paid; without
 * one it is overdue, and ends two weeks later.
 */
async function renewGiven(services: RenewServices, now: Date, row: GivenPlan): Promise<void> {
  const { method, customer } = row
  if (fromFlag(row.cancel_at_period_end) || addDays(new Date(row.period_end), RETRY_DAYS) < now) {
    await setStatus(services.db, now, row, 'canceled')
    return
  }
  if (method === null || customer === null || row.provider !== providerName(services.config)) {
    await setStatus(services.db, now, row, 'past_due')
    return
  }
  const requestKey = `${RENEWAL_KEY}${row.agency_id}:${row.period_end}:${toInstant(now).slice(0, 10)}`
  const order = { now, requestKey, method, customer, offSession: true }
  const payment = await openPayment(services.db, order, async (trx) => {
    await lockAgency(trx, row.agency_id)
    await refuseSecondOrder(trx, row.agency_id)
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
  const charge = await carryOut(services, now, payment, {
    place: () =>
      subscriptionProvider(services).create({
        agencyId,
        terms,
        customer,
        method,
        idempotencyKey,
        offSession: true,
        now,
      }),
  })
  if (charge.status === 'failed') await setStatus(services.db, now, row, 'past_due')
}

async function setStatus(
  db: Db,
  now: Date,
  row: Pick<GivenPlan, 'agency_id' | 'period_end'>,
  status: 'canceled' | 'past_due',
): Promise<void> {
  await db
    .updateTable('agency_subscriptions')
    .set({
      status,
      updated_at: toInstant(now),
      ...(status === 'canceled' && { canceled_at: toInstant(now) }),
    })
    .where('agency_id', '=', row.agency_id)
    .where('provider_subscription_id', 'is', null)
    .where('period_end', '=', row.period_end)
    .execute()
}
