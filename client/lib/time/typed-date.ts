import dayjs from 'dayjs'
import { monthOf, weekdayNamed } from '#shared/base/calendar.ts'
import { dateText } from '#shared/base/dates.ts'

const WORDS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['tom', 1],
  ['yesterday', -1],
])
const UNITS = { d: 'day', day: 'day', w: 'week', week: 'week', m: 'month', month: 'month' } as const

/** Whether the user's locale writes the day or the month first in "12/1". */
export type NumberOrder = 'day-first' | 'month-first'

/** The order used by the browser's locale, or another one. */
export function numberOrder(locale?: string): NumberOrder {
  // Swedes write full dates as 2026-12-01, but without the year as 1/12.
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' })
    .formatToParts(new Date(0))
    .map(({ type }) => type)
  return parts.indexOf('month') < parts.indexOf('day') ? 'month-first' : 'day-first'
}

interface Context {
  /** The user's current calendar date, YYYY-MM-DD. */
  today: string
  order: NumberOrder
}

/**
 * "12 dec", "fri", "tomorrow", "in 2 weeks", "2026-12-01", "12/1" as YYYY-MM-DD, or null if the text isn't a
 * date.
 */
export function parseTypedDate(typed: string, { today, order }: Context): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  return relativeDate(text, today) ?? numericDate(text, today, order) ?? namedDate(text, today)
}

function relativeDate(text: string, today: string): string | null {
  const shift = WORDS.get(text)
  if (shift !== undefined) return moved(today, shift, 'day')
  const steps = /^(?:in |\+)(\d{1,3}) ?(d|day|w|week|m|month)s?$/.exec(text)
  if (steps !== null) return moved(today, Number(steps[1]), UNITS[steps[2] as keyof typeof UNITS])
  const next = /^next (day|week|month)$/.exec(text)
  if (next !== null) return moved(today, 1, UNITS[next[1] as keyof typeof UNITS])
  return weekday(text, today)
}

/** The next such weekday, never today; with "last", the most recent one before today. */
function weekday(text: string, today: string): string | null {
  const [, last, name = ''] = /^(last )?([a-z]+)$/.exec(text) ?? []
  const day = weekdayNamed(name)
  if (day === null) return null
  const ahead = (day - dayjs(today).day() + 7) % 7 || 7
  return moved(today, last === undefined ? ahead : ahead === 7 ? -7 : ahead - 7, 'day')
}

function numericDate(text: string, today: string, order: NumberOrder): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso !== null) return dateText(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const short = /^(\d{1,2})([-/.]) ?(\d{1,2})(?:\2 ?(\d{4}|\d{2})?)?$/.exec(text)
  if (short === null) return null
  // Dates with dots always put the day before the month.
  const monthFirst = order === 'month-first' && short[2] !== '.'
  const [day, month] = monthFirst ? [short[3], short[1]] : [short[1], short[3]]
  return withYear(Number(day), Number(month), short[4], today)
}

/** "12 dec", "12. December 2026", "dec 12, 2026". */
function namedDate(text: string, today: string): string | null {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.? ?([a-z]+)\.?,? ?(\d{4}|\d{2})?$/.exec(text)
  if (dayFirst !== null) return withYear(Number(dayFirst[1]), monthOf(dayFirst[2] ?? ''), dayFirst[3], today)
  const monthFirst = /^([a-z]+)\.? ?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}|\d{2}))?$/.exec(text)
  if (monthFirst !== null)
    return withYear(Number(monthFirst[2]), monthOf(monthFirst[1] ?? ''), monthFirst[3], today)
  return null
}

/** Without a year, the year in which the date is closest to today. */
function withYear(day: number, month: number | null, year: string | undefined, today: string): string | null {
  if (month === null) return null
  if (year !== undefined) return dateText(year.length === 2 ? 2000 + Number(year) : Number(year), month, day)
  const thisYear = Number(today.slice(0, 4))
  const candidates = [thisYear - 1, thisYear, thisYear + 1]
    .map((candidate) => dateText(candidate, month, day))
    .filter((date) => date !== null)
  const distance = (date: string) => Math.abs(dayjs(date).diff(today, 'day'))
  return candidates.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

const moved = (date: string, steps: number, unit: 'day' | 'week' | 'month'): string =>
  dayjs(date).add(steps, unit).format('YYYY-MM-DD')
