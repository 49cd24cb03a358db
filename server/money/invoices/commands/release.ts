import type { Tx } from '../../../base/core/context.ts'
import {
  type Released,
  releaseBilledTime,
  releaseTimeOfLines,
} from '../../../time/timesheets/commands/bill-time.ts'
import {
  releaseBilledExpenses,
  releaseExpensesOfLines,
} from '../../ledger/expenses/commands/bill-expenses.ts'
import { releaseAdvances } from './link-advances.ts'

/** Releases the time, expenses and advance invoices of a withdrawn invoice, so that they can be billed again. */
export async function releaseBilled(tx: Tx, invoiceId: string, released: Released): Promise<void> {
  await releaseBilledTime(tx, invoiceId, released)
  await releaseBilledExpenses(tx, invoiceId)
  await releaseAdvances(tx, invoiceId)
}

/** Releases the time and expenses of lines removed from a draft or credited in full. */
export async function releaseLines(tx: Tx, lineIds: readonly string[], released: Released): Promise<void> {
  if (lineIds.length === 0) return
  await releaseTimeOfLines(tx, lineIds, released)
  await releaseExpensesOfLines(tx, lineIds)
}
