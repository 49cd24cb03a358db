import { dateInZone } from '#shared/dates.ts'
import type { Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { statusAfterMovement } from '../rules.ts'

/**
 * Moves the paid (or credited) amount of an invoice by `amount`, which is negative for a refund, and its
 * status with it. A void invoice stays void: the money is still on record.
 */
export async function moveInvoice(
  trx: Trx,
  now: Date,
  invoiceId: string,
  movement: { paid?: number; credited?: number },
): Promise<void> {
  const moved = await trx
    .updateTable('invoices')
    .set((eb) => ({
      amount_paid: eb('amount_paid', '+', movement.paid ?? 0),
      amount_credited: eb('amount_credited', '+', movement.credited ?? 0),
      version: eb('version', '+', 1),
      updated_at: toInstant(now),
    }))
    .where('id', '=', invoiceId)
    .returning(['agency_id', 'status', 'due_on', 'total', 'amount_paid', 'amount_credited', 'paid_at'])
    .executeTakeFirstOrThrow()
  if (moved.status === 'void' || moved.status === 'draft') return
  const agency =
    moved.agency_id === null
      ? undefined
      : await trx
          .selectFrom('agencies')
          .select('timezone')
          .where('id', '=', moved.agency_id)
          .executeTakeFirst()
  const status = statusAfterMovement(moved, moved.due_on, dateInZone(now, agency?.timezone ?? 'UTC'))
  await trx
    .updateTable('invoices')
    .set({ status, paid_at: status === 'paid' ? (moved.paid_at ?? toInstant(now)) : null })
    .where('id', '=', invoiceId)
    .execute()
}

/** Minor units of payments under way on an invoice, to be read under its lock. */
export async function amountUnderWay(trx: Trx, invoiceId: string): Promise<number> {
  const row = await trx
    .selectFrom('payments')
    .select((eb) => eb.fn.sum<number | null>('amount').as('amount'))
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row?.amount ?? 0
}

/**
 * Holds the invoice's row until the transaction ends, so that what is read of it next stays true. Whoever
 * opens a payment or withdraws the invoice takes it first: two tabs never both see the amount as owed.
 */
export async function lockInvoice(trx: Trx, invoiceId: string): Promise<void> {
  await trx
    .updateTable('invoices')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', invoiceId)
    .execute()
}
