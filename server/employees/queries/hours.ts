import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** Decimal hours logged in all, by contributor; those without any are missing. Running time is not counted. */
export async function hoursByEmployee(
  ctx: Ctx,
  employeeIds: readonly string[],
): Promise<Map<string, number>> {
  if (employeeIds.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'time_entries')
    .select((eb) => ['employee_id', eb.fn.sum<number>('duration_seconds').as('seconds')])
    .where('employee_id', 'in', employeeIds)
    .groupBy('employee_id')
    .execute()
  return new Map(rows.map((row) => [row.employee_id ?? '', row.seconds / 3600]))
}

/** Decimal hours logged by all contributors of the caller's agency, or of all agencies. */
export async function totalHours(ctx: Ctx): Promise<number> {
  const { agencyId } = ctx.reach
  const row = await selectFrom(ctx, 'time_entries')
    .select((eb) => eb.fn.sum<number | null>('duration_seconds').as('seconds'))
    .where('employee_id', 'is not', null)
    .where('agency_id', agencyId === null ? 'is not' : '=', agencyId)
    .executeTakeFirstOrThrow()
  return (row.seconds ?? 0) / 3600
}
