import { sql } from 'kysely'
import type { EmployeeSort } from '#shared/people/employees.ts'
import type { InstantRange } from '../../../base/adapters/zone.ts'
import { numberKey, type SortKey, textKey } from '../../../base/core/rows/sorting.ts'

const openTasks = sql`(select count(*) from tasks
  inner join projects on projects.agency_id = tasks.agency_id and projects.id = tasks.project_id
  where tasks.agency_id = employees.agency_id and tasks.assigned_to_id = employees.id
    and tasks.status <> 'done' and projects.archived_at is null)`

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
