import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/**
 * Tasks with their projects, for conditions that leave few projects: SQLite keeps the order of a cross
 * join, and would otherwise walk all tasks of the agency to find those of one client.
 */
export const tasksByProject = (ctx: Ctx) =>
  selectFrom(ctx, 'projects')
    .crossJoin('tasks')
    .whereRef('tasks.agency_id', '=', 'projects.agency_id')
    .whereRef('tasks.project_id', '=', 'projects.id')
