import { sql } from 'kysely'
import { mondayOf, shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { UnsubmittedWeek } from '#shared/time/timesheets.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** Half a year; time that is older can be submitted through the API. */
const WEEKS = 26

/** Contributors' past weeks with time that wasn't submitted or was rejected, earliest first. */
export async function unsubmittedWeeks(ctx: AgencyCtx): Promise<UnsubmittedWeek[]> {
  const thisMonday = mondayOf(dateInZone(ctx.now, ctx.reach.booksZone))
  const mondays = Array.from({ length: WEEKS }, (_, index) => shiftDate(thisMonday, -7 * (index + 1)))
  const cases = mondays.map((monday) => sql`when time_entries.worked_on >= ${monday} then ${monday}`)
  const weeks = await selectFrom(ctx, 'time_entries')
    .innerJoin('profiles', 'profiles.user_id', 'time_entries.user_id')
    .leftJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .select((eb) => [
      'time_entries.user_id',
      'profiles.name as user_name',
      sql<string>`case ${sql.join(cases, sql` `)} end`.as('monday'),
      eb.fn.sum<number>('time_entries.duration_seconds').as('seconds'),
      eb.fn.max('timesheets.id').as('rejected_id'),
    ])
    .where('time_entries.agency_id', '=', ctx.reach.agencyId)
    .where('time_entries.employee_id', 'is not', null)
    .where('time_entries.worked_on', '>=', mondays.at(-1) ?? thisMonday)
    .where('time_entries.worked_on', '<', thisMonday)
    .where((eb) => eb.or([eb('timesheets.id', 'is', null), eb('timesheets.status', '=', 'rejected')]))
    .where('time_entries.invoice_id', 'is', null)
    .where('time_entries.payout_id', 'is', null)
    // Time that is neither to be paid nor to be billed needn't be approved.
    .where((eb) => eb.or([eb('time_entries.paid_elsewhere', '=', 0), eb('time_entries.billable', '=', 1)]))
    .groupBy(['time_entries.user_id', 'profiles.name', 'monday'])
    .orderBy('monday')
    .orderBy('profiles.name')
    .orderBy('time_entries.user_id')
    .execute()
  return weeks.map(({ monday, rejected_id, ...week }) => ({
    ...week,
    week_start: monday,
    rejected: rejected_id !== null,
  }))
}
