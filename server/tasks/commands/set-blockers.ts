import type { z } from 'zod'
import type { AgencyId } from '#shared/roles.ts'
import type { TaskDetailDto, taskBlockersInput } from '#shared/tasks.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, getTaskDetail, getTasks } from '../queries/tasks.ts'
import { wouldWaitForItself } from '../rules.ts'

/** Says which tasks of the same agency this one waits for; BAD_REQUEST when they would wait in a circle. */
export function setBlockers(ctx: UserCtx, input: z.output<typeof taskBlockersInput>): Promise<TaskDetailDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.id)
    const blockerIds = [...new Set(input.blocked_by)]
    for (const blocker of await getTasks(tx, blockerIds)) {
      if (blocker.agency_id !== task.agency_id) throw notFound('This task')
    }
    if (wouldWaitForItself(task.id, blockerIds, await chainsBehind(tx, task.agency_id, blockerIds))) {
      throw new AppError('BAD_REQUEST', 'These tasks would wait for each other.', { reason: 'circle' })
    }
    await deleteFrom(tx, 'task_dependencies')
      .where('agency_id', '=', task.agency_id)
      .where('task_id', '=', task.id)
      .execute()
    if (blockerIds.length > 0) {
      await insertInto(tx, 'task_dependencies')
        .values(
          blockerIds.map((blocked_by_id) => ({ agency_id: task.agency_id, task_id: task.id, blocked_by_id })),
        )
        .execute()
    }
    await record(tx, 'task.dependencies-changed', {
      ...(await aboutTask(tx, task)),
      blockers: blockerIds.length,
    })
    return getTaskDetail(tx, task.id)
  })
}

/** Who waits for whom among everything the tasks directly or indirectly wait for. */
async function chainsBehind(
  tx: Tx,
  agencyId: AgencyId,
  taskIds: readonly string[],
): Promise<Map<string, string[]>> {
  const waitsFor = new Map<string, string[]>()
  let ahead = [...taskIds]
  while (ahead.length > 0) {
    const links = await selectFrom(tx, 'task_dependencies')
      .select(['task_id', 'blocked_by_id'])
      .where('agency_id', '=', agencyId)
      .where('task_id', 'in', ahead)
      .execute()
    for (const id of ahead) waitsFor.set(id, [])
    for (const link of links) waitsFor.get(link.task_id)?.push(link.blocked_by_id)
    ahead = [...new Set(links.map((link) => link.blocked_by_id))].filter((id) => !waitsFor.has(id))
  }
  return waitsFor
}
