import type { z } from 'zod'
import {
  type taskRequestEditInput,
  type taskRequestInput,
  taskSaveInput,
} from '#shared/work/schemas/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { consumeLimit, type Limit, refundLimit } from '../../../base/adapters/rate-limit.ts'
import { AppError, conflict } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { isRequester } from '../policy.ts'
import { aboutTask } from '../queries/about.ts'
import { isTakenUp } from '../queries/taken-up.ts'
import { getTask, type ScopedTask } from '../queries/tasks.ts'
import { insertTask } from './create.ts'
import { removeTask } from './delete.ts'

const REQUESTS: Limit = { name: 'task-requests', points: 20, duration: 86_400 }

/** Creates an unassigned task in one of the client's projects and notifies the owners. */
export async function requestTask(ctx: UserCtx, input: z.output<typeof taskRequestInput>): Promise<TaskDto> {
  const { userId } = ctx.actor
  await consumeLimit(ctx.db, REQUESTS, userId)
  try {
    return await createRequest(ctx, input)
  } catch (error) {
    await refundLimit(ctx.db, REQUESTS, userId)
    throw error
  }
}

const createRequest = (ctx: UserCtx, input: z.output<typeof taskRequestInput>): Promise<TaskDto> =>
  transact(ctx, async (tx) => {
    const project = await requireProject(tx, input.project_id)
    if (project.status === 'completed') {
      const text = 'This project is completed. Please send the team a message instead.'
      throw new AppError('BAD_REQUEST', text, { fields: { project_id: text } })
    }
    const id = await insertTask(tx, taskSaveInput.parse(input), toInstant(ctx.now), ctx.actor)
    const task = await getTask(tx, id)
    await record(tx, 'task.requested', { ...(await aboutTask(tx, task)), projectName: project.name })
    return task
  })

/** Changes the caller's request while the team hasn't taken it up. */
export function editRequest(ctx: UserCtx, input: z.output<typeof taskRequestEditInput>): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const { title, description } = input
    const task = await requireOwnRequest(tx, input.id)
    if (input.version !== undefined && input.version !== task.version) {
      const changed: Record<string, string> = {}
      if (task.title !== title) changed.title = task.title
      if (task.description !== description) changed.description = task.description ?? ''
      throw conflict('This task', changed)
    }
    await updateVersioned(tx, 'tasks', task, { title, description }, 'This task')
    await record(tx, 'task.updated', await aboutTask(tx, { ...task, title }))
    return getTask(tx, task.id)
  })
}

/** Deletes the caller's request while the team hasn't taken it up. */
export function withdrawRequest(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await removeTask(tx, await requireOwnRequest(tx, input.id))
    return { id: input.id }
  })
}

async function requireOwnRequest(tx: Tx<UserCtx>, id: string): Promise<ScopedTask> {
  const task = await getTask(tx, id)
  if (!isRequester(tx, task)) throw new AppError('FORBIDDEN', 'You can only change your own requests.')
  if (!(await isTakenUp(tx, task))) return task
  throw new AppError('CONFLICT', 'The team has taken up this request. Please write a comment instead.')
}
