/**
 * Arithmetic on calendar dates (YYYY-MM-DD), which belong to no zone. It counts in UTC, where every day is
 * as long as any other: browsers share it, and not all of them have Temporal yet.
 */

import { WEEK_STARTS_AT, type WeekStart } from './dates.ts'

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7

const toUtc = (date: string): Date => new Date(`${date}T00:00:00Z`)
const toText = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The date so many days later, or earlier. */
export function shiftDate(date: string, days: number): string {
  const instant = toUtc(date)
  instant.setUTCDate(instant.getUTCDate() + days)
  return toText(instant)
}

/**
 * The same day so many months later, or earlier; the last day of a month that is too short for it. `day`
 * is the day to keep to, where the date itself fell short of it before.
 */
export function shiftMonths(date: string, months: number, day = Number(date.slice(8))): string {
  const first = toUtc(`${date.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = lastOfMonth(toText(first))
  return shiftDate(last, Math.min(0, day - Number(last.slice(8))))
}

/** The last day of the date's month. */
export function lastOfMonth(date: string): string {
  const instant = toUtc(`${date.slice(0, 8)}01`)
  instant.setUTCMonth(instant.getUTCMonth() + 1, 0)
  return toText(instant)
}

/** Whole days from one date to another; negative where the other lies before. */
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

/** The Monday of the date's week: time is handed in by these weeks. */
export const mondayOf = (date: string): string => weekStartOf(date, 'monday')

/** The seven days from the first on. */
export const weekDays = (first: string): string[] =>
  Array.from({ length: DAYS_OF_WEEK }, (_, index) => shiftDate(first, index))
