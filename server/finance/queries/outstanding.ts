import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

interface Aging {
  total: number
  not_due: number
  days_1_30: number
  days_31_60: number
  days_61_90: number
  over_90: number
}

/** What is owed to the agency (or on the platform's own invoices), by days past the due date. */
export async function outstandingByAge(ctx: UserCtx, today: string): Promise<Aging> {
  const { agencyId } = ctx.reach
  const rows = await selectFrom(ctx, 'invoices')
    .select(['due_on', 'base_due'])
    .where('base_due', 'is not', null)
    .where('kind', '=', 'invoice')
    .where('status', 'in', ['sent', 'overdue'])
    .where((eb) => (agencyId === null ? eb('issuer', '=', 'platform') : eb('agency_id', '=', agencyId)))
    .execute()
  const aging: Aging = { total: 0, not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 }
  for (const row of rows) {
    const due = row.base_due ?? 0
    aging.total += due
    aging[bucketOf(row.due_on, today)] += due
  }
  return aging
}

function bucketOf(dueOn: string, today: string): Exclude<keyof Aging, 'total'> {
  const late = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000)
  if (late <= 0) return 'not_due'
  if (late <= 30) return 'days_1_30'
  if (late <= 60) return 'days_31_60'
  return late <= 90 ? 'days_61_90' : 'over_90'
}
