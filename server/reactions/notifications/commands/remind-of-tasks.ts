import { dateInZone } from '#shared/base/dates.ts'
import { links } from '#shared/base/links.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { addDays } from '../../../base/db/values.ts'
import { isTimeForTasks } from '../rules.ts'

/** Tasks overdue for longer were notified before. */
const OVERDUE_DAYS = 3

/** Notifies contributors, in their own morning, of tasks due tomorrow and newly overdue ones, once each. */
export async function remindOfTasks(ctx: Ctx): Promise<void> {
  const due = (await tasksDueAround(ctx)).flatMap((task) => {
    if (!isTimeForTasks(ctx.now, task.timezone)) return []
    const today = dateInZone(ctx.now, task.timezone)
    const tomorrow = dateInZone(addDays(ctx.now, 1), task.timezone)
    const isDue = task.due_date === tomorrow
    return isDue || task.due_date < today ? [{ ...task, isDue }] : []
  })
  const of = ({ id, agency_id, title }: (typeof due)[number]) => ({
    id,
    agencyId: agency_id,
    name: `“${title}”`,
    link: links.task(id),
  })
  await workThrough(ctx, { work: 'task-reminder', of }, due, ({ isDue, ...task }) => {
    const { id, agency_id: agencyId, title, due_date: dueDate, user_id: assigneeId } = task
    return transactIn(ctx, agencyId, (tx) =>
      record(tx, isDue ? 'task.due-soon' : 'task.overdue', { id, agencyId, title, dueDate, assigneeId }),
    )
  })
}

async function tasksDueAround(ctx: Ctx) {
  const rows = await selectFrom(ctx, 'tasks')
    .innerJoin('agencies', 'agencies.id', 'tasks.agency_id')
    .innerJoin('projects', 'projects.id', 'tasks.project_id')
    .innerJoin('profiles', (join) =>
      join
        .onRef('profiles.agency_id', '=', 'tasks.agency_id')
        .onRef('profiles.employee_id', '=', 'tasks.assigned_to_id'),
    )
    .leftJoin('user_preferences', 'user_preferences.user_id', 'profiles.user_id')
    .select([
      'tasks.agency_id',
      'tasks.id',
      'tasks.title',
      'tasks.due_date',
      'profiles.user_id',
      'agencies.timezone as agency_zone',
      'user_preferences.timezone as own_zone',
    ])
    .where('tasks.due_date', '>=', dateInZone(addDays(ctx.now, -OVERDUE_DAYS), 'UTC'))
    .where('tasks.due_date', '<=', dateInZone(addDays(ctx.now, 2), 'UTC'))
    .where('tasks.status', '!=', 'done')
    .where('projects.archived_at', 'is', null)
    .where('agencies.suspended_at', 'is', null)
    .orderBy('tasks.id')
    .execute()
  return rows.flatMap(({ due_date, agency_zone, own_zone, ...task }) =>
    due_date === null ? [] : [{ ...task, due_date, timezone: own_zone ?? agency_zone }],
  )
}
