import type { ExpressionBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Whether a task, joined with its project, is open: neither done nor in an archived project. */
export const isOpenTask = (eb: ExpressionBuilder<Schema, 'projects' | 'tasks'>) =>
  eb.and([eb('tasks.status', '!=', 'done'), eb('projects.archived_at', 'is', null)])

/** The open tasks of each contributor. */
export const openTasksOf = (eb: ExpressionBuilder<Schema, 'employees'>) =>
  eb
    .selectFrom('tasks')
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'tasks.agency_id').onRef('projects.id', '=', 'tasks.project_id'),
    )
    .whereRef('tasks.agency_id', '=', 'employees.agency_id')
    .whereRef('tasks.assigned_to_id', '=', 'employees.id')
    .where(isOpenTask)
