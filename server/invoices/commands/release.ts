import type { Tx } from '../../core/context.ts'
import { releaseBilledExpenses, releaseExpensesOfLines } from '../../finance/commands/claim.ts'
import { releaseBilledTime, releaseTimeOfLines } from '../../timesheets/commands/claim.ts'

/** Gives back the time and the expenses of an invoice that is withdrawn, so that they can be billed again. */
export async function releaseBilled(tx: Tx, invoiceId: string): Promise<void> {
  await releaseBilledTime(tx, invoiceId)
  await releaseBilledExpenses(tx, invoiceId)
}

/** Gives back what lines have billed that were taken off a draft. */
export async function releaseLines(tx: Tx, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return
  await releaseTimeOfLines(tx, lineIds)
  await releaseExpensesOfLines(tx, lineIds)
}
