import type { NotNull } from 'kysely'
import { shiftDate, weekStartOf } from '#shared/base/calendar.ts'
import { daysRange, type InstantRange } from '../../../base/adapters/zone.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The current week in the caller's time zone. */
export function callerWeek(ctx: Ctx): InstantRange {
  const first = weekStartOf(callerDate(ctx), ctx.actor.weekStart)
  return daysRange(first, shiftDate(first, 6), ctx.actor.zone)
}

/** Seconds of time entries that started in the range, by contributor, excluding running ones. */
export async function secondsByEmployee(
  ctx: Ctx,
  employeeIds: readonly string[],
  { from, to }: InstantRange,
): Promise<Map<string, number>> {
  const { agencyId } = ctx.reach
  const rows = await selectFrom(ctx, 'time_entries')
    .select((eb) => ['employee_id', eb.fn.sum<number>('duration_seconds').as('seconds')])
    // Only contributors have such entries, and the index starts with their agency.
    .where('agency_id', agencyId === null ? 'is not' : '=', agencyId)
    .where('employee_id', 'in', employeeIds)
    .$narrowType<{ employee_id: NotNull }>()
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .groupBy('employee_id')
    .execute()
  return new Map(rows.map((row) => [row.employee_id, row.seconds]))
}

/**
 * Total hours as decimals by contributor, excluding running entries; contributors without any are omitted.
 */
export async function hoursByEmployee(
  ctx: Ctx,
  employeeIds: readonly string[],
): Promise<Map<string, number>> {
  if (employeeIds.length === 0) return new Map()
  const rows = await (seesAllTime(ctx) ? talliesOf(ctx, employeeIds) : visibleSeconds(ctx, employeeIds))
  return new Map(rows.map((row) => [row.employee_id, row.seconds / 3600]))
}

const talliesOf = (ctx: Ctx, employeeIds: readonly string[]) =>
  selectFrom(ctx, 'time_tallies')
    .select(['employee_id', 'seconds'])
    .where('employee_id', 'in', employeeIds)
    .$narrowType<{ employee_id: NotNull }>()
    .where('seconds', '>', 0)
    .execute()

function visibleSeconds(ctx: Ctx, employeeIds: readonly string[]) {
  const { agencyId } = ctx.reach
  return selectFrom(ctx, 'time_entries')
    .select((eb) => ['employee_id', eb.fn.sum<number>('duration_seconds').as('seconds')])
    .where('agency_id', agencyId === null ? 'is not' : '=', agencyId)
    .where('employee_id', 'in', employeeIds)
    .$narrowType<{ employee_id: NotNull }>()
    .groupBy('employee_id')
    .execute()
}

/** Callers who see only some of the time must count what they see. */
const seesAllTime = ({ reach: { kind } }: Ctx): boolean =>
  kind === 'agency' || kind === 'platform' || kind === 'system'

/** Total hours as decimals of all contributors in the caller's agency, or of all agencies. */
export async function totalHours(ctx: Ctx): Promise<number> {
  const row = await (seesAllTime(ctx) ? totalOfTallies(ctx) : totalOfVisible(ctx))
  return (row.seconds ?? 0) / 3600
}

const totalOfTallies = (ctx: Ctx) =>
  selectFrom(ctx, 'time_tallies')
    .select((eb) => eb.fn.sum<number | null>('seconds').as('seconds'))
    .executeTakeFirstOrThrow()

function totalOfVisible(ctx: Ctx) {
  const { agencyId } = ctx.reach
  return selectFrom(ctx, 'time_entries')
    .select((eb) => eb.fn.sum<number | null>('duration_seconds').as('seconds'))
    .where('employee_id', 'is not', null)
    .where('agency_id', agencyId === null ? 'is not' : '=', agencyId)
    .executeTakeFirstOrThrow()
}
