import { shiftMonths } from '#shared/base/calendar.ts'
import { WEEKDAYS } from '#shared/work/schedule.ts'

/** A recurrence rule in the portal's own form; days are counted from 1970-01-01. */
export interface DateRule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: number
  /** Monday is 0. */
  weekdays: number[]
  /** Shorter months have it on their last day. */
  monthDay: number
}

const DAY_MS = 86_400_000

export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export function parseDateRule(rrule: string, first: number): DateRule {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]))
  const weekdays = parts.get('BYDAY')?.split(',') ?? []
  return {
    frequency: (parts.get('FREQ') ?? 'DAILY') as DateRule['frequency'],
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays:
      weekdays.length > 0 ? WEEKDAYS.flatMap((name, at) => (weekdays.includes(name) ? [at] : [])) : [],
    monthDay: Number(parts.get('BYMONTHDAY') ?? new Date(first * DAY_MS).getUTCDate()),
  }
}

/**
 * The rule's days within the inclusive bounds. Skips directly to the first one, however long ago the series
 * began.
 */
export function* daysOf(rule: DateRule, first: number, from: number, to: number): Generator<number> {
  const earliest = Math.max(first, from)
  if (rule.frequency === 'DAILY') {
    for (let day = jump(first, earliest, rule.interval); day <= to; day += rule.interval) yield day
  } else if (rule.frequency === 'WEEKLY') {
    const weeks = rule.interval * 7
    // Starts a week earlier, because that week's later weekdays may be within the bounds.
    for (let week = jump(mondayOf(first), earliest - 6, weeks); week <= to; week += weeks) {
      for (const weekday of rule.weekdays) {
        if (week + weekday >= earliest && week + weekday <= to) yield week + weekday
      }
    }
  } else {
    for (let month = jump(monthOf(first), monthOf(earliest), rule.interval); ; month += rule.interval) {
      const day = dayNumber(shiftMonths(dateOfDay(first), month - monthOf(first), rule.monthDay))
      if (day > to) return
      if (day >= earliest) yield day
    }
  }
}

/** The first multiple of the step from the origin that isn't before the target. */
const jump = (origin: number, target: number, step: number): number =>
  origin + Math.max(0, Math.ceil((target - origin) / step)) * step

/** 1970-01-01 was a Thursday. */
const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

const monthOf = (day: number): number => {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
