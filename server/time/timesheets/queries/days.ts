import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { shiftDate } from '#shared/base/calendar.ts'
import { startOfDay } from '../../../base/adapters/zone.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'

interface Days {
  from?: string | null | undefined
  to?: string | null | undefined
}

/** Limits time to these days of the books; a side that is unset is open. */
export function workedOn<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  { from, to }: Days,
): SelectQueryBuilder<DB, Table, Selected> {
  const day = 'time_entries.worked_on' as ReferenceExpression<DB, Table>
  return whereSet(whereSet(query, day, from, '>='), day, to, '<=')
}

/** Limits time to entries started on these days of the viewer's time zone. */
export function startedOn<DB, Table extends keyof DB, Selected>(
  query: SelectQueryBuilder<DB, Table, Selected>,
  { from, to }: Days,
  zone: string,
): SelectQueryBuilder<DB, Table, Selected> {
  const start = 'time_entries.started_at' as ReferenceExpression<DB, Table>
  const since = whereSet(query, start, from && startOfDay(from, zone), '>=')
  return whereSet(since, start, to && startOfDay(shiftDate(to, 1), zone), '<')
}
