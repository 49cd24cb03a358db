import type { Ageing } from '#shared/finance.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** What is owed to the agency (or on the platform's own invoices), by days past the due date. */
export async function outstandingByAge(ctx: UserCtx, today: string): Promise<Ageing> {
  const { agencyId } = ctx.reach
  const rows = await selectFrom(ctx, 'invoices')
    .select(['due_on', 'base_due'])
    .where('base_due', 'is not', null)
    .where('kind', '=', 'invoice')
    .where('status', 'in', ['sent', 'overdue'])
    .where((eb) => (agencyId === null ? eb('issuer', '=', 'platform') : eb('agency_id', '=', agencyId)))
    .execute()
  const ageing: Ageing = { total: 0, not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 }
  for (const row of rows) {
    const due = row.base_due ?? 0
    ageing.total += due
    ageing[bucketOf(row.due_on, today)] += due
  }
  return ageing
}

function bucketOf(dueOn: string, today: string): Exclude<keyof Ageing, 'total'> {
  const late = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000)
  if (late <= 0) return 'not_due'
  if (late <= 30) return 'days_1_30'
  if (late <= 60) return 'days_31_60'
  return late <= 90 ? 'days_61_90' : 'over_90'
}
