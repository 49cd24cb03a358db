import { currencyDigits } from '#shared/base/amounts/money.ts'
import { dateText } from '#shared/base/dates.ts'
import { unreadable } from './lines.ts'

/** The largest amount of a line in minor units. */
const MAX_MINOR = 1_000_000_000_000

/** Minor units of a decimal without thousands separators; throws if it isn't one. */
export function minorUnits(text: string, currency: string, decimal: '.' | ',' = '.'): number {
  const match = /^([+-]?)(\d{0,20})(?:[.,](\d{0,10}))?$/.exec(text.trim())
  const [, sign, whole = '', fraction = ''] = match ?? []
  const digits = currencyDigits(currency)
  const isDecimal = !text.includes(decimal === '.' ? ',' : '.')
  if (match === null || !isDecimal || whole + fraction === '' || /[1-9]/.test(fraction.slice(digits))) {
    throw unreadable(`“${shown(text)}” is not an amount in ${currency}.`)
  }
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (amount > MAX_MINOR) throw unreadable(`The amount ${shown(text)} is too large.`)
  return sign === '-' && amount !== 0 ? -amount : amount
}

/** A currency's code in upper case; throws if it isn't one. */
export function currencyOf(text: string): string {
  const code = text.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) throw unreadable(`“${shown(text)}” is not a currency.`)
  return code
}

/** YYYY-MM-DD of a day; throws if it doesn't exist. */
export function dayOf(year: number, month: number, day: number, text: string): string {
  const date = dateText(year, month, day)
  if (date === null) throw unreadable(`“${shown(text)}” is not a date.`)
  return date
}

/** The day of an ISO date or date and time. */
export function isoDay(text: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T+\-Z ])/.exec(text.trim())
  if (match === null) throw unreadable(`“${shown(text)}” is not a date.`)
  return dayOf(Number(match[1]), Number(match[2]), Number(match[3]), text)
}

/**
 * YYMMDD: banks mean this century, except for dates before 1980. Some count 30 days in each month, even in February.
 */
export function shortDay(text: string): string {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number)
  if (!/^\d{6}$/.test(text)) throw unreadable(`“${shown(text)}” is not a date.`)
  const full = (year ?? 0) + ((year ?? 0) >= 80 ? 1900 : 2000)
  const isEndOfFebruary = month === 2 && (day === 29 || day === 30)
  const endOfFebruary = isEndOfFebruary ? (dateText(full, 2, 29) ?? dateText(full, 2, 28)) : null
  return endOfFebruary ?? dayOf(full, month ?? 0, day ?? 0, text)
}

/** Text from a file, shortened for messages. */
export const shown = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 40)
    .toWellFormed()
