import type { Selectable } from 'kysely'
import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { lockAgency } from '../../../base/core/transaction.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { fromFlag, toFlag, toInstant } from '../../../base/db/values.ts'
import { findAgency, type PayingAgency } from '../../../identity/agencies/queries/agency.ts'
import { booksZoneOf } from '../../ledger/queries/open-days.ts'
import { INSTANCE } from '../../payments/rules.ts'
import { currentSubscription } from '../queries/subscription.ts'
import { type SubscriptionAnswer, subscriptionEvent } from '../rules.ts'
import { settleBill } from './settle-bill.ts'

type Row = Selectable<Schema['agency_subscriptions']>

/**
 * Updates our rows to the provider's state: bills become payments, and its terms the agency's. Idempotent;
 * returns false if the response is older than our row, so that the caller queries again.
 */
export async function settleSubscription(tx: Tx, answer: SubscriptionAnswer): Promise<boolean> {
  const { state, event } = answer
  await lockAgency(tx, state.agencyId)
  const agency = await findAgency(tx, state.agencyId)
  if (agency === undefined) return true
  const row = await currentSubscription(tx, agency.id)
  const ours =
    row?.provider === answer.provider && row.provider_subscription_id === state.id ? row : undefined
  if ((ours?.version ?? null) !== answer.seen) return false
  if (event !== null) {
    await tx.db
      .insertInto('payment_events')
      .values({ ...event, account: INSTANCE, received_at: toInstant(tx.now) })
      .onConflict((conflict) => conflict.columns(['account', 'id']).doNothing())
      .execute()
  }
  for (const bill of state.bills) {
    await settleBill(tx, { ...answer, agency, bill, charge: answer.charges.get(bill.id) })
  }
  if (ours !== undefined || takesOver(row, answer)) await writeTerms(tx, answer, agency, row, ours)
  return true
}

/** A running subscription replaces an ended one or a granted plan, never another running one. */
function takesOver(row: Row | undefined, { provider, state }: SubscriptionAnswer): boolean {
  if (state.status !== 'active' && state.status !== 'past_due') return false
  if (row === undefined || row.status === 'canceled' || row.status === 'trialing') return true
  return row.provider_subscription_id === null || row.provider !== provider
}

async function writeTerms(
  tx: Tx,
  answer: SubscriptionAnswer,
  agency: PayingAgency,
  row: Row | undefined,
  ours: Row | undefined,
): Promise<void> {
  const { state } = answer
  const planId = state.planId ?? row?.plan_id
  const plan = await tx.db
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('id', '=', planId ?? '')
    .executeTakeFirst()
  if (plan === undefined || state.status === 'incomplete') return
  const instant = toInstant(tx.now)
  const canceled = state.status === 'canceled'
  // While a change awaits payment, renewals still use the previous card.
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
    provider: answer.provider,
    provider_subscription_id: state.id,
    provider_customer_id: state.customer,
    ...(state.method !== null &&
      !waits && {
        provider_method_id: state.method,
        ...(state.card !== null && { card_brand: state.card.brand, card_last4: state.card.last4 }),
      }),
    synced_at: instant,
    past_due_since: null,
    updated_at: instant,
  }
  const converted = agency.status === 'trial' && !canceled
  await insertInto(tx, 'agency_subscriptions')
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
    await updateTable(tx, 'agencies')
      .set({ status: 'active', updated_at: instant })
      .where('id', '=', agency.id)
      .execute()
  }
  const before =
    ours === undefined ? null : { ...ours, cancelAtPeriodEnd: fromFlag(ours.cancel_at_period_end) }
  const happened = subscriptionEvent(
    before,
    { ...terms, cancelAtPeriodEnd: state.cancelAtPeriodEnd },
    { planName: plan.name, zone: await booksZoneOf(tx, agency.id) },
  )
  const about = { id: agency.id, agencyId: agency.id }
  if (happened !== null) {
    await record(tx, happened.name, {
      ...about,
      by: answer.by ?? { userId: null, name: agency.name },
      agencyName: agency.name,
      summary: happened.summary,
    })
  } else if (ours?.period_end !== terms.period_end || converted) {
    await record(tx, 'subscription.continued', about)
  }
}
