import { shiftDate } from '#shared/base/calendar.ts'
import { nearestDate } from '#shared/base/dates.ts'
import { formatCardDate } from '#shared/base/format.ts'
import type { TaskDates } from '#shared/work/task-dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import type { Days } from './scale.ts'

/** What of a bar is moved: all of it, or one of its ends. */
export type BarPart = 'whole' | 'start' | 'end'

/** The days of a task: a single one if it has one date, null if it has none. */
export function spanOf({ start_date, due_date }: TaskDates): Days | null {
  const [first, last] = [start_date ?? due_date, due_date ?? start_date]
  if (first === null || last === null) return null
  // Earlier versions move due dates regardless of start dates.
  return first <= last ? { from: first, to: last } : { from: last, to: first }
}

/** The dates after moving a part of the bar by some days; an end stops at the other one. */
export function moveDates(dates: TaskDates, part: BarPart, days: number): TaskDates {
  const span = spanOf(dates)
  if (span === null || days === 0) return dates
  const shifted = (date: string) => nearestDate(shiftDate(date, days))
  if (part === 'whole') {
    return {
      start_date: dates.start_date && shifted(dates.start_date),
      due_date: dates.due_date && shifted(dates.due_date),
    }
  }
  const [start, end] = [shifted(span.from), shifted(span.to)]
  return part === 'start'
    ? { start_date: start > span.to ? span.to : start, due_date: span.to }
    : { start_date: span.from, due_date: end < span.from ? span.from : end }
}

export const sameDates = (one: TaskDates, other: TaskDates): boolean =>
  one.start_date === other.start_date && one.due_date === other.due_date

/** "Mar 3 – Mar 9", or the only date with what it is. */
export function datesText({ start_date, due_date }: TaskDates): string {
  if (start_date !== null && due_date !== null) {
    return start_date === due_date
      ? formatCardDate(due_date)
      : `${formatCardDate(start_date)} – ${formatCardDate(due_date)}`
  }
  if (due_date !== null) return `due ${formatCardDate(due_date)}`
  return start_date === null ? 'no dates' : `starts ${formatCardDate(start_date)}`
}

export type BarState = 'done' | 'overdue' | 'blocked' | 'open'

export function barState(
  { status, open_blockers, due_date }: Pick<TaskDto, 'status' | 'open_blockers' | 'due_date'>,
  today: string,
): BarState {
  if (status === 'done') return 'done'
  if (due_date !== null && due_date < today) return 'overdue'
  return open_blockers > 0 ? 'blocked' : 'open'
}
