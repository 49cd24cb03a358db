import type { Ctx } from '../../../core/context.ts'
import { record } from '../../../core/events.ts'
import { transact } from '../../../core/transaction.ts'

/** On the first of the month: last month's books are complete. */
export function announceMonthlyReport(ctx: Ctx): Promise<void> {
  const month = ctx.now.toISOString().slice(0, 7)
  return transact(ctx, (tx) => record(tx, 'platform.report-ready', { id: month, agencyId: null, month }))
}
