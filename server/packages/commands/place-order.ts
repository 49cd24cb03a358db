import type { About } from '#shared/events/kind.ts'
import type { ChargeDto } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'
import { type IntentState, providerName } from '../../adapters/payment-provider.ts'
import type { Placed } from '../../adapters/subscription-provider.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { toCharge } from '../../payments/commands/charge.ts'
import { settlePayment } from '../../payments/commands/settle-payment.ts'
import { subscriptionProvider } from '../../payments/queries/provider.ts'
import type { PaymentRow } from '../../payments/rules.ts'
import { currentSubscription } from '../queries/subscription.ts'
import { syncSubscription } from './sync.ts'

const INTERRUPTED = 'The payment was interrupted. You have not been charged.'
const LOST_AFTER_MINUTES = 2

/**
 * Sends an order whose payment is stored, and says what became of it. Repeating it is fine: `place` carries
 * the stored idempotency key, and an order with a bill is only looked up.
 */
export async function carryOut(
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

/** What the provider finds wrong with an order is an answer to it; anything else is none. */
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

/** The order a filled-in form has led to, if it was sent before. */
export const findOrder = (ctx: Ctx, requestKey: string) =>
  selectFrom(ctx, 'payments')
    .select(['id', 'status'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst()

const openOrder = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'payments')
    .selectAll()
    .where('payer_agency_id', '=', agencyId)
    .where('purpose', '=', 'subscription')
    .where('status', '=', 'pending')
    .where('provider', '!=', 'manual')
    .executeTakeFirst()

/** Two orders at once would be two subscriptions. */
export async function refuseSecondOrder(tx: Tx, agencyId: AgencyId): Promise<void> {
  if ((await openOrder(tx, agencyId)) !== undefined) {
    throw new AppError('CONFLICT', 'A payment for your plan is already being processed.')
  }
}

/** Makes way for a new order: one that waits for its authentication is taken back, a lost one looked up. */
export async function releaseOpenOrder(ctx: Ctx, agencyId: AgencyId, requestKey: string): Promise<void> {
  const open = await openOrder(ctx, agencyId)
  if (open === undefined || open.request_key === requestKey) return
  if (open.provider !== providerName(ctx.services.config)) return
  if (open.provider_subscription_id !== null) await withdrawOrder(ctx, agencyId, open)
  else if (open.created_at < toInstant(addMinutes(ctx.now, -LOST_AFTER_MINUTES))) {
    await healOrder(ctx, agencyId, open)
  }
}

/** Ends an order nobody authenticated; one that was paid meanwhile stays so. */
export async function withdrawOrder(
  ctx: Ctx,
  agencyId: AgencyId,
  order: Pick<PaymentRow, 'provider_subscription_id'>,
): Promise<void> {
  const id = order.provider_subscription_id ?? ''
  const synced = await syncSubscription(ctx, id)
  const waits = synced?.state.bills.some((bill) => bill.status === 'open' && bill.reason !== 'cycle')
  if (!waits) return
  const current = await currentSubscription(ctx, agencyId)
  const method = current?.provider_subscription_id === id ? current.provider_method_id : null
  await subscriptionProvider(ctx.services).withdraw(id, method, ctx.now)
  await syncSubscription(ctx, id)
}

/** Finds what became of an order whose answer never arrived; one the provider has not heard of has failed. */
export async function healOrder(ctx: Ctx, agencyId: AgencyId, order: PaymentRow): Promise<void> {
  const provider = subscriptionProvider(ctx.services)
  const current = await currentSubscription(ctx, agencyId)
  const made = await provider.find({ agencyId, customer: order.provider_customer_id })
  const ours = current?.provider === provider.name ? (current.provider_subscription_id ?? []) : []
  for (const id of new Set(made.concat(ours))) await syncSubscription(ctx, id)
  const { status, provider_bill_id } = await selectFrom(ctx, 'payments')
    .select(['status', 'provider_bill_id'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (status === 'pending' && provider_bill_id === null) {
    await failOrder(ctx, order.id, INTERRUPTED)
  }
}
