import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { aboutTask } from '../queries/about.ts'
import type { ScopedTask } from '../queries/tasks.ts'

/**
 * Moves the task's attachments along to another project; deliverables stay with the project whose client sees
 * them. Its time follows by the event.
 */
export async function moveParts(tx: Tx, task: ScopedTask, projectId: string): Promise<void> {
  const { id, agency_id, project_id: fromProjectId } = task
  if (projectId === fromProjectId) return
  await updateTable(tx, 'files')
    // The search index follows the name.
    .set((eb) => ({ project_id: projectId, name: eb.ref('name') }))
    .where('agency_id', '=', agency_id)
    .where('task_id', '=', id)
    .where('project_id', '=', fromProjectId)
    .where('kind', '=', 'attachment')
    .execute()
  await record(tx, 'task.moved', {
    ...(await aboutTask(tx, { ...task, project_id: projectId })),
    fromProjectId,
  })
}
