import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import type { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto, TaskStatus } from '#shared/work/tasks.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, requireAssignee } from '../queries/tasks.ts'
import { dayOfRecurrence, editedColumns } from '../rules.ts'
import { repeatTask } from './repeat.ts'
import { insertSubtasks } from './replace-subtasks.ts'

type TaskCreate = Omit<z.output<typeof taskSaveInput>, 'id' | 'version'>

/** Inserts a task at the top of its column. */
export function createTask(ctx: UserCtx, input: TaskCreate): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const id = await insertTask(tx, input)
    if (input.status === 'done') await repeatTask(tx, id, 'todo')
    return getTask(tx, id)
  })
}

/** The position of the column's first task: of equal ones, the newest is first. */
async function topOf(tx: Tx<UserCtx>, agencyId: AgencyId, status: TaskStatus): Promise<number> {
  const first = await selectFrom(tx, 'tasks')
    .select('order_position')
    .where('agency_id', '=', agencyId)
    .where('status', '=', status)
    .orderBy('order_position')
    .limit(1)
    .executeTakeFirst()
  return first?.order_position ?? 0
}

async function insertTask(tx: Tx<UserCtx>, input: TaskCreate): Promise<string> {
  const project = await requireProject(tx, input.project_id)
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
      order_position: await topOf(tx, project.agency_id, input.status),
      next_task_id: null,
      version: 1,
      created_at: now,
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
