import type { Tx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { PaymentRow } from '../../rules.ts'

/** Once another refund is undone or failed. Those lost in disputes have no day of their own. */
export async function lastRefundedAt(tx: Tx, { id, refunded_at }: PaymentRow): Promise<string | null> {
  const refund = await selectFrom(tx, 'payment_refunds')
    .select((eb) => eb.fn.max('refunded_at').as('at'))
    .where('payment_id', '=', id)
    .where('status', '=', 'succeeded')
    .executeTakeFirst()
  return refund?.at ?? refunded_at
}

/** When the invoice got its last payment. */
export async function lastPaidAt(tx: Tx, invoiceId: string): Promise<string | null> {
  const payment = await selectFrom(tx, 'payments')
    .select((eb) => eb.fn.max('paid_at').as('at'))
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'succeeded')
    .executeTakeFirst()
  return payment?.at ?? null
}
