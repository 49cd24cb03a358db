import { z } from 'zod'
import { calendarDate, timeZone, WEEK_STARTS } from './dates.ts'
import { pageInput } from './paging.ts'
import { optionalText } from './text.ts'

export const ENTRY_KINDS = ['timer', 'interval', 'duration'] as const
/** How the time was recorded; a `duration` has no meaningful clock times. */
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const LOCK_REASONS = ['submitted', 'approved', 'invoiced', 'paid_out'] as const
export type LockReason = (typeof LOCK_REASONS)[number]

export const LOCK_MESSAGES: Record<LockReason, string> = {
  submitted: 'This week is submitted for approval. Withdraw it to make changes.',
  approved: 'This week is approved.',
  invoiced: 'This time is on an invoice.',
  paid_out: 'This time is paid out.',
}

export const LONG_RUN_HOURS = 8
const MAX_ENTRY_SECONDS = 24 * 3600
export const DURATION_MESSAGE = 'Please enter a duration such as "1h 30m", "1.5" or "90m"'

/**
 * Reads "1h 30m", "1h30", "90m", "1:30", "1.5", "1,5" or "1.5h"; a bare number is hours. Seconds, in whole
 * minutes; null when it is none of these or not between a minute and 24 hours.
 */
export function parseDuration(text: string): number | null {
  const compact = text.trim().toLowerCase().replace(/\s+/g, '').replace(',', '.')
  const minutes = clockMinutes(compact) ?? unitMinutes(compact)
  if (minutes === null) return null
  const seconds = Math.round(minutes) * 60
  return seconds >= 60 && seconds <= MAX_ENTRY_SECONDS ? seconds : null
}

function clockMinutes(text: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d)$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

function unitMinutes(text: string): number | null {
  if (/^\d{1,4}(m|min|mins|minutes?)$/.test(text)) return Number.parseInt(text, 10)
  const hours = /^(\d{1,3}(?:\.\d{1,4})?|\.\d{1,4})(?:h|hr|hrs|hours?)?$/.exec(text)
  if (hours) return Number(hours[1]) * 60
  const both = /^(\d{1,3})(?:h|hr|hrs|hours?)(\d{1,2})(?:m|min|mins|minutes?)?$/.exec(text)
  return both ? Number(both[1]) * 60 + Number(both[2]) : null
}

/** "1.5h", "0h", "12.25h": decimal hours with at most two digits. */
export const formatHours = (seconds: number): string => `${Math.round(seconds / 36) / 100}h`

/** "1h 30m": the form people type, which `parseDuration` reads back. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}

const wallTime = z.iso.datetime({ local: true, offset: false, message: 'Please enter a valid time' })
const duration = z.string().transform((text, context) => {
  const seconds = parseDuration(text)
  if (seconds !== null) return seconds
  context.addIssue({ code: 'custom', message: DURATION_MESSAGE })
  return z.NEVER
})

const entryFields = {
  project_id: z.uuid().nullish(),
  task_id: z.uuid().nullish(),
  note: optionalText(500),
  billable: z.boolean().default(true),
}

export const timerStartInput = z.strictObject(entryFields)

/** IANA zone whose days count; the caller's own without it. */
export const timezoneInput = timeZone.nullish()

/**
 * Time written down by hand: a duration on a day, or wall-clock `start` and `end` (YYYY-MM-DDTHH:mm, in the
 * zone). An `end` at or before `start` on the same day is the next day's.
 */
export const entrySaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  ...entryFields,
  timezone: timezoneInput,
  time: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('duration'), date: calendarDate, duration }),
    z.strictObject({ kind: z.literal('interval'), start: wallTime, end: wallTime }),
    /** Changes what a running or timed entry is about, and leaves its times alone. */
    z.strictObject({ kind: z.literal('keep') }),
  ]),
})

export const entryListInput = z.strictObject({
  ...pageInput,
  timezone: timezoneInput,
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  project_id: z.uuid().nullish(),
  user_id: z.string().max(60).nullish(),
  billable: z.boolean().nullish(),
  /** `own` is the work log; `agency` is everything the caller may see. */
  whose: z.enum(['own', 'agency']).default('own'),
})

export const weekInput = z.strictObject({
  date: calendarDate.nullish(),
  timezone: timezoneInput,
  /** The caller's own without it. */
  week_start: z.enum(WEEK_STARTS).optional(),
})
export const entryExportInput = entryListInput.omit({ cursor: true, limit: true })

export interface TimeEntryDto {
  id: string
  agency_id: string | null
  agency_name: string | null
  user_id: string
  user_name: string
  project: { id: string; name: string } | null
  task: { id: string; title: string } | null
  kind: EntryKind
  note: string | null
  /** Calendar date of the start in the caller's zone. */
  date: string
  started_at: string
  /** Null while it runs. */
  ended_at: string | null
  paused: boolean
  /** Up to now while it runs. */
  duration_seconds: number
  billable: boolean
  /** Minor units an hour; null for those who may not see it. */
  billing_rate: number | null
  cost_rate: number | null
  /** Why the entry cannot be changed; null when it can. */
  locked: LockReason | null
  is_own: boolean
  version: number
  created_at: string
}

export interface TimerDto {
  state: 'running' | 'paused'
  entry: TimeEntryDto
  /** Seconds of this timer's finished stretches, without the running one. */
  earlier_seconds: number
  /** All stretches, up to the moment of the answer. */
  elapsed_seconds: number
  /** The running stretch is longer than 8 hours. */
  long_running: boolean
}

/** Seconds; the week is the caller's, in the zone named. */
export interface WorkLogCounters {
  today_seconds: number
  week_seconds: number
  /** Billable seconds of this week. */
  billable_seconds: number
  today: string
  week_start: string
  timezone: string
}

export interface WeekGrid {
  week_start: string
  /** Seven calendar dates, from the day the caller's weeks begin on. */
  days: string[]
  rows: WeekGridRow[]
  /** Seconds for each day. */
  totals: number[]
  timezone: string
}

export interface WeekGridRow {
  project: { id: string; name: string } | null
  /** Seconds for each day; an entry across midnight counts for both. */
  seconds: number[]
  total_seconds: number
}

export interface CsvFile {
  filename: string
  csv: string
}
