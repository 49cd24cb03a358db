import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/**
 * Tasks joined from their projects, for conditions that match few projects: SQLite keeps the order of a cross
 * join, and would otherwise scan all of the agency's tasks to find one client's.
 */
export const tasksByProject = (ctx: Ctx) =>
  selectFrom(ctx, 'projects')
    .crossJoin('tasks')
    .whereRef('tasks.agency_id', '=', 'projects.agency_id')
    .whereRef('tasks.project_id', '=', 'projects.id')
