/**
 * Formats dates, durations, numbers, and amounts for screens, mails, documents, and exports. Nothing else
 * formats them (`npm run structure`), so this is where a locale would be added.
 */
const LOCALE = 'en-US'

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const SHORT = 3

/** The parts of a calendar date, YYYY-MM-DD; text after it is ignored. */
function partsOf(date: string) {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-')
  const longMonth = MONTH_NAMES[Number(month) - 1] ?? ''
  return { year, day, longMonth, month: longMonth.slice(0, SHORT) }
}

/** `Apr 04, 2026`. */
export function formatDate(date: string): string {
  const { year, month, day } = partsOf(date)
  return `${month} ${day}, ${year}`
}

/** `Apr 4`: on cards. */
export function formatCardDate(date: string): string {
  const { month, day } = partsOf(date)
  return `${month} ${Number(day)}`
}

/** `April 4, 2026`: in pickers. */
export function formatLongDate(date: string): string {
  const { year, longMonth, day } = partsOf(date)
  return `${longMonth} ${Number(day)}, ${year}`
}

/** `Saturday`. */
export const formatWeekday = (date: string): string =>
  WEEKDAY_NAMES[new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''

/** `Sat`. */
export const formatShortWeekday = (date: string): string => formatWeekday(date).slice(0, SHORT)

/** `April 2026`. */
export function formatMonth(date: string): string {
  const { year, longMonth } = partsOf(date)
  return `${longMonth} ${year}`
}

/** `Apr 2026`. */
export function formatShortMonth(date: string): string {
  const { year, month } = partsOf(date)
  return `${month} ${year}`
}

/** `April`, with months counted from 1. */
export const formatMonthName = (month: number): string => MONTH_NAMES[month - 1] ?? ''

/** `Mar 01 – 31, 2026`, `Dec 15, 2025 – Jan 14, 2026`: common parts are written once. */
export function formatDateRange(from: string, to: string): string {
  if (from.slice(0, 10) === to.slice(0, 10)) return formatDate(from)
  const [start, end] = [partsOf(from), partsOf(to)]
  if (start.year !== end.year) return `${formatDate(from)} – ${formatDate(to)}`
  const until = start.month === end.month ? end.day : `${end.month} ${end.day}`
  return `${start.month} ${start.day} – ${until}, ${end.year}`
}

/** `1.5h`: time worked, planned, or billed. */
export const formatHours = (seconds: number): string => `${formatNumber(Math.round(seconds / 36) / 100)}h`

/** `1h 30m`: the value of a duration field, which accepts other formats as well. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}

/** `45 min`, `1 h 30 min`: the duration of a calendar event. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** `1 h 20 min`, `45 s`: billed time, to the second. */
export function formatTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (rest === 0) return formatMinutes(minutes)
  return minutes === 0 ? `${rest} s` : `${formatMinutes(minutes)} ${rest} s`
}

/** `6 hours`, `0.014 hours`, `1 piece`; custom units are unchanged. */
export function formatQuantity(quantity: number, unit: string | null): string {
  if (unit === null) return formatNumber(quantity)
  const plural = quantity !== 1 && COUNTED.has(unit) ? `${unit}s` : unit
  return `${formatNumber(quantity)} ${plural}`
}

const COUNTED = new Set(['hour', 'day', 'week', 'month', 'year', 'piece', 'flat rate', 'word', 'kilometre'])

let numbers: Intl.NumberFormat | undefined

/** `12,300`, `0.014`. */
export function formatNumber(value: number): string {
  numbers ??= new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 })
  return numbers.format(value)
}

/** `1 row`, `2,000 rows`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** How many names a sentence lists. */
const NAMED = 10

/** `“One”, “Two” and 3 more`: the first ten names. */
export function quotedNames(names: readonly string[]): string {
  const quoted = names.slice(0, NAMED).map((name) => `“${name}”`)
  const more = names.length - quoted.length
  return [quoted.join(', '), ...(more > 0 ? [`${more} more`] : [])].join(' and ')
}

/** `12.0`: with a fixed number of decimals. */
export const formatFixed = (value: number, digits: number): string => value.toFixed(digits)

let countries: Intl.DisplayNames | undefined

/** `Germany`, for an ISO 3166-1 alpha-2 code; an unknown code itself. */
export function countryName(code: string): string {
  countries ??= new Intl.DisplayNames(LOCALE, { type: 'region', fallback: 'code' })
  return countries.of(code) ?? code
}

let currencyNames: Intl.DisplayNames | undefined

/** `Euro`, for an ISO 4217 code; undefined for one that the runtime doesn't support. */
export function currencyName(code: string): string | undefined {
  currencyNames ??= new Intl.DisplayNames(LOCALE, { type: 'currency', fallback: 'none' })
  return currencyNames.of(code)
}

const currencies = new Map<string, Intl.NumberFormat>()

/**
 * `$4,800.00`; an exact decimal string with the currency's digits, without decimals if `short` and integer, with up to
 * four more if `finer`.
 */
export function formatCurrency(
  decimal: `${number}`,
  currency: string,
  { digits, short = false, finer = false }: { digits: number; short?: boolean; finer?: boolean },
): string {
  const key = `${currency}|${digits}|${short}|${finer}`
  let format = currencies.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: finer ? digits + 4 : digits,
      ...(short && { trailingZeroDisplay: 'stripIfInteger' as const }),
    })
    currencies.set(key, format)
  }
  return format.format(decimal)
}
