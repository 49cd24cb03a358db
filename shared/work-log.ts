import { z } from 'zod'
import { calendarDate, timeZone, WEEK_STARTS, wallTime } from './dates.ts'
import { pageInput } from './paging.ts'
import { optionalText } from './text.ts'

export const ENTRY_KINDS = ['timer', 'interval', 'duration'] as const
/** How the time was recorded; `duration` entries have no meaningful start and end. */
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const LOCK_REASONS = ['submitted', 'approved', 'invoiced', 'paid_out'] as const
export type LockReason = (typeof LOCK_REASONS)[number]

export const LOCK_MESSAGES: Record<LockReason, string> = {
  submitted: 'This week is submitted for approval. Withdraw it to make changes.',
  approved: 'This week is approved.',
  invoiced: 'This time is on an invoice.',
  paid_out: 'This time has been paid out.',
}

export const LONG_RUN_HOURS = 8
const MAX_ENTRY_SECONDS = 24 * 3600
export const DURATION_MESSAGE = 'Please enter a duration such as "1h 30m", "1.5" or "90m"'

/**
 * Parses "1h 30m", "1h30", "90m", "1:30", "1.5", "1,5" or "1.5h"; a bare number means hours. Returns seconds
 * in whole minutes, or null if invalid or not between one minute and 24 hours.
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

/** "1h 30m", the format that `parseDuration` accepts. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}

const duration = z
  .string()
  .max(40, DURATION_MESSAGE)
  .transform((text, context) => {
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

/** IANA time zone; defaults to the caller's. */
export const timezoneInput = timeZone.nullish()

/**
 * A manual entry: a duration on a day, or local `start` and `end` (YYYY-MM-DDTHH:mm, in the time zone). An
 * `end` at or before `start` is on the next day.
 */
export const entrySaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  ...entryFields,
  timezone: timezoneInput,
  time: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('duration'), date: calendarDate, duration }),
    z.strictObject({ kind: z.literal('interval'), start: wallTime, end: wallTime }),
    /** Changes the details of a running or timed entry, not its times. */
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
  /** `own` is the caller's work log; `agency` is everything they may see, for a client the hours shared with them. */
  whose: z.enum(['own', 'agency']).default('own'),
})

export const weekInput = z.strictObject({
  date: calendarDate.nullish(),
  timezone: timezoneInput,
  /** Defaults to the caller's own. */
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
  /** Calendar date of the start in the caller's time zone. */
  date: string
  started_at: string
  /** Null while running. */
  ended_at: string | null
  paused: boolean
  /** Up to now while running. */
  duration_seconds: number
  billable: boolean
  /** Minor units per hour; null if the caller may not see it. */
  billing_rate: number | null
  cost_rate: number | null
  /** Why the entry is locked; null if it isn't. */
  locked: LockReason | null
  is_own: boolean
  version: number
  created_at: string
}

export interface TimerDto {
  state: 'running' | 'paused'
  entry: TimeEntryDto
  /** Seconds of the timer's finished intervals, without the running one. */
  earlier_seconds: number
  /** All intervals, up to the time of the response. */
  elapsed_seconds: number
  /** True if the running interval is longer than 8 hours. */
  long_running: boolean
}

/** Seconds; the caller's week, in the given time zone. */
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
  /** Seven calendar dates, from the caller's first day of the week. */
  days: string[]
  rows: WeekGridRow[]
  /** Seconds per day. */
  totals: number[]
  timezone: string
}

export interface WeekGridRow {
  project: { id: string; name: string } | null
  /** Seconds per day; an entry across midnight counts towards both days. */
  seconds: number[]
  total_seconds: number
}

export interface CsvFile {
  filename: string
  csv: string
}
