import type { AgencyId } from '#shared/base/roles.ts'
import type { SubtaskDto } from '#shared/work/tasks.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { type Param, prepare } from '../../../base/core/rows/prepare.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../base/db/values.ts'

/** Subtasks by their task's id. */
export type Subtasks = Map<string, SubtaskDto[]>

type Slot = `task${number}`
const SLOTS = Array.from({ length: 50 }, (_, index): Slot => `task${index}`)

/** A compiled query for up to 50 tasks of an agency; unused slots repeat the first id. */
const subtasksOfAgency = prepare((ctx, param: Param<{ agencyId: AgencyId } & Record<Slot, string>>) =>
  subtaskRows(ctx)
    .where('agency_id', '=', param('agencyId'))
    .where(
      'task_id',
      'in',
      SLOTS.map((slot) => param(slot)),
    ),
)

export async function subtasksByTask(
  ctx: Ctx,
  tasks: readonly { id: string; agency_id: AgencyId }[],
): Promise<Subtasks> {
  const subtasks: Subtasks = new Map()
  const first = tasks[0]
  if (first === undefined) return subtasks
  const ids = tasks.map((task) => task.id)
  const agencyIds = [...new Set(tasks.map((task) => task.agency_id))]
  const rows =
    agencyIds.length === 1 && ids.length <= SLOTS.length
      ? await subtasksOfAgency(ctx, {
          agencyId: first.agency_id,
          ...Object.fromEntries(SLOTS.map((slot, index) => [slot, ids[index] ?? first.id])),
        })
      : await subtaskRows(ctx).where('agency_id', 'in', agencyIds).where('task_id', 'in', ids).execute()
  for (const { task_id, id, title, completed } of rows) {
    const subtask = { id, title, completed: fromFlag(completed) }
    const siblings = subtasks.get(task_id)
    if (siblings === undefined) subtasks.set(task_id, [subtask])
    else siblings.push(subtask)
  }
  return subtasks
}

const subtaskRows = (ctx: Ctx) =>
  selectFrom(ctx, 'subtasks')
    .select(['task_id', 'id', 'title', 'completed'])
    .orderBy('position')
    .orderBy('id')
