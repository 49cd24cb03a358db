import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { publishChange } from '../../live/publish.ts'

interface ChangedTask {
  id: string
  agency_id: AgencyId
  project_id: string
}

/** Writes the activity row in the task's own agency, so that the platform's writes there are audited too. */
export async function recordTaskActivity(
  trx: Trx,
  scope: Scope,
  task: ChangedTask,
  action: string,
  summary: string,
): Promise<void> {
  const { assigned_client_id } = await trx
    .selectFrom('projects')
    .select('assigned_client_id')
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.project_id)
    .executeTakeFirstOrThrow()
  await recordActivity(trx, scope, {
    action,
    summary,
    subject: { type: 'task', id: task.id },
    agencyId: task.agency_id,
    projectId: task.project_id,
    clientId: assigned_client_id,
    touches: ['tasks', 'projects', 'employees'],
  })
}

/** Refreshes open screens after a reordering: no news to read, but audited where the platform did it. */
export const recordReordering = (
  trx: Trx,
  scope: Scope,
  task: ChangedTask & { title: string },
): Promise<void> =>
  isPlatformAdmin(scope)
    ? recordTaskActivity(trx, scope, task, 'task.reordered', `“${task.title}” moved within its column`)
    : publishChange(trx, scope, {
        domains: ['tasks'],
        agencyId: task.agency_id,
        projectId: task.project_id,
      })

/** Comments are the team's own: the subject type keeps their rows from clients. */
export const recordCommentActivity = (
  trx: Trx,
  scope: Scope,
  task: ChangedTask,
  comment: { id: string; action: string; summary: string },
): Promise<void> =>
  recordActivity(trx, scope, {
    action: comment.action,
    summary: comment.summary,
    subject: { type: 'comment', id: comment.id },
    agencyId: task.agency_id,
    projectId: task.project_id,
    touches: ['tasks'],
  })
