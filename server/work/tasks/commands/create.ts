import type { z } from 'zod'
import type { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { refuseArchived } from '../../projects/rules.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, requireAssignee } from '../queries/tasks.ts'
import { topForNew } from '../queries/top.ts'
import { dayOfRecurrence, editedColumns } from '../rules.ts'
import { repeatTask } from './repeat.ts'
import { insertSubtasks } from './replace-subtasks.ts'

type TaskCreate = Omit<z.output<typeof taskSaveInput>, 'id' | 'version'>

/** Inserts a task at the top of its column. Tasks created together are ordered by `createdAt`, as single ones are. */
export function createTask(ctx: UserCtx, input: TaskCreate, createdAt = ctx.now): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const id = await insertTask(tx, input, toInstant(createdAt))
    if (input.status === 'done') await repeatTask(tx, id, 'todo')
    return getTask(tx, id)
  })
}

/** `requester` is the client's person who requested the task. */
export async function insertTask(
  tx: Tx<UserCtx>,
  input: TaskCreate,
  created_at: string,
  requester?: { userId: string; name: string },
): Promise<string> {
  const project = await requireProject(tx, input.project_id)
  refuseArchived(project)
  await requireAssignee(tx, project.agency_id, input.assigned_to_id)
  const id = newId()
  const now = toInstant(tx.now)
  await insertInto(tx, 'tasks')
    .values({
      agency_id: project.agency_id,
      id,
      project_id: project.id,
      ...editedColumns(input),
      recurrence_day: dayOfRecurrence(input),
      status: input.status,
      completed_at: input.status === 'done' ? now : null,
      order_position: await topForNew(tx, project.agency_id, input.status),
      next_task_id: null,
      requested_by_id: requester?.userId ?? null,
      requested_by_name: requester?.name ?? null,
      version: 1,
      created_at,
      updated_at: now,
    })
    .execute()
  const task = { id, agency_id: project.agency_id, project_id: project.id, title: input.title }
  await insertSubtasks(
    tx,
    task,
    input.subtasks.map(({ title, completed }) => ({ id: newId(), title, completed })),
  )
  await record(tx, 'task.created', {
    ...(await aboutTask(tx, task)),
    assigneeId: input.assigned_to_id ?? null,
  })
  return id
}
