import { monthOf } from '#shared/base/calendar.ts'
import { dateText } from '#shared/base/dates.ts'
import type { DateOrder, ImportOverview } from '#shared/overview/imports.ts'

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[T ])/
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?:$|[T ])/
/** Two-digit years only after slashes: with dashes, they may also come first. */
const EITHER_WAY = /^(\d{1,2})(?:[/-](\d{1,2})[/-](\d{4})|\/(\d{1,2})\/(\d\d))(?:$|[T ])/
const DAY_AND_NAME = /^(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4})$/i
const NAME_AND_DAY = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i

/** Removes the spaces and the final period that some languages use, and completes a year after a month's name. */
export const tidyDay = (text: string): string =>
  text
    .replace(/(?<=\d[./-]) +(?=\d)/g, '')
    .replace(/(?<=\d)\.$/, '')
    .replace(
      /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d\d)?(\d\d)$/i,
      (_, day, month, century = '20', year) => `${day} ${month} ${century}${year}`,
    )

/** Whether it is a date in some order of day and month. */
export const isDate = (text: string): boolean => (readDate(text, 'dmy') ?? readDate(text, 'mdy')) !== null

/** Parses a date of any export as YYYY-MM-DD; null if it isn't one, or if its order is ambiguous. */
export function readDate(text: string, order: DateOrder | null): string | null {
  const trimmed = tidyDay(text.trim())
  const [, year, month, day] = YEAR_FIRST.exec(trimmed) ?? []
  if (year !== undefined) return dateText(Number(year), Number(month), Number(day))
  const dotted = DOTTED.exec(trimmed)
  if (dotted !== null) return dateText(fullYear(dotted[3]), Number(dotted[2]), Number(dotted[1]))
  const either = eitherWay(trimmed)
  if (either !== null) return inOrder(either, order)
  const dayFirst = DAY_AND_NAME.exec(trimmed)
  if (dayFirst !== null) return named(dayFirst[2], Number(dayFirst[1]), Number(dayFirst[3]))
  const nameFirst = NAME_AND_DAY.exec(trimmed)
  return nameFirst === null ? null : named(nameFirst[1], Number(nameFirst[2]), Number(nameFirst[3]))
}

const fullYear = (year = ''): number => Number(year.padStart(4, '20'))

interface EitherWay {
  first: number
  second: number
  year: number
}

function eitherWay(text: string): EitherWay | null {
  const match = EITHER_WAY.exec(text)
  if (match === null) return null
  const [, first, second, year, secondBeforeShort, short] = match
  return {
    first: Number(first),
    second: Number(second ?? secondBeforeShort),
    year: fullYear(year ?? short),
  }
}

function inOrder({ first, second, year }: EitherWay, order: DateOrder | null): string | null {
  if (order === null) return first === second ? dateText(year, first, second) : null
  return order === 'dmy' ? dateText(year, second, first) : dateText(year, first, second)
}

function named(name: string | undefined, day: number, year: number): string | null {
  const month = monthOf((name ?? '').toLowerCase())
  return month === null ? null : dateText(year, month, day)
}

/** Detects whether a file puts day or month first: a single day after the 12th decides for all. */
export function watchDates() {
  let sample: string | null = null
  let dayFirst = false
  let monthFirst = false
  return {
    see(text: string): void {
      const match = eitherWay(tidyDay(text.trim()))
      if (match === null) return
      const { first, second } = match
      if (first > 12) dayFirst = true
      else if (second > 12) monthFirst = true
      else if (first !== second) sample ??= text.trim()
    },
    tell(): Pick<ImportOverview, 'dates' | 'date_sample'> {
      if (dayFirst !== monthFirst) return { dates: dayFirst ? 'dmy' : 'mdy', date_sample: null }
      if (dayFirst || sample !== null) return { dates: 'ask', date_sample: sample }
      return { dates: 'clear', date_sample: null }
    },
  }
}

/** Parses `9:05`, `9h05`, `09:05:30` or `9:05 PM` as HH:mm:ss; null for anything else. */
export function readClock(text: string): string | null {
  const match = /^(\d{1,2})(?::| ?h ?)(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i.exec(text.trim())
  if (match === null) return null
  const [, hours = '', minutes = '', seconds = '00', half] = match
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
}

const MAX_SECONDS = 24 * 3600

/** `1h 30m`, `1h30`, `90 min`, `1 hr, 30 min` or `1 hour 30 minutes 15 seconds`. */
const WITH_UNITS =
  /^(?=.*[a-z])(?:(\d{1,2}) ?(?:h|hrs?|hours?)(?![a-z]),? ?)?(?:(\d{1,4}) ?(?:m|mins?|minutes?)(?![a-z]),? ?)?(?:(\d{1,2}) ?(?:s|secs?|seconds?))?$/i

/** Minutes and seconds, as Toggl Track's classic format writes durations below an hour. */
const MINUTES = /^(\d{1,2}):([0-5]\d) ?min$/i

/** The duration in seconds; null if it is invalid or not between 1 s and 24 h. */
export function readHours(text: string): number | null {
  const seconds = readSeconds(text) ?? 0
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : null
}

/** Parses `1:30:00`, `1:30`, `18:25 min`, `1h 30m`, `1.5` or `1,5` hours as seconds; null if it isn't a duration. */
export function readSeconds(text: string): number | null {
  const trimmed = text.trim()
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(trimmed)
  const decimal = /^(\d{1,2}(?:[.,]\d{1,6})?|[.,]\d{1,6})(?: ?(?:h|hrs?|hours?))?$/i.exec(trimmed)
  const units = WITH_UNITS.exec(trimmed.replace(/(?<=\dh)\d\d$/i, '$&m'))
  const minutes = MINUTES.exec(trimmed)
  if (minutes !== null) return Number(minutes[1]) * 60 + Number(minutes[2])
  if (clock !== null && Number(clock[2]) < 60 && Number(clock[3] ?? 0) < 60) {
    return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
  }
  if (decimal !== null) return Math.round(Number(decimal[1]?.replace(',', '.')) * 3600)
  if (units === null) return null
  const [hours = 0, mins = 0, rest = 0] = units.slice(1).map((part) => Number(part ?? 0))
  return hours * 3600 + mins * 60 + rest
}

const INSTANT = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/

/**
 * Parses an instant within the supported years; null for anything else, such as dates, which have another order or
 * zone elsewhere.
 */
export function instantOf(value: string | null | undefined): string | null {
  const time = INSTANT.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN
  if (Number.isNaN(time)) return null
  const year = new Date(time).getUTCFullYear()
  return year > 1900 && year < 2200 ? new Date(time).toISOString() : null
}
