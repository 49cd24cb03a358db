import type { About } from '#shared/base/events/kind.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { type IntentState, providerName } from '../../../base/adapters/payments/payment-provider.ts'
import type { Placed } from '../../../base/adapters/payments/subscription-provider.ts'
import { AppError, alreadySubmitted, present } from '../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { elapsedMs } from '../../../base/db/elapsed.ts'
import { settlePayment, toCharge } from '../../payments/charge/commands/settle-payment.ts'
import { INTERRUPTED_WORDS, type PaymentRow } from '../../payments/rules.ts'
import { currentSubscription } from '../queries/subscription.ts'
import { syncSubscription } from './sync.ts'

const LOST_AFTER_MINUTES = 2

/**
 * Submits an order with a stored payment and returns the result. Idempotent: `place` uses the stored
 * idempotency key, and an order that has a bill is only looked up.
 */
export async function placeOrder(
  ctx: Ctx,
  payment: PaymentRow,
  order: { place: () => Promise<Placed>; by?: About['by'] },
): Promise<ChargeDto> {
  if (payment.status !== 'pending') return toCharge(payment, null)
  const placed =
    payment.provider_subscription_id === null
      ? await order.place().catch(refusalOf)
      : { id: payment.provider_subscription_id }
  if ('refused' in placed) {
    await failOrder(ctx, payment.id, placed.refused)
    return outcomeOf(ctx, payment.id)
  }
  const synced = await syncSubscription(ctx, placed.id, { by: order.by })
  return outcomeOf(ctx, payment.id, synced?.charges)
}

/** A rejected request is a response; any other error isn't. */
function refusalOf(error: unknown): Placed {
  if (error instanceof AppError) return { refused: error.message }
  throw error
}

export async function outcomeOf(
  ctx: Ctx,
  paymentId: string,
  charges: ReadonlyMap<string, IntentState> = new Map(),
): Promise<ChargeDto> {
  const payment = await selectFrom(ctx, 'payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return toCharge(payment, charges.get(payment.provider_bill_id ?? '') ?? null)
}

const failOrder = (ctx: Ctx, paymentId: string, words: string): Promise<boolean> =>
  transact(ctx, (tx) =>
    settlePayment(tx, paymentId, {
      id: '',
      status: 'failed',
      clientSecret: null,
      failure: words,
      card: null,
      refunded: 0,
    }),
  )

/** The order created by an earlier submission of the same form, which must have been for the same plan, if any. */
export async function findOrder(
  ctx: Ctx,
  requestKey: string,
  planId?: string,
): Promise<Pick<PaymentRow, 'id' | 'status'> | undefined> {
  const order = await selectFrom(ctx, 'payments')
    .select(['id', 'status', 'purpose', 'plan_id'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  if (order !== undefined) requireSameOrder(order, planId)
  return order
}

export function requireSameOrder(
  { purpose, plan_id }: Pick<PaymentRow, 'purpose' | 'plan_id'>,
  planId = plan_id,
): void {
  if (purpose !== 'subscription' || plan_id !== planId) throw alreadySubmitted()
}

const openOrder = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'payments')
    .selectAll()
    .where('payer_agency_id', '=', agencyId)
    .where('purpose', '=', 'subscription')
    .where('status', '=', 'pending')
    .where('provider', '!=', 'manual')
    .executeTakeFirst()

/** Two concurrent orders would create two subscriptions. */
export async function refuseSecondOrder(tx: Tx, agencyId: AgencyId): Promise<void> {
  if ((await openOrder(tx, agencyId)) !== undefined) {
    throw new AppError('CONFLICT', 'A payment for your plan is already being processed.')
  }
}

/** Prepares a new order: cancels one that awaits authentication and looks up one whose response was lost. */
export async function releaseOpenOrder(ctx: Ctx, agencyId: AgencyId, requestKey: string): Promise<void> {
  const open = await openOrder(ctx, agencyId)
  if (open === undefined || open.request_key === requestKey) return
  if (open.provider !== providerName(ctx.services.config)) return
  if (open.provider_subscription_id !== null) await withdrawOrder(ctx, agencyId, open)
  else if (elapsedMs(open.created_at, ctx.now) > LOST_AFTER_MINUTES * 60_000) {
    await settleLostOrder(ctx, agencyId, open)
  }
}

/** Cancels an order that was never authenticated, unless it was paid meanwhile. */
export async function withdrawOrder(
  ctx: Ctx,
  agencyId: AgencyId,
  order: Pick<PaymentRow, 'provider_subscription_id'>,
): Promise<void> {
  const id = present(order.provider_subscription_id, 'The order’s subscription')
  const synced = await syncSubscription(ctx, id)
  const waits = synced?.state.bills.some((bill) => bill.status === 'open' && bill.reason !== 'cycle')
  if (!waits) return
  const current = await currentSubscription(ctx, agencyId)
  const method = current?.provider_subscription_id === id ? current.provider_method_id : null
  await subscriptionProvider(ctx.services).withdraw(id, method)
  await syncSubscription(ctx, id)
}

/** Settles an order whose response was lost; if it doesn't exist at the provider, it has failed. */
export async function settleLostOrder(ctx: Ctx, agencyId: AgencyId, order: PaymentRow): Promise<void> {
  const provider = subscriptionProvider(ctx.services)
  const current = await currentSubscription(ctx, agencyId)
  const found = await provider.find({ agencyId, customer: order.provider_customer_id })
  const currentId = current?.provider === provider.name ? (current.provider_subscription_id ?? []) : []
  for (const id of new Set(found.concat(currentId))) await syncSubscription(ctx, id)
  const { status, provider_bill_id } = await selectFrom(ctx, 'payments')
    .select(['status', 'provider_bill_id'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (status === 'pending' && provider_bill_id === null) {
    await failOrder(ctx, order.id, INTERRUPTED_WORDS)
  }
}
