import type { Trx } from '../../db/schema.ts'
import { newId, toInstant } from '../../db/values.ts'
import type { PaymentRow } from '../../payments/commands/post.ts'
import { settlePayment } from '../../payments/commands/settle.ts'
import type { IntentState } from '../../services/payment-provider.ts'
import type { BillState } from '../../services/subscription-provider.ts'
import type { PayingAgency, SubscriptionNews } from './settle.ts'

interface BillNews extends SubscriptionNews {
  agency: PayingAgency
  bill: BillState
  /** Undefined where it is settled already, or was never tried. */
  charge: IntentState | undefined
}

/** One bill is one payment: ours that ordered it, or one written now for a renewal. */
export async function settleBill(trx: Trx, now: Date, news: BillNews): Promise<void> {
  const { bill } = news
  if (news.charge === undefined) return
  // What a void bill waited for will not come any more.
  const isLost = bill.status === 'void' && news.charge.status !== 'succeeded'
  const charge = isLost ? { ...news.charge, status: 'failed' as const } : news.charge
  const payment =
    (await paymentOf(trx, news)) ??
    (await claimOrder(trx, news)) ??
    (isLost ? undefined : await insertPayment(trx, now, news))
  if (payment === undefined) return
  if (payment.status === 'pending' && payment.amount !== bill.amount) {
    await trx.updateTable('payments').set({ amount: bill.amount }).where('id', '=', payment.id).execute()
  }
  await settlePayment(trx, now, payment.id, charge)
}

const paymentOf = (trx: Trx, { provider, bill }: BillNews): Promise<PaymentRow | undefined> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_bill_id', '=', bill.id)
    .executeTakeFirst()

/** An agency orders one thing at a time: its open order is what a new bill is for. */
async function claimOrder(trx: Trx, { provider, agency, state, bill }: BillNews) {
  if (bill.reason === 'cycle') return undefined
  const order = await trx
    .selectFrom('payments')
    .select('id')
    .where('payer_agency_id', '=', agency.id)
    .where('purpose', '=', 'subscription')
    .where('provider', '=', provider)
    .where('status', '=', 'pending')
    .where('provider_bill_id', 'is', null)
    .executeTakeFirst()
  if (order === undefined) return undefined
  return trx
    .updateTable('payments')
    .set({ provider_bill_id: bill.id, provider_subscription_id: state.id })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A renewal, or what was ordered at the provider itself. */
async function insertPayment(trx: Trx, now: Date, { provider, agency, state, bill }: BillNews) {
  const plan = await trx
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('id', '=', state.planId ?? '')
    .executeTakeFirst()
  const instant = toInstant(now)
  const name = plan === undefined ? 'Platform' : `${plan.name} plan`
  return trx
    .insertInto('payments')
    .values({
      id: newId(),
      payee: 'platform',
      agency_id: null,
      purpose: 'subscription',
      method: 'card',
      plan_id: plan?.id ?? null,
      payer_agency_id: agency.id,
      payer_user_id: agency.owner_id,
      payer_name: agency.name,
      amount: bill.amount,
      currency: bill.currency,
      status: 'pending',
      description: `${name}, ${bill.reason === 'cycle' ? 'renewal' : 'change'}`,
      provider,
      provider_subscription_id: state.id,
      provider_bill_id: bill.id,
      provider_customer_id: state.customer,
      idempotency_key: newId(),
      created_at: instant,
      updated_at: instant,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
