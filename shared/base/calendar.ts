/**
 * Arithmetic on calendar dates (YYYY-MM-DD), which have no time zone. Computed in UTC, where all days have
 * the same length; browsers use this, too, and not all support Temporal yet.
 */

import { WEEK_STARTS_AT, type WeekStart } from './dates.ts'
import { MONTH_NAMES, WEEKDAY_NAMES } from './format.ts'

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7

const toUtc = (date: string): Date => new Date(`${date}T00:00:00Z`)
const toText = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The date this many days later (or earlier, if negative). */
export function shiftDate(date: string, days: number): string {
  const instant = toUtc(date)
  instant.setUTCDate(instant.getUTCDate() + days)
  return toText(instant)
}

/**
 * The same day this many months later (or earlier), or the last day of a shorter month. `day` is the original
 * day of the month, if the date was shortened before.
 */
export function shiftMonths(date: string, months: number, day = Number(date.slice(8))): string {
  const first = toUtc(`${date.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = lastOfMonth(toText(first))
  return shiftDate(last, Math.min(0, day - Number(last.slice(8))))
}

/**
 * The day of the month on which a recurrence continues after a date: the date's, or a later one from before if the
 * date is the last day of a shorter month.
 */
export function dayOfRhythm(date: string, before?: number | null): number {
  const day = Number(date.slice(8, 10))
  return before != null && before > day && date === lastOfMonth(date) ? before : day
}

/** The last day of the date's month. */
export function lastOfMonth(date: string): string {
  const instant = toUtc(`${date.slice(0, 8)}01`)
  instant.setUTCMonth(instant.getUTCMonth() + 1, 0)
  return toText(instant)
}

/** Whole days from one date to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (toUtc(to).getTime() - toUtc(from).getTime()) / DAY_MS

/** Whole months from the month of one date to that of another. */
export const monthsBetween = (from: string, to: string): number =>
  12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** The day of the week, as JavaScript counts them: Sunday is 0. */
export const weekdayOf = (date: string): number => toUtc(date).getUTCDay()

/** The first day of the date's week. */
export const weekStartOf = (date: string, first: WeekStart): string =>
  shiftDate(date, -((weekdayOf(date) + DAYS_OF_WEEK - WEEK_STARTS_AT[first]) % DAYS_OF_WEEK))

/** The Monday of the date's week: timesheets cover these weeks. */
export const mondayOf = (date: string): string => weekStartOf(date, 'monday')

/** Seven days starting with the first. */
export const weekDays = (first: string): string[] =>
  Array.from({ length: DAYS_OF_WEEK }, (_, index) => shiftDate(first, index))

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase())
const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.toLowerCase())
const SHORTEST_NAME = 3

/** 1 to 12 for an English name in lower case, in full or by at least its first three letters; null for others. */
export function monthOf(name: string): number | null {
  const index = indexOf(MONTHS, name)
  return index === null ? null : index + 1
}

/** The same for the days of the week, as JavaScript counts them: Sunday is 0. */
export const weekdayNamed = (name: string): number | null => indexOf(WEEKDAYS, name)

function indexOf(names: readonly string[], name: string): number | null {
  const letters = name.replace(/\.$/, '')
  const index = names.findIndex((full) => letters.length >= SHORTEST_NAME && full.startsWith(letters))
  return index < 0 ? null : index
}
