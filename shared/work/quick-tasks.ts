import { monthOf, shiftDate, shiftMonths, weekdayNamed, weekdayOf } from '../base/calendar.ts'
import { dateText, isCalendarDate } from '../base/dates.ts'
import type { TaskPriority } from './tasks.ts'

export const QUICK_TASK_VIEWS = ['overdue', 'today', 'upcoming', 'completed'] as const
export type QuickTaskView = (typeof QUICK_TASK_VIEWS)[number]

export interface QuickTaskDto {
  id: string
  title: string
  description: string | null
  priority: TaskPriority
  /** Calendar date, YYYY-MM-DD. */
  due_date: string | null
  overdue: boolean
  assigned_to: { user_id: string; name: string }
  created_by: { user_id: string; name: string }
  completed_at: string | null
  version: number
  created_at: string
}

export interface QuickTaskCounters {
  pending: number
  completed: number
  overdue: number
  today: number
}

/** An event of a quick task, for the recent activity list. */
export interface QuickTaskEventDto {
  task_id: string
  title: string
  event: 'added' | 'completed'
  at: string
}

const LONGEST_PHRASE = 4

/**
 * Splits "Call Priya tomorrow" into a title and a due date. Only words at the end count; a text that is only
 * a date stays the title. `today` is the caller's calendar date.
 */
export function parseQuickTask(text: string, today: string): { title: string; due_date: string | null } {
  const words = text.trim().split(/\s+/)
  for (let length = Math.min(LONGEST_PHRASE, words.length - 1); length > 0; length--) {
    const due = parseDateWords(words.slice(-length).join(' '), today)
    if (due === null) continue
    const rest = words.slice(0, -length)
    if (/^(by|on|due|until)$/i.test(rest.at(-1) ?? '') && rest.length > 1) rest.pop()
    return { title: rest.join(' '), due_date: due }
  }
  return { title: words.join(' '), due_date: null }
}

/**
 * Parses "today", "tomorrow", "fri", "next fri", "next week", "next month", "in 3 days", "12 Mar", "March 12
 * 2027" or "2026-03-12". A weekday is the next one, never today; a date without a year is the next such date.
 * Null for anything else.
 */
export function parseDateWords(phrase: string, today: string): string | null {
  const words = phrase.trim().toLowerCase().replaceAll(',', '').split(/\s+/)
  const text = words.join(' ')
  if (text === 'today' || text === 'tonight') return today
  if (text === 'tomorrow' || text === 'tmr') return shiftDate(today, 1)
  if (text === 'next week') return nextWeekday(today, 1)
  if (text === 'next month') return shiftMonths(`${today.slice(0, 8)}01`, 1)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return isCalendarDate(text) ? text : null
  return readWeekday(words, today) ?? readDistance(text, today) ?? readDayOfMonth(words, today)
}

function readWeekday(words: string[], today: string): string | null {
  const next = words.length === 2 && words[0] === 'next'
  if (words.length !== 1 && !next) return null
  const weekday = weekdayNamed(words.at(-1) ?? '')
  if (weekday === null) return null
  if (!next) return nextWeekday(today, weekday)
  // "Next Friday" is in the week that starts on the coming Monday.
  return shiftDate(nextWeekday(today, 1), (weekday + 6) % 7)
}

function readDistance(text: string, today: string): string | null {
  const match = /^in (an?|\d{1,3}) (day|week|month)s?$/.exec(text)
  if (match === null) return null
  const count = match[1]?.startsWith('a') ? 1 : Number(match[1])
  if (match[2] === 'month') return shiftMonths(today, count)
  return shiftDate(today, match[2] === 'week' ? count * 7 : count)
}

function readDayOfMonth(words: string[], today: string): string | null {
  if (words.length < 2 || words.length > 3) return null
  const [first = '', second = '', year] = words
  const monthFirst = monthOf(first) !== null
  const month = monthOf(monthFirst ? first : second)
  const day = /^(\d{1,2})(st|nd|rd|th)?$/.exec(monthFirst ? second : first)?.[1]
  if (month === null || day === undefined) return null
  if (year !== undefined) return /^\d{4}$/.test(year) ? dateText(Number(year), month, Number(day)) : null
  const thisYear = Number(today.slice(0, 4))
  // Up to eight years ahead, because February 29 can be that far away.
  for (let candidate = thisYear; candidate <= thisYear + 8; candidate++) {
    const date = dateText(candidate, month, Number(day))
    if (date !== null && date >= today) return date
  }
  return null
}

function nextWeekday(today: string, weekday: number): string {
  return shiftDate(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
}
