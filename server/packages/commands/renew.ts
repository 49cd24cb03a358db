import type { AgencyId } from '#shared/roles.ts'
import type { Db } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { chargeCard } from '../../payments/commands/charge.ts'
import { RENEWAL_KEY } from '../../payments/rules.ts'
import type { Services } from '../../trpc/context.ts'

const BATCH = 100
const RETRY_DAYS = 14

/**
 * Renews what has run out: cancelled subscriptions end, the others are charged on their kept card. The
 * request key names agency, period and day, so that a period is charged once and a declined card is
 * tried once a day. Returns how many subscriptions it moved.
 */
export async function renewSubscriptions(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  now: Date,
): Promise<number> {
  const due = await services.db
    .selectFrom('agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .innerJoin('plans', 'plans.id', 'agency_subscriptions.plan_id')
    .select([
      'agency_subscriptions.agency_id',
      'agency_subscriptions.plan_id',
      'agency_subscriptions.price',
      'agency_subscriptions.currency',
      'agency_subscriptions.period_end',
      'agency_subscriptions.cancel_at_period_end',
      'agency_subscriptions.provider_customer_id',
      'agency_subscriptions.provider_method_id',
      'agencies.owner_id',
      'agencies.name as agency_name',
      'plans.name as plan_name',
    ])
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .where('agency_subscriptions.period_end', '<=', toInstant(now))
    .orderBy('agency_subscriptions.period_end')
    .limit(BATCH)
    .execute()
  for (const subscription of due) {
    const expired = now.getTime() - Date.parse(subscription.period_end) > RETRY_DAYS * 86_400_000
    if (subscription.cancel_at_period_end === 1 || expired) {
      await setStatus(services, now, subscription, 'canceled')
    } else if (subscription.provider_method_id === null) {
      await setStatus(services, now, subscription, 'past_due')
    } else {
      try {
        await renew(services, now, { ...subscription, method: subscription.provider_method_id })
      } catch (error) {
        services.log.warn({ err: error, agencyId: subscription.agency_id }, 'a renewal could not be charged')
      }
    }
  }
  return due.length
}

/** A charge of an earlier day whose answer is still to come may pay for the period yet. */
async function isUnderWay(db: Db, period: string): Promise<boolean> {
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where('request_key', 'like', `${period}%`)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return open !== undefined
}

interface Due {
  agency_id: AgencyId
  period_end: string
}

async function setStatus(
  services: Pick<Services, 'db'>,
  now: Date,
  subscription: Due,
  status: 'canceled' | 'past_due',
): Promise<void> {
  await services.db
    .updateTable('agency_subscriptions')
    .set({
      status,
      updated_at: toInstant(now),
      ...(status === 'canceled' && { canceled_at: toInstant(now) }),
    })
    .where('agency_id', '=', subscription.agency_id)
    .where('period_end', '=', subscription.period_end)
    .execute()
}

async function renew(
  services: Pick<Services, 'db' | 'config'>,
  now: Date,
  subscription: Due & {
    plan_id: string
    price: number
    currency: string
    provider_customer_id: string | null
    owner_id: string
    agency_name: string
    plan_name: string
    method: string
  },
): Promise<void> {
  const period = `${RENEWAL_KEY}${subscription.agency_id}:${subscription.period_end}:`
  if (await isUnderWay(services.db, period)) return
  const charge = await chargeCard(
    services,
    {
      now,
      requestKey: `${period}${toInstant(now).slice(0, 10)}`,
      method: subscription.method,
      customer: subscription.provider_customer_id,
      offSession: true,
    },
    async () => ({
      payee: 'platform',
      agencyId: null,
      purpose: 'subscription',
      planId: subscription.plan_id,
      payerAgencyId: subscription.agency_id,
      payerUserId: subscription.owner_id,
      payerName: subscription.agency_name,
      amount: subscription.price,
      currency: subscription.currency,
      description: `${subscription.plan_name} plan, renewal`,
    }),
  )
  if (charge.status === 'failed') await setStatus(services, now, subscription, 'past_due')
}
