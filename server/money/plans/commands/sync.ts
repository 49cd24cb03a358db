import type { About } from '#shared/base/events/kind.ts'
import { paymentProvider, subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import type { IntentState, ProviderName } from '../../../base/adapters/payments/payment-provider.ts'
import type { SubscriptionState } from '../../../base/adapters/payments/subscription-provider.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { removeLeftCustomer } from '../../payments/cards/commands/erase-cards.ts'
import { INSTANCE } from '../../payments/rules.ts'
import { settleSubscription } from './settle-subscription.ts'

export interface Synced {
  state: SubscriptionState
  charges: ReadonlyMap<string, IntentState>
}

interface SyncOptions {
  by?: About['by']
  event?: { id: string; type: string }
}

const TRIES = 8
const running = new Map<string, Promise<unknown>>()

/**
 * Reads a subscription from the provider and updates our rows. Events and responses only trigger this, so their order
 * doesn't matter. Returns null if it doesn't exist at the provider or the event was already applied.
 */
export function syncSubscription(caller: Ctx, id: string, options: SyncOptions = {}): Promise<Synced | null> {
  // Includes the agency's plan, payments, and owner's cards, beyond the caller's access.
  const ctx = acrossAgencies(caller)
  // Serialized within this process; across processes, the row's version decides.
  const before = running.get(id) ?? Promise.resolve()
  const next = before.catch(() => undefined).then(() => sync(ctx, id, options))
  running.set(id, next)
  return next.finally(() => {
    if (running.get(id) === next) running.delete(id)
  })
}

async function sync(ctx: Ctx, id: string, { by, event }: SyncOptions): Promise<Synced | null> {
  const provider = subscriptionProvider(ctx.services)
  const find = () =>
    selectFrom(ctx, 'agency_subscriptions')
      .select(['version', 'provider_method_id'])
      .where('provider', '=', provider.name)
      .where('provider_subscription_id', '=', id)
      .executeTakeFirst()
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (event !== undefined && (await isApplied(ctx, event.id))) return null
    const row = await find()
    const state = await provider.retrieve(id)
    if (state === null) return null
    const charges = await chargesOf(ctx, provider.name, state)
    const answer = { provider: provider.name, state, charges, seen: row?.version ?? null }
    const isUnpaid = state.bills.some(
      (bill) =>
        bill.status === 'open' && bill.reason !== 'cycle' && charges.get(bill.id)?.status === 'failed',
    )
    const settled = await transact(ctx, (tx) =>
      settleSubscription(tx, {
        ...answer,
        by: by && { userId: by.userId, name: by.name },
        event: isUnpaid ? null : (event ?? null),
      }),
    )
    if (settled && !isUnpaid) {
      if (state.status === 'canceled') await removeCustomerOf(ctx, id)
      return { state, charges }
    }
    // An unpaid order must not change anything.
    if (settled) await provider.withdraw(id, row?.provider_method_id ?? null)
  }
  throw new AppError('CONFLICT', 'This subscription is being changed. Try again in a moment.')
}

/** Deletes the customer at once, because choosing a plan again overwrites its id. After an error, the job tries again. */
async function removeCustomerOf(ctx: Ctx, id: string): Promise<void> {
  const plan = await selectFrom(ctx, 'agency_subscriptions')
    .select('agency_id')
    .where('provider_subscription_id', '=', id)
    .executeTakeFirst()
  if (plan === undefined) return
  await removeLeftCustomer(ctx, plan.agency_id).catch((error: unknown) => {
    ctx.services.log.warn({ err: error, agencyId: plan.agency_id }, 'a customer could not be removed')
  })
}

const isApplied = async (ctx: Ctx, eventId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('payment_events')
    .select('id')
    .where('account', '=', INSTANCE)
    .where('id', '=', eventId)
    .executeTakeFirst()) !== undefined

/** The charges of unsettled bills. */
async function chargesOf(
  ctx: Ctx,
  provider: ProviderName,
  state: SubscriptionState,
): Promise<Map<string, IntentState>> {
  const existing = await selectFrom(ctx, 'payments')
    .select(['provider_bill_id', 'status'])
    .where('provider', '=', provider)
    .where('provider_subscription_id', '=', state.id)
    .execute()
  const statuses = new Map(existing.map((payment) => [payment.provider_bill_id, payment.status]))
  const charges = new Map<string, IntentState>()
  for (const bill of state.bills) {
    const status = statuses.get(bill.id)
    const isOver = status === 'succeeded' || status === 'refunded'
    if (isOver || (bill.status === 'void' && status === 'failed')) continue
    if (bill.intentId !== null) {
      charges.set(bill.id, await paymentProvider(ctx.services).retrieve(bill.intentId))
    } else if (bill.status === 'paid') {
      charges.set(bill.id, paidElsewhere(bill.id))
    }
  }
  return charges
}

/** A bill that platform staff marked as paid at the provider. */
const paidElsewhere = (billId: string): IntentState => ({
  id: billId,
  status: 'succeeded',
  clientSecret: null,
  failure: null,
  card: null,
  refunded: 0,
})
