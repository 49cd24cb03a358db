import type { AgencyCtx, Tx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { updateTable } from '../../core/rows.ts'

interface BilledExpense {
  id: string
  line_id: string
}

/** Marks expenses as being on lines of an invoice; CONFLICT when another invoice took one of them. */
export async function billExpenses(
  tx: Tx<AgencyCtx>,
  invoiceId: string,
  expenses: readonly BilledExpense[],
): Promise<void> {
  for (const { id, line_id } of expenses) {
    const { numUpdatedRows } = await updateTable(tx, 'expenses')
      .set((eb) => ({ invoice_id: invoiceId, invoice_line_id: line_id, version: eb('version', '+', 1) }))
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', id)
      .where('rebillable', '=', 1)
      .where('invoice_id', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== 1) throw conflict('This expense')
  }
}

/** Frees the expenses of an invoice that was voided, credited or deleted, so that they can be billed again. */
export const releaseBilledExpenses = (tx: Tx, invoiceId: string): Promise<void> =>
  release(tx, 'invoice_id', [invoiceId])

/** Frees the expenses of lines that were taken off a draft. */
export const releaseExpensesOfLines = (tx: Tx, lineIds: readonly string[]): Promise<void> =>
  release(tx, 'invoice_line_id', lineIds)

async function release(
  tx: Tx,
  column: 'invoice_id' | 'invoice_line_id',
  owners: readonly string[],
): Promise<void> {
  await updateTable(tx, 'expenses')
    .set((eb) => ({ invoice_id: null, invoice_line_id: null, version: eb('version', '+', 1) }))
    .where(column, 'in', owners)
    .execute()
}
