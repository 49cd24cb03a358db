import { dateInZone } from '#shared/dates.ts'
import { links } from '#shared/links.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addDays } from '../../db/values.ts'
import type { Services } from '../../trpc/context.ts'
import { digestCutoff } from '../rules.ts'
import { notify } from './notify.ts'

/** Tasks longer overdue than this were told of before. */
const OVERDUE_DAYS = 3

/** Reminds contributors, in their own morning, of tasks due tomorrow and of those now overdue; once each. */
export async function remindOfTasks({ db }: Services, now: Date): Promise<void> {
  for (const task of await tasksDueAround(db, now)) {
    if (digestCutoff(now, task.timezone) === null) continue
    const today = dateInZone(now, task.timezone)
    const tomorrow = dateInZone(addDays(now, 1), task.timezone)
    const isDue = task.due_date === tomorrow
    if (!isDue && task.due_date >= today) continue
    await transact(db, async (trx) => {
      await notify(
        trx,
        { userId: null, agencyId: task.agency_id, now },
        {
          event: isDue ? 'task_due' : 'task_overdue',
          userIds: [task.user_id],
          title: isDue ? `${task.title} is due tomorrow` : `${task.title} is overdue`,
          link: links.task(task.id),
          group: `${isDue ? 'task_due' : 'task_overdue'}:${task.id}:${task.due_date}`,
          once: true,
        },
      )
    })
  }
}

async function tasksDueAround(db: Db, now: Date) {
  const rows = await db
    .selectFrom('tasks')
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
    .where('tasks.due_date', '>=', dateInZone(addDays(now, -OVERDUE_DAYS), 'UTC'))
    .where('tasks.due_date', '<=', dateInZone(addDays(now, 2), 'UTC'))
    .where('tasks.status', '!=', 'done')
    .where('projects.archived_at', 'is', null)
    .orderBy('tasks.id')
    .execute()
  return rows.flatMap(({ due_date, agency_zone, own_zone, ...task }) =>
    due_date === null ? [] : [{ ...task, due_date, timezone: own_zone ?? agency_zone }],
  )
}
