import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { links } from '#shared/base/links.ts'
import { startOfDay } from '../../../base/adapters/zone.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { isOpenTask } from '../../../base/db/open-tasks.ts'
import { addDays } from '../../../base/db/values.ts'
import { isTimeForTasks } from '../rules.ts'

/** Tasks overdue for longer were notified before. */
const OVERDUE_DAYS = 3

/**
 * Notifies contributors, in their own morning, of tasks due tomorrow and newly overdue ones, once each. Anyone who
 * couldn't be notified yesterday is notified today.
 */
export async function remindOfTasks(ctx: Ctx): Promise<void> {
  const due = (await tasksDueAround(ctx)).flatMap((task) => {
    const day = reminderDay(task, ctx.now)
    return day === null ? [] : [{ ...task, day }]
  })
  const of = ({ id, agency_id, title }: (typeof due)[number]) => ({
    id,
    agencyId: agency_id,
    name: `“${title}”`,
    link: links.task(id),
  })
  await workThrough(ctx, { work: 'task-reminder', of }, due, ({ day, ...task }) => {
    const { id, agency_id: agencyId, title, due_date: dueDate, user_id: assigneeId } = task
    const about = { id, agencyId, title, dueDate, assigneeId }
    return transactIn(ctx, agencyId, (tx) =>
      day === 'past' ? record(tx, 'task.overdue', about) : record(tx, 'task.due-soon', { ...about, day }),
    )
  })
}

interface Due {
  due_date: string
  updated_at: string
  timezone: string
}

/** When the task is due, for a reminder to send now; null if there is none. */
function reminderDay(
  { due_date, updated_at, timezone }: Due,
  now: Date,
): 'past' | 'today' | 'tomorrow' | null {
  if (!isTimeForTasks(now, timezone)) return null
  const today = dateInZone(now, timezone)
  if (due_date < today) return 'past'
  if (due_date === shiftDate(today, 1)) return 'tomorrow'
  return due_date === today && updated_at < startOfDay(today, timezone) ? 'today' : null
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
      'tasks.updated_at',
      'profiles.user_id',
      'agencies.timezone as agency_zone',
      'user_preferences.timezone as own_zone',
    ])
    .where('tasks.due_date', '>=', dateInZone(addDays(ctx.now, -OVERDUE_DAYS), 'UTC'))
    .where('tasks.due_date', '<=', dateInZone(addDays(ctx.now, 2), 'UTC'))
    .where(isOpenTask)
    .where('agencies.suspended_at', 'is', null)
    .orderBy('tasks.id')
    .execute()
  return rows.flatMap(({ due_date, agency_zone, own_zone, ...task }) =>
    due_date === null ? [] : [{ ...task, due_date, timezone: own_zone ?? agency_zone }],
  )
}
