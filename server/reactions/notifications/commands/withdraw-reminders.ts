import { links } from '#shared/base/links.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyContributors, agencyMembers } from '../queries/recipients.ts'
import { type DatedReminder, reminderGroup } from '../rules.ts'
import { withdrawOutdated } from './withdraw.ts'

const REMINDERS: readonly DatedReminder[] = ['task_due', 'task_overdue']

interface Task {
  id: string
  agencyId: AgencyId
}

interface Tasks {
  agencyId: AgencyId
  taskIds: readonly string[]
}

/** Withdraws all news of deleted tasks and their comments. */
export async function withdrawTasks(tx: Tx, { agencyId, taskIds }: Tasks): Promise<void> {
  await withdrawOutdated(tx, await agencyMembers(tx, agencyId), {
    events: ['task_request', 'task_assigned', 'task_status', 'comment', 'mention', ...REMINDERS],
    link: taskIds.map((id) => links.task(id)),
  })
}

/** Withdraws what asks contributors to do tasks that are done or no longer theirs. */
export async function withdrawRequests(
  tx: Tx,
  { agencyId, taskIds }: Tasks,
  assigned: readonly string[] = [],
): Promise<void> {
  const contributors = await agencyContributors(tx, agencyId)
  const others = contributors.filter((userId) => !assigned.includes(userId))
  await withdrawOutdated(tx, others, {
    events: ['task_assigned', ...REMINDERS],
    link: taskIds.map((id) => links.task(id)),
  })
}

/** Withdraws what asks a person to do a quick task that is done, deleted or no longer theirs. */
export async function withdrawQuickTask(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const open = await selectFrom(acrossAgencies(tx), 'quick_tasks')
    .select('id')
    .where('id', '=', id)
    .where('assigned_to', '=', userId)
    .where('completed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (open !== undefined) return
  await withdrawOutdated(tx, [userId], { events: ['task_assigned'], link: links.quickTask(id) })
}

/** Withdraws the reminders of a due date that the task no longer has. */
export async function withdrawEarlierDates(tx: Tx, { id, agencyId }: Task): Promise<void> {
  const task = await selectFrom(acrossAgencies(tx), 'tasks')
    .select('due_date')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  const dueDate = task?.due_date ?? null
  await withdrawOutdated(tx, await agencyContributors(tx, agencyId), {
    events: REMINDERS,
    link: links.task(id),
    exceptGroups: dueDate === null ? [] : REMINDERS.map((kind) => reminderGroup(kind, { id, dueDate })),
  })
}
