import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { inMessage } from '../../../base/db/attached-files.ts'
import { aboutTask } from '../queries/about.ts'
import type { ScopedTask } from '../queries/tasks.ts'

/**
 * Moves the task's attachments, and files of clients' comments, along to another project; deliverables and files of
 * messages stay with the project whose client sees them. Its time follows by the event.
 */
export async function moveParts(tx: Tx, task: ScopedTask, projectId: string): Promise<void> {
  const { id, agency_id, project_id: fromProjectId } = task
  if (projectId === fromProjectId) return
  await requireUnshared(tx, task, projectId)
  await updateTable(tx, 'files')
    // The search index follows the name.
    .set((eb) => ({ project_id: projectId, name: eb.ref('name') }))
    .where('agency_id', '=', agency_id)
    .where('task_id', '=', id)
    .where('project_id', '=', fromProjectId)
    .where('kind', 'in', ['attachment', 'message'])
    .where((eb) => eb.or([eb('kind', '=', 'attachment'), eb.not(inMessage(eb))]))
    .execute()
  await record(tx, 'task.moved', {
    ...(await aboutTask(tx, { ...task, project_id: projectId })),
    fromProjectId,
  })
}

/** Throws CONFLICT if another client would read the comments shared with the present one. */
async function requireUnshared(tx: Tx, task: ScopedTask, projectId: string): Promise<void> {
  const present = await aboutTask(tx, task)
  const next = await aboutTask(tx, { ...task, project_id: projectId })
  if (present.clientId === next.clientId) return
  const comment = await selectFrom(tx, 'task_comments')
    .select('id')
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .where('shared', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (comment === undefined) return
  const text = `“${task.title}” has comments that its client can see, so it can’t be moved to another client’s project.`
  throw new AppError('CONFLICT', text, { fields: { project_id: text } })
}
