import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import type { taskBlockersInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDetailDto } from '#shared/work/tasks.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { lockAgency, transact } from '../../../base/core/transaction.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, getTaskDetail, getTasks } from '../queries/tasks.ts'
import { wouldWaitForItself } from '../rules.ts'

/** Sets the tasks of the same agency that block this one; throws BAD_REQUEST for a circular dependency. */
export function setBlockers(ctx: UserCtx, input: z.output<typeof taskBlockersInput>): Promise<TaskDetailDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.id)
    await lockAgency(tx, task.agency_id)
    const blockerIds = [...new Set(input.blocked_by)]
    for (const blocker of await getTasks(tx, blockerIds)) {
      if (blocker.agency_id !== task.agency_id) throw notFound('This task')
    }
    if (wouldWaitForItself(task.id, blockerIds, await blockersByTask(tx, task.agency_id, blockerIds))) {
      throw new AppError('BAD_REQUEST', 'These tasks would block each other.', { reason: 'circle' })
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

/** The direct blockers of all tasks that these directly or indirectly depend on. */
async function blockersByTask(
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
