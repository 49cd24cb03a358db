import type { Selectable } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Schema, Trx } from '../../db/schema.ts'
import { fromFlag, toFlag, toInstant } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'
import { notifyPlatform } from '../../notifications/commands/about-platform.ts'
import { payerScope } from '../../payments/rules.ts'
import type { IntentState } from '../../services/payment-provider.ts'
import type { SubscriptionState } from '../../services/subscription-provider.ts'
import { currentSubscription } from '../queries/subscription.ts'
import { PLAN_TOUCHES, planNews } from '../rules.ts'
import { settleBill } from './bills.ts'

/** What a provider says of a subscription, and what was known before it was asked. */
export interface SubscriptionNews {
  provider: 'test' | 'stripe'
  state: SubscriptionState
  /** How the charges stand behind the bills that are not settled yet. */
  charges: ReadonlyMap<string, IntentState>
  /** The version of our row before the provider was asked; null where it names another subscription. */
  seen: number | null
  /** Who asked for it; null where it happened by itself. */
  actor: Scope | null
  event: { id: string; type: string } | null
}

export interface PayingAgency {
  id: AgencyId
  name: string
  owner_id: string
  status: 'active' | 'trial'
}

type Row = Selectable<Schema['agency_subscriptions']>

/**
 * Makes our rows say what the provider says: bills become payments, the terms those of the agency. Applied
 * again it changes nothing, and an answer older than our row is refused with false: ask again.
 */
export async function settleSubscription(trx: Trx, now: Date, news: SubscriptionNews): Promise<boolean> {
  const { state, event } = news
  const agency = await lockAgency(trx, state.agencyId as AgencyId)
  if (agency === null) return true
  const row = await currentSubscription(trx, agency.id)
  const ours = row?.provider === news.provider && row.provider_subscription_id === state.id ? row : undefined
  if ((ours?.version ?? null) !== news.seen) return false
  if (event !== null) {
    await trx
      .insertInto('payment_events')
      .values({ ...event, received_at: toInstant(now) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  for (const bill of state.bills) {
    await settleBill(trx, now, { ...news, agency, bill, charge: news.charges.get(bill.id) })
  }
  if (ours !== undefined || takesOver(row, news)) await writeTerms(trx, now, news, agency, row, ours)
  return true
}

/** Held until the transaction ends: one change of an agency's plan at a time. */
export async function lockAgency(trx: Trx, agencyId: AgencyId): Promise<PayingAgency | null> {
  const agency = await trx
    .updateTable('agencies')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', agencyId)
    .returning(['id', 'name', 'owner_id', 'status'])
    .executeTakeFirst()
  return agency ?? null
}

/** A running subscription replaces an ended one, or a plan nobody was charged for; never another running one. */
function takesOver(row: Row | undefined, { provider, state }: SubscriptionNews): boolean {
  if (state.status !== 'active' && state.status !== 'past_due') return false
  if (row === undefined || row.status === 'canceled' || row.status === 'trialing') return true
  return row.provider_subscription_id === null || row.provider !== provider
}

async function writeTerms(
  trx: Trx,
  now: Date,
  news: SubscriptionNews,
  agency: PayingAgency,
  row: Row | undefined,
  ours: Row | undefined,
): Promise<void> {
  const { state } = news
  const planId = state.planId ?? row?.plan_id
  const plan = await trx
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('id', '=', planId ?? '')
    .executeTakeFirst()
  if (plan === undefined || state.status === 'incomplete') return
  const instant = toInstant(now)
  const canceled = state.status === 'canceled'
  // While a change waits for its payment, the card charged for it is not yet the one renewals go to.
  const waits = state.bills.some((bill) => bill.reason === 'change' && bill.status === 'open')
  const terms = {
    plan_id: plan.id,
    status: state.status,
    price: state.price,
    currency: state.currency,
    billing_interval: state.interval,
    period_start: state.periodStart,
    period_end: state.periodEnd,
    cancel_at_period_end: toFlag(state.cancelAtPeriodEnd),
    canceled_at: canceled ? (ours?.canceled_at ?? instant) : null,
    provider: news.provider,
    provider_subscription_id: state.id,
    provider_customer_id: state.customer,
    ...(state.method !== null &&
      !waits && {
        provider_method_id: state.method,
        ...(state.card !== null && { card_brand: state.card.brand, card_last4: state.card.last4 }),
      }),
    synced_at: instant,
    updated_at: instant,
  }
  const converted = agency.status === 'trial' && !canceled
  await trx
    .insertInto('agency_subscriptions')
    .values({
      agency_id: agency.id,
      ...terms,
      converted_from_trial: toFlag(converted),
      version: 1,
      created_at: instant,
    })
    .onConflict((conflict) =>
      conflict.column('agency_id').doUpdateSet((eb) => ({
        ...terms,
        ...(converted && { converted_from_trial: 1 }),
        version: eb('agency_subscriptions.version', '+', 1),
      })),
    )
    .execute()
  if (converted) {
    await trx
      .updateTable('agencies')
      .set({ status: 'active', updated_at: instant })
      .where('id', '=', agency.id)
      .execute()
  }
  const actor = news.actor ?? payerScope({ id: state.id, payer_user_id: null, payer_name: agency.name }, now)
  const before =
    ours === undefined ? null : { ...ours, cancelAtPeriodEnd: fromFlag(ours.cancel_at_period_end) }
  const told = planNews(before, { ...terms, cancelAtPeriodEnd: state.cancelAtPeriodEnd }, plan.name)
  if (told !== null) {
    await recordActivity(trx, actor, {
      ...told,
      subject: { type: 'subscription', id: agency.id },
      agencyId: agency.id,
      touches: PLAN_TOUCHES,
    })
    await notifyPlatform(trx, actor, `${agency.name}: ${told.summary}`)
  } else if (ours?.period_end !== terms.period_end || converted) {
    await publishChange(trx, actor, { domains: PLAN_TOUCHES, agencyId: agency.id })
  }
}
