import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import type { PaymentServices } from '../../payments/commands/charge.ts'
import { type IntentState, paymentProvider } from '../../services/payment-provider.ts'
import { type SubscriptionState, subscriptionProvider } from '../../services/subscription-provider.ts'
import { settleSubscription } from './settle.ts'

export interface Synced {
  state: SubscriptionState
  charges: ReadonlyMap<string, IntentState>
}

interface SyncOptions {
  actor?: Scope
  event?: { id: string; type: string }
}

const TRIES = 8
const running = new Map<string, Promise<unknown>>()

/**
 * Asks the provider how a subscription stands and makes our rows say so. News and answers carry no state
 * of their own: whatever they told, and in which order, it is what holds now that is written. Null where
 * the provider does not know it, or the event was applied before.
 */
export function syncSubscription(
  services: PaymentServices,
  now: Date,
  id: string,
  options: SyncOptions = {},
): Promise<Synced | null> {
  // One after the other within this process; between processes the row's version decides.
  const before = running.get(id) ?? Promise.resolve()
  const next = before.catch(() => undefined).then(() => sync(services, now, id, options))
  running.set(id, next)
  return next.finally(() => {
    if (running.get(id) === next) running.delete(id)
  })
}

async function sync(
  services: PaymentServices,
  now: Date,
  id: string,
  { actor, event }: SyncOptions,
): Promise<Synced | null> {
  const provider = subscriptionProvider(services)
  const find = () =>
    services.db
      .selectFrom('agency_subscriptions')
      .select(['version', 'provider_method_id'])
      .where('provider', '=', provider.name)
      .where('provider_subscription_id', '=', id)
      .executeTakeFirst()
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (event !== undefined && (await isApplied(services.db, event.id))) return null
    const row = await find()
    const state = await provider.retrieve(id, now)
    if (state === null) return null
    const charges = await chargesOf(services, provider.name, state)
    const news = { provider: provider.name, state, charges, seen: row?.version ?? null }
    const isUnpaid = state.bills.some(
      (bill) =>
        bill.status === 'open' && bill.reason !== 'cycle' && charges.get(bill.id)?.status === 'failed',
    )
    const settled = await transact(services.db, (trx) =>
      settleSubscription(trx, now, {
        ...news,
        actor: actor ?? null,
        event: isUnpaid ? null : (event ?? null),
      }),
    )
    if (settled && !isUnpaid) return { state, charges }
    // An order that was not paid leaves everything as it was.
    if (settled) await provider.withdraw(id, row?.provider_method_id ?? null, now)
  }
  throw new AppError('CONFLICT', 'This subscription is being changed. Please try again.')
}

const isApplied = async (db: Db, eventId: string): Promise<boolean> =>
  (await db.selectFrom('payment_events').select('id').where('id', '=', eventId).executeTakeFirst()) !==
  undefined

/** The charges behind the bills that are not settled yet. */
async function chargesOf(
  services: PaymentServices,
  provider: 'test' | 'stripe',
  state: SubscriptionState,
): Promise<Map<string, IntentState>> {
  const known = await services.db
    .selectFrom('payments')
    .select(['provider_bill_id', 'status'])
    .where('provider', '=', provider)
    .where('provider_subscription_id', '=', state.id)
    .execute()
  const statuses = new Map(known.map((payment) => [payment.provider_bill_id, payment.status]))
  const charges = new Map<string, IntentState>()
  for (const bill of state.bills) {
    const status = statuses.get(bill.id)
    const isOver = status === 'succeeded' || status === 'refunded'
    if (isOver || (bill.status === 'void' && status === 'failed')) continue
    if (bill.intentId !== null) {
      charges.set(bill.id, await paymentProvider(services).retrieve(bill.intentId))
    } else if (bill.status === 'paid') {
      charges.set(bill.id, paidElsewhere(bill.id))
    }
  }
  return charges
}

/** A bill the platform's people marked as paid at the provider. */
const paidElsewhere = (billId: string): IntentState => ({
  id: billId,
  status: 'succeeded',
  clientSecret: null,
  failure: null,
  card: null,
  refunded: 0,
})
