import type { z } from 'zod'
import type { AgencyId } from '#shared/roles.ts'
import type { TaskDetailDto, taskBlockersInput } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { AppError, notFound } from '../../errors.ts'
import { getTask, getTaskDetail, getTasks } from '../queries.ts'
import { wouldWaitForItself } from '../rules.ts'
import { recordTaskActivity } from './record.ts'

/** Says which tasks of the same agency this one waits for; BAD_REQUEST when they would wait in a circle. */
export function setBlockers(
  db: Db,
  scope: Scope,
  input: z.output<typeof taskBlockersInput>,
): Promise<TaskDetailDto> {
  return transact(db, async (trx) => {
    const task = await getTask(trx, scope, input.id)
    const blockerIds = [...new Set(input.blocked_by)]
    for (const blocker of await getTasks(trx, scope, blockerIds)) {
      if (blocker.agency_id !== task.agency_id) throw notFound('This task')
    }
    if (wouldWaitForItself(task.id, blockerIds, await chainsBehind(trx, task.agency_id, blockerIds))) {
      throw new AppError('BAD_REQUEST', 'These tasks would wait for each other.', { reason: 'circle' })
    }
    await trx
      .deleteFrom('task_dependencies')
      .where('agency_id', '=', task.agency_id)
      .where('task_id', '=', task.id)
      .execute()
    if (blockerIds.length > 0) {
      await trx
        .insertInto('task_dependencies')
        .values(
          blockerIds.map((blocked_by_id) => ({ agency_id: task.agency_id, task_id: task.id, blocked_by_id })),
        )
        .execute()
    }
    const summary = `“${task.title}” waits for ${blockerIds.length === 1 ? '1 task' : `${blockerIds.length} tasks`}`
    await recordTaskActivity(trx, scope, task, 'task.dependencies_changed', summary)
    return getTaskDetail(trx, scope, task.id)
  })
}

/** Who waits for whom among everything the tasks directly or indirectly wait for. */
async function chainsBehind(
  trx: Trx,
  agencyId: AgencyId,
  taskIds: readonly string[],
): Promise<Map<string, string[]>> {
  const waitsFor = new Map<string, string[]>()
  let ahead = [...taskIds]
  while (ahead.length > 0) {
    const links = await trx
      .selectFrom('task_dependencies')
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
