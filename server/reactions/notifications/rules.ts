import type { About } from '#shared/base/events/kind.ts'
import { toZoned } from '../../base/adapters/zone.ts'
import { addMinutes } from '../../base/db/values.ts'

const DIGEST_HOUR = 8
/** Before the daily email, which then includes them. */
const TASK_REMINDER_HOUR = 7

export const isTimeForTasks = (now: Date, timezone: string): boolean =>
  toZoned(now, timezone).hour >= TASK_REMINDER_HOUR

/** The agency and the client that news of money concerns. */
export type Sides = Pick<About, 'agencyId' | 'clientId'>

/** Eight o'clock today in the zone, if it has passed; null before. */
export function digestCutoff(now: Date, timezone: string): Date | null {
  const { hour, minute } = toZoned(now, timezone)
  const minutes = (hour - DIGEST_HOUR) * 60 + minute
  return minutes < 0 ? null : addMinutes(now, -minutes)
}

/** The notifications that ask a client to review a project's deliverables. */
export const deliveredGroup = (projectId: string): string => `file:${projectId}`

export const deliveredTitle = (latest: string, count: number): string =>
  count === 1 ? `${latest} is ready for your review` : `${count} files are ready for your review`

export type DatedReminder = 'task_due' | 'task_overdue'

export const reminderGroup = (
  kind: DatedReminder,
  { id, dueDate }: { id: string; dueDate: string },
): string => `${kind}:${id}:${dueDate}`
