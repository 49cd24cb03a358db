import { conflict } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'

interface BilledExpense {
  id: string
  line_id: string
}

/** Links expenses to invoice lines; throws CONFLICT if one is on another invoice. */
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

/** Releases the expenses of a voided, credited, or deleted invoice, so that they can be billed again. */
export const releaseBilledExpenses = (tx: Tx, invoiceId: string): Promise<void> =>
  release(tx, 'invoice_id', [invoiceId])

/** Releases the expenses of lines removed from a draft or credited in full. */
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
