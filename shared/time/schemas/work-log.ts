import { z } from 'zod'
import { WEEK_STARTS } from '../../base/dates.ts'
import { calendarDate, timezoneInput, wallTime } from '../../base/schemas/dates.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText } from '../../base/schemas/text.ts'
import { DURATION_MESSAGE, parseDuration } from '../durations.ts'
import { MAX_NOTE } from '../work-log.ts'

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
  note: optionalText(MAX_NOTE),
  billable: z.boolean().default(true),
}

export const timerStartInput = z.strictObject(entryFields)

/**
 * A manual entry: a duration on a day, or local `start` and `end` (YYYY-MM-DDTHH:mm, in the time zone). An `end` earlier
 * than `start` on the same day is on the next day, unless it occurs again after the start when clocks go back. A
 * recorded duration or time of day keeps its seconds.
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

/**
 * The hours of one project's day in the week: without an `entry` they are a new one, with it they are its
 * duration. No duration deletes it.
 */
export const hoursSaveInput = z.strictObject({
  project_id: z.uuid().nullable(),
  date: calendarDate,
  timezone: timezoneInput,
  duration: duration.nullable(),
  entry: z.strictObject({ id: z.uuid(), version: z.int() }).nullable(),
})

export const entryRestoreInput = z.strictObject({
  undo: z.string().min(1).max(10_000),
  timezone: timezoneInput,
})

export const timerUndoInput = entryRestoreInput.pick({ undo: true })

/** Any day of the week to be filled from the one before. */
export const weekCopyInput = z.strictObject({ date: calendarDate, timezone: timezoneInput })

export const entryListInput = z.strictObject({
  ...pageInput,
  timezone: timezoneInput,
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  project_id: z.uuid().nullish(),
  user_id: z.string().max(60).nullish(),
  billable: z.boolean().nullish(),
  /**
   * `own` is the caller's work log; `agency` is everything they can see, which for a client is the hours
   * shared with them.
   */
  whose: z.enum(['own', 'agency']).default('own'),
})

export const weekInput = z.strictObject({
  date: calendarDate.nullish(),
  timezone: timezoneInput,
  /** Defaults to the caller's own. */
  week_start: z.enum(WEEK_STARTS).optional(),
})
export const entryExportInput = entryListInput.omit({ cursor: true, limit: true })
