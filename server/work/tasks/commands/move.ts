import type { z } from 'zod'
import type { taskMoveInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto, TaskStatus } from '#shared/work/tasks.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getTask, type ScopedTask } from '../queries/tasks.ts'
import { POSITION_GAP, positionBetween } from '../rules.ts'
import { moveToStatus } from './set-status.ts'

/** Moves the task to a column of the board, next to the given neighbor or to the top. */
export function moveTask(ctx: UserCtx, input: z.output<typeof taskMoveInput>): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.id)
    if (input.version !== undefined && input.version !== task.version) {
      throw conflict('This task', { status: task.status })
    }
    const column = { tx, task, status: input.status }
    const order_position = await findPlace(column, await findNeighbours(column, input))
    return moveToStatus(tx, task, input.status, { confirm: input.confirm, order_position })
  })
}

interface Column {
  tx: Tx<UserCtx>
  /** The task being moved, which is excluded from the neighbors. */
  task: ScopedTask
  status: TaskStatus
}

type Place = Pick<ScopedTask, 'id' | 'order_position' | 'created_at'>

interface Neighbours {
  previous: Place | undefined
  next: Place | undefined
}

async function findNeighbours(
  column: Column,
  input: { before_id?: string; after_id?: string },
): Promise<Neighbours> {
  const anchorId = input.before_id ?? input.after_id
  if (anchorId === undefined || anchorId === column.task.id) {
    return { previous: undefined, next: await othersInOrder(column, 'forwards').executeTakeFirst() }
  }
  const anchor = await getTask(column.tx, anchorId)
  if (anchor.status !== column.status || anchor.agency_id !== column.task.agency_id) {
    throw conflict('The column')
  }
  return input.after_id === undefined
    ? { previous: await othersInOrder(column, 'backwards', anchor).executeTakeFirst(), next: anchor }
    : { previous: anchor, next: await othersInOrder(column, 'forwards', anchor).executeTakeFirst() }
}

/** A position between the neighbors; if there is no room, all following tasks are shifted. */
async function findPlace(column: Column, { previous, next }: Neighbours): Promise<number> {
  const free = positionBetween(previous?.order_position, next?.order_position)
  if (free !== null || previous === undefined) return free ?? 0
  await updateTable(column.tx, 'tasks')
    .set((eb) => ({ order_position: eb('order_position', '+', 2 * POSITION_GAP) }))
    .where('agency_id', '=', column.task.agency_id)
    .where('status', '=', column.status)
    .where('id', '!=', column.task.id)
    .where('order_position', '>=', previous.order_position)
    .where((eb) =>
      eb.or([
        eb('order_position', '>', previous.order_position),
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(previous.created_at, previous.id)),
      ]),
    )
    .execute()
  return previous.order_position + POSITION_GAP
}

/** The column's other tasks in board order or reversed, starting beyond the anchor. */
function othersInOrder({ tx, task, status }: Column, way: 'forwards' | 'backwards', anchor?: Place) {
  const forwards = way === 'forwards'
  return selectFrom(tx, 'tasks')
    .select(['id', 'order_position', 'created_at'])
    .where('agency_id', '=', task.agency_id)
    .where('status', '=', status)
    .where('id', '!=', task.id)
    .$if(anchor !== undefined, (query) => {
      const { order_position, created_at, id } = anchor as Place
      return query
        .where('order_position', forwards ? '>=' : '<=', order_position)
        .where((eb) =>
          eb.or([
            eb('order_position', forwards ? '>' : '<', order_position),
            eb(eb.refTuple('created_at', 'id'), forwards ? '<' : '>', eb.tuple(created_at, id)),
          ]),
        )
    })
    .orderBy('order_position', forwards ? 'asc' : 'desc')
    .orderBy('created_at', forwards ? 'desc' : 'asc')
    .orderBy('id', forwards ? 'desc' : 'asc')
    .limit(1)
}
