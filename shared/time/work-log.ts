export const MAX_NOTE = 500

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

export interface StartedTimer extends TimerDto {
  /** Undoes the switch for a minute, as `workLog.undoSwitch` accepts it; null if no timer was stopped. */
  undo: string | null
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
  /** Per day, whether time can be added: not in a contributor's submitted or approved week. */
  open_days: boolean[]
  rows: WeekGridRow[]
  /** Seconds per day. */
  totals: number[]
  /** Seconds of the unlocked entries that start in the week: those that a timesheet of it would include. */
  submittable_seconds: number
  timezone: string
}

export interface WeekGridRow {
  project: { id: string; name: string } | null
  /** Whether its project is archived and gets no more time. */
  archived: boolean
  /** Seconds per day; an entry across midnight counts toward both days. */
  seconds: number[]
  cells: WeekCell[]
  total_seconds: number
}

/** A project's day in the week, as `workLog.saveHours` can set it. */
export interface WeekCell {
  /** Empty, or with one entry within the day that is neither locked nor a timer. */
  editable: boolean
  /** That entry; null if the day is empty or isn't editable. */
  entry: { id: string; version: number } | null
}

export interface SavedHours {
  /** Null if there is none anymore. */
  entry: TimeEntryDto | null
  deleted: TimeEntryDto | null
  /** Restores what was deleted, within a minute. */
  undo: string | null
}

/** `undo` restores the entry within a minute. */
export interface DeletedEntry {
  id: string
  undo: string
}

export interface CopiedWeek {
  /** The new entries. */
  ids: string[]
  /** Entries of the earlier week whose day has time already or is closed, or whose project is no longer accessible. */
  skipped: number
}

export interface EntriesCsv {
  filename: string
  csv: string
}
