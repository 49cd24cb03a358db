import type { z } from 'zod'
import { daysBetween, monthsBetween, shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import type { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDates } from '#shared/work/task-dates.ts'
import type { TASK_DUE_FILTERS, TaskDto, TaskRecurrence } from '#shared/work/tasks.ts'

export type DueRange = 'undated' | { from: string; to: string; openOnly: boolean }

const FIRST_DATE = '0000-01-01'

/** The range of calendar dates of a due filter on the given day, both included. */
export function dueRange(filter: (typeof TASK_DUE_FILTERS)[number], today: string): DueRange {
  switch (filter) {
    case 'none':
      return 'undated'
    case 'overdue':
      return { from: FIRST_DATE, to: shiftDate(today, -1), openOnly: true }
    case 'today':
      return { from: today, to: today, openOnly: false }
    case 'week':
      return { from: today, to: shiftDate(today, 6), openOnly: false }
  }
}

/**
 * The next due date of a recurring task completed today: the first in its recurrence after both its due date
 * and today. A monthly task keeps to `dayOfMonth`, or to the last day of shorter months.
 */
export function nextDueDate(
  recurrence: TaskRecurrence,
  due: string,
  today: string,
  dayOfMonth = Number(due.slice(8)),
): string {
  if (recurrence !== 'monthly') {
    const step = recurrence === 'weekly' ? 7 : 1
    return shiftDate(due, Math.max(1, Math.floor(daysBetween(due, today) / step) + 1) * step)
  }
  const months = Math.max(1, monthsBetween(due, today))
  const candidate = shiftMonths(due, months, dayOfMonth)
  return candidate > today ? candidate : shiftMonths(due, months + 1, dayOfMonth)
}

/**
 * The start date of a task whose due date moves: later or earlier by as many days if it would otherwise be after the
 * due date, and the due date at the latest.
 */
export function startBefore(
  due: string | null,
  { start_date: start, due_date: before }: TaskDates,
): string | null {
  if (start === null || due === null || start <= due) return start
  return movedStart({ start_date: start, due_date: before ?? start }, due)
}

/** The start date that keeps its distance from a due date that moves. */
export function movedStart(
  { start_date: start, due_date: before }: { start_date: string | null; due_date: string },
  due: string,
): string | null {
  if (start === null) return null
  const moved = shiftDate(start, daysBetween(before, due))
  return moved > due ? due : moved
}

interface TaskEdit {
  title: string
  description: string | null
  project_id: string
  priority: string
  status: string
  assigned_to_id?: string | null
  start_date: string | null
  due_date: string | null
  estimated_hours?: number | null
  recurrence?: string | null
  subtasks: readonly { title: string; completed: boolean }[]
}

/** Maps each field that differs from the edit to its current text. */
export function changedTaskFields(current: TaskDto, edit: TaskEdit): Record<string, string> {
  const subtaskText = (subtasks: TaskEdit['subtasks']) =>
    subtasks.map((subtask) => `${subtask.completed ? '☑' : '☐'} ${subtask.title}`).join('\n')
  const texts: [string, string, unknown, unknown][] = [
    ['title', current.title, current.title, edit.title],
    ['description', current.description ?? '', current.description, edit.description],
    ['project_id', current.project.name, current.project_id, edit.project_id],
    ['priority', current.priority, current.priority, edit.priority],
    ['status', current.status, current.status, edit.status],
    ['assigned_to_id', current.assignee?.name ?? '', current.assigned_to_id, edit.assigned_to_id ?? null],
    ['start_date', current.start_date ?? '', current.start_date, edit.start_date],
    ['due_date', current.due_date ?? '', current.due_date, edit.due_date],
    [
      'estimated_hours',
      String(current.estimated_hours ?? ''),
      current.estimated_hours,
      edit.estimated_hours ?? null,
    ],
    ['recurrence', current.recurrence ?? '', current.recurrence, edit.recurrence ?? null],
    ['subtasks', subtaskText(current.subtasks), subtaskText(current.subtasks), subtaskText(edit.subtasks)],
  ]
  const changed: Record<string, string> = {}
  for (const [field, text, present, edited] of texts) if (present !== edited) changed[field] = text
  return changed
}

/** The distance between manual positions, so that others fit in between. */
export const POSITION_GAP = 1024

/**
 * The position between two neighbors of a column (undefined at its ends); null if there is no room and the
 * following ones must be shifted.
 */
export function positionBetween(previous: number | undefined, next: number | undefined): number | null {
  if (previous === undefined) return next === undefined ? 0 : next - POSITION_GAP
  if (next === undefined) return previous + POSITION_GAP
  return next - previous > 1 ? previous + Math.floor((next - previous) / 2) : null
}

/** Whether a task blocked by `blockers` would block itself; `waitsFor` returns direct blockers. */
export function wouldWaitForItself(
  taskId: string,
  blockers: readonly string[],
  waitsFor: ReadonlyMap<string, readonly string[]>,
): boolean {
  const seen = new Set<string>()
  const ahead = [...blockers]
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (id === taskId) return true
    if (seen.has(id)) continue
    seen.add(id)
    ahead.push(...(waitsFor.get(id) ?? []))
  }
  return false
}

/** The columns written by the task form, for new and existing tasks. */
export const editedColumns = (input: Omit<z.output<typeof taskSaveInput>, 'id' | 'version'>) => ({
  title: input.title,
  description: input.description,
  priority: input.priority,
  assigned_to_id: input.assigned_to_id ?? null,
  start_date: input.start_date,
  due_date: input.due_date,
  estimated_minutes: input.estimated_hours == null ? null : Math.round(input.estimated_hours * 60),
  recurrence: input.recurrence ?? null,
})

/** The day of the month that a monthly task keeps, even after shorter months. */
export const dayOfRecurrence = (
  input: Pick<z.output<typeof taskSaveInput>, 'recurrence' | 'due_date'>,
): number | null =>
  input.recurrence === 'monthly' && input.due_date ? Number(input.due_date.slice(8)) : null
