import { sql } from 'kysely'
import type { ProjectSort } from '#shared/work/projects.ts'
import { numberKey, type SortKey, textKey } from '../../../base/core/rows/sorting.ts'

const doneShare = sql`(select done * 100 / nullif(todo + in_progress + review + done, 0) from task_tallies
  where task_tallies.agency_id = projects.agency_id and task_tallies.project_id = projects.id)`

/** A scalar subquery: a join would read the client of every project. */
export const clientName = sql<string>`(select clients.name from clients
  where clients.agency_id = projects.agency_id and clients.id = projects.assigned_client_id)`

/** The sort key of each column; the indexes on names and dates use the same expressions. */
export const PROJECT_KEYS: Record<ProjectSort, SortKey> = {
  name: textKey(sql`lower(projects.name)`),
  client: textKey(sql`lower(${clientName})`),
  status: textKey(
    sql`case projects.status when 'planning' then '0' when 'in_progress' then '1' when 'review' then '2' else '3' end`,
  ),
  progress: numberKey(
    sql`coalesce(projects.progress_override, case projects.status when 'completed' then 100 end, ${doneShare}, 0)`,
  ),
  due: textKey(sql`projects.delivery_date`),
}
