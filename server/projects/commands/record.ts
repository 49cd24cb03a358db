import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#shared/projects.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { notifyProjectStatus } from '../../notifications/commands/about-work.ts'

/** An edit, or the new status with those it concerns told. */
export async function recordStatusOrEdit(
  trx: Trx,
  scope: AgencyScope,
  project: { id: string; name: string; clientId: string; status: ProjectStatus },
  status: ProjectStatus,
): Promise<void> {
  if (status === project.status) {
    await recordProjectActivity(trx, scope, project, 'project.updated', `Project “${project.name}” updated`)
    return
  }
  if (status === 'completed') {
    await recordProjectActivity(trx, scope, project, 'project.completed', `${project.name} completed`)
  } else {
    const summary = `${project.name} moved to ${PROJECT_STATUS_LABELS[status]}`
    await recordProjectActivity(trx, scope, project, 'project.status_changed', summary)
  }
  await notifyProjectStatus(trx, scope, project, status)
}

export const recordProjectActivity = (
  trx: Trx,
  scope: AgencyScope,
  project: { id: string; clientId: string },
  action: string,
  summary: string,
): Promise<void> =>
  recordActivity(trx, scope, {
    action,
    subject: { type: 'project', id: project.id },
    projectId: project.id,
    clientId: project.clientId,
    touches: ['projects', 'tasks', 'clients'],
    summary,
  })
