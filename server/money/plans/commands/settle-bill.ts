import type { IntentState } from '../../../base/adapters/payments/payment-provider.ts'
import type { BillState } from '../../../base/adapters/payments/subscription-provider.ts'
import type { Tx } from '../../../base/core/context.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import type { PayingAgency } from '../../../identity/agencies/queries/agency.ts'
import { settlePayment } from '../../payments/charge/commands/settle-payment.ts'
import type { PaymentRow } from '../../payments/rules.ts'
import type { SubscriptionAnswer } from '../rules.ts'

interface BillAnswer extends SubscriptionAnswer {
  agency: PayingAgency
  bill: BillState
  /** Undefined if already settled or never attempted. */
  charge: IntentState | undefined
}

/** One payment per bill: the one that ordered it, or a new one for a renewal. */
export async function settleBill(tx: Tx, answer: BillAnswer): Promise<void> {
  const { bill } = answer
  if (answer.charge === undefined) return
  // The payment that a void bill was waiting for won't arrive.
  const isLost = bill.status === 'void' && answer.charge.status !== 'succeeded'
  const charge = isLost ? { ...answer.charge, status: 'failed' as const } : answer.charge
  const payment =
    (await paymentOf(tx, answer)) ??
    (await assignToOrder(tx, answer)) ??
    (isLost ? undefined : await insertPayment(tx, answer))
  if (payment === undefined) return
  if (payment.status === 'pending' && payment.amount !== bill.amount) {
    await updateTable(tx, 'payments').set({ amount: bill.amount }).where('id', '=', payment.id).execute()
  }
  await settlePayment(tx, payment.id, charge)
}

const paymentOf = (tx: Tx, { provider, bill }: BillAnswer): Promise<PaymentRow | undefined> =>
  selectFrom(tx, 'payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_bill_id', '=', bill.id)
    .executeTakeFirst()

/** An agency has at most one open order, which a new bill belongs to. */
async function assignToOrder(tx: Tx, { provider, agency, state, bill }: BillAnswer) {
  if (bill.reason === 'cycle') return undefined
  const order = await selectFrom(tx, 'payments')
    .select('id')
    .where('payer_agency_id', '=', agency.id)
    .where('purpose', '=', 'subscription')
    .where('provider', '=', provider)
    .where('status', '=', 'pending')
    .where('provider_bill_id', 'is', null)
    .executeTakeFirst()
  if (order === undefined) return undefined
  return updateTable(tx, 'payments')
    .set({ provider_bill_id: bill.id, provider_subscription_id: state.id })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A renewal, or an order made directly at the provider. */
async function insertPayment(tx: Tx, { provider, agency, state, bill }: BillAnswer) {
  const plan = await tx.db
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('id', '=', state.planId ?? '')
    .executeTakeFirst()
  const instant = toInstant(tx.now)
  const name = plan === undefined ? 'Platform' : `${plan.name} plan`
  return insertInto(tx, 'payments')
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
