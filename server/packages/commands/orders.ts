import type { ChargeDto } from '#shared/payments.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { type PaymentServices, toCharge } from '../../payments/commands/charge.ts'
import type { PaymentRow } from '../../payments/commands/post.ts'
import { settlePayment } from '../../payments/commands/settle.ts'
import { type IntentState, providerName } from '../../services/payment-provider.ts'
import { type Placed, subscriptionProvider } from '../../services/subscription-provider.ts'
import { currentSubscription } from '../queries/subscription.ts'
import { syncSubscription } from './sync.ts'

const INTERRUPTED = 'The payment was interrupted. You have not been charged.'
const LOST_AFTER_MINUTES = 2

/**
 * Sends an order whose payment is stored, and says what became of it. Repeating it is fine: `place` carries
 * the stored idempotency key, and an order with a bill is only looked up.
 */
export async function carryOut(
  services: PaymentServices,
  now: Date,
  payment: PaymentRow,
  order: { place: () => Promise<Placed>; actor?: Scope },
): Promise<ChargeDto> {
  if (payment.status !== 'pending') return toCharge(payment, null)
  const placed =
    payment.provider_subscription_id === null
      ? await order.place().catch(refusalOf)
      : { id: payment.provider_subscription_id }
  if ('refused' in placed) {
    await failOrder(services.db, now, payment.id, placed.refused)
    return outcomeOf(services.db, payment.id)
  }
  const synced = await syncSubscription(services, now, placed.id, { actor: order.actor })
  return outcomeOf(services.db, payment.id, synced?.charges)
}

/** What the provider finds wrong with an order is an answer to it; anything else is none. */
function refusalOf(error: unknown): Placed {
  if (error instanceof AppError) return { refused: error.message }
  throw error
}

export async function outcomeOf(
  db: Db,
  paymentId: string,
  charges: ReadonlyMap<string, IntentState> = new Map(),
): Promise<ChargeDto> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return toCharge(payment, charges.get(payment.provider_bill_id ?? '') ?? null)
}

const failOrder = (db: Db, now: Date, paymentId: string, words: string): Promise<void> =>
  transact(db, (trx) =>
    settlePayment(trx, now, paymentId, {
      id: '',
      status: 'failed',
      clientSecret: null,
      failure: words,
      card: null,
      refunded: 0,
    }),
  )

/** The order a filled-in form has led to, if it was sent before. */
export const findOrder = (db: Db, requestKey: string) =>
  db.selectFrom('payments').select(['id', 'status']).where('request_key', '=', requestKey).executeTakeFirst()

const openOrder = (db: Db, agencyId: AgencyId) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('payer_agency_id', '=', agencyId)
    .where('purpose', '=', 'subscription')
    .where('status', '=', 'pending')
    .where('provider', '!=', 'manual')
    .executeTakeFirst()

/** Two orders at once would be two subscriptions. */
export async function refuseSecondOrder(trx: Trx, agencyId: AgencyId): Promise<void> {
  if ((await openOrder(trx, agencyId)) !== undefined) {
    throw new AppError('CONFLICT', 'A payment for your plan is already being processed.')
  }
}

/** Makes way for a new order: one that waits for its authentication is taken back, a lost one looked up. */
export async function releaseOpenOrder(
  services: PaymentServices,
  now: Date,
  agencyId: AgencyId,
  requestKey: string,
): Promise<void> {
  const open = await openOrder(services.db, agencyId)
  if (open === undefined || open.request_key === requestKey) return
  if (open.provider !== providerName(services.config)) return
  if (open.provider_subscription_id !== null) await withdrawOrder(services, now, agencyId, open)
  else if (open.created_at < toInstant(addMinutes(now, -LOST_AFTER_MINUTES))) {
    await healOrder(services, now, agencyId, open)
  }
}

/** Ends an order nobody authenticated; one that was paid meanwhile stays so. */
export async function withdrawOrder(
  services: PaymentServices,
  now: Date,
  agencyId: AgencyId,
  order: Pick<PaymentRow, 'provider_subscription_id'>,
): Promise<void> {
  const id = order.provider_subscription_id ?? ''
  const synced = await syncSubscription(services, now, id)
  const waits = synced?.state.bills.some((bill) => bill.status === 'open' && bill.reason !== 'cycle')
  if (!waits) return
  const current = await currentSubscription(services.db, agencyId)
  const method = current?.provider_subscription_id === id ? current.provider_method_id : null
  await subscriptionProvider(services).withdraw(id, method, now)
  await syncSubscription(services, now, id)
}

/** Finds what became of an order whose answer never arrived; one the provider has not heard of has failed. */
export async function healOrder(
  services: PaymentServices,
  now: Date,
  agencyId: AgencyId,
  order: PaymentRow,
): Promise<void> {
  const provider = subscriptionProvider(services)
  const current = await currentSubscription(services.db, agencyId)
  const made = await provider.find({ agencyId, customer: order.provider_customer_id })
  const ours = current?.provider === provider.name ? (current.provider_subscription_id ?? []) : []
  for (const id of new Set(made.concat(ours))) await syncSubscription(services, now, id)
  const { status, provider_bill_id } = await services.db
    .selectFrom('payments')
    .select(['status', 'provider_bill_id'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (status === 'pending' && provider_bill_id === null) {
    await failOrder(services.db, now, order.id, INTERRUPTED)
  }
}
