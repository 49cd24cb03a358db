import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { occasionOf } from '../../invoices/rules.ts'
import { type CoveredInvoice, coveredInvoices, NOTICE, withPlans } from '../queries/covered.ts'
import { amountOn, noticeDays, plannedCharges } from '../rules.ts'

/** Records that an email of this transaction announces the charge. */
export async function writeNotice(
  tx: Tx,
  { id, instalment_due_on }: CoveredInvoice,
  { due, on, amount }: { due: string; on: string; amount: number },
): Promise<void> {
  const notice = { sent_at: toInstant(tx.now), charge_on: on, charge_amount: amount }
  await insertInto(tx, 'invoice_reminders')
    .values({
      invoice_id: id,
      occasion: occasionOf(instalment_due_on === null ? null : due, NOTICE),
      ...notice,
    })
    .onConflict((conflict) => conflict.columns(['invoice_id', 'occasion']).doUpdateSet(notice))
    .execute()
}

/**
 * Returns the day of the first charge if the email that sends the invoice announces it, because it is within the
 * notice period.
 */
export async function writeNoticeBySending(caller: Tx, invoiceId: string): Promise<string | null> {
  const tx = acrossAgencies(caller)
  const [invoice] = await withPlans(tx, coveredInvoices(tx).where('invoices.id', '=', invoiceId))
  if (invoice === undefined) return null
  const today = dateInZone(tx.now, invoice.timezone)
  const [first] = plannedCharges(invoice, today) ?? []
  if (first === undefined || first.due > shiftDate(today, noticeDays(invoice))) return null
  const { due } = first
  await writeNotice(tx, invoice, { due, on: due, amount: amountOn(invoice, due < today ? today : due) })
  return due
}

/** Records that the email about a declined charge announces its retry, in place of the notices of the charge. */
export async function writeNoticeOfRetry(
  tx: Tx,
  { invoice_id, charged_on, amount }: { invoice_id: string; charged_on: string; amount: number },
  on: string,
): Promise<void> {
  await updateTable(tx, 'invoice_reminders')
    .set({ sent_at: toInstant(tx.now), charge_on: on, charge_amount: amount })
    .where('invoice_id', '=', invoice_id)
    .where('charge_on', '<=', charged_on)
    .execute()
}
