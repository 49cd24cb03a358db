import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'

/** On the first of the month, when last month's figures are complete. */
export function announceMonthlyReport(ctx: Ctx): Promise<void> {
  const month = ctx.now.toISOString().slice(0, 7)
  return transact(ctx, (tx) => record(tx, 'platform.report-ready', { id: month, agencyId: null, month }))
}
