import { expressionBuilder, sql } from 'kysely'
import type { EmployeeSort } from '#shared/people/employees.ts'
import type { InstantRange } from '../../../base/adapters/zone.ts'
import { numberKey, type SortKey, textKey } from '../../../base/core/rows/sorting.ts'
import { openTasksOf } from '../../../base/db/open-tasks.ts'
import type { Schema } from '../../../base/db/schema.ts'

const openTasks = sql`${openTasksOf(expressionBuilder<Schema, 'employees'>()).select((eb) => eb.fn.countAll().as('count'))}`

const secondsIn = ({ from, to }: InstantRange) =>
  sql`(select coalesce(sum(duration_seconds), 0) from time_entries
    where time_entries.agency_id = employees.agency_id and time_entries.employee_id = employees.id
    and time_entries.started_at >= ${from} and time_entries.started_at < ${to})`

const lastActive = sql`(select coalesce(max(activity.created_at), '') from profiles
  inner join activity on activity.agency_id = profiles.agency_id and activity.actor_id = profiles.user_id
  where profiles.agency_id = employees.agency_id and profiles.employee_id = employees.id)`

/** The sort key of each column; the indexes on names and roles use the same expressions. */
export const employeeKeys = (week: InstantRange): Record<EmployeeSort, SortKey> => ({
  name: textKey(sql`lower(employees.name)`),
  role: textKey(sql`lower(employees.role)`),
  tasks: numberKey(openTasks),
  hours: numberKey(secondsIn(week)),
  active: textKey(lastActive),
})
