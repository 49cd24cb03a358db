import type { DateOrder, Decimal } from '#shared/money/bank/csv-mapping.ts'
import { isCurrencyWord } from '../../tables/numbers.ts'
import { readDate, tidyDay } from '../../vendor-exports/dates.ts'
import { unreadable } from '../lines.ts'
import { dayOf, minorUnits, shown } from '../values.ts'

export const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[T ].*)?$|^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/

export const isDay = (text: string): boolean =>
  DATE.test(tidyDay(text)) || readDate(tidyDay(text), null) !== null

/** Words for outgoing money. */
export const OUT = /^(s|soll|d|dr|db|dbt|dbit|debit|out|withdrawal|af|-)$/i
/** Words for incoming money. */
export const IN = /^(h|haben|c|cr|crdt|credit|in|deposit|bij|\+)$/i

const WORD = /\p{L}[\p{L}\p{M}]*(?:\p{Sc}|\.)?/gu

/** The parts of an amount: its digits with a sign, and the words beside them. */
function partsOf(text: string) {
  const words = text.match(WORD) ?? []
  const bare = text
    .replace(WORD, '')
    .replace(/[\s\u00a0\u202f'’]|\p{Sc}/gu, '')
    .replaceAll('−', '-')
  return { words, bare }
}

/** Whether the text looks like an amount, whatever its separators. */
export function isAmountText(text: string): boolean {
  const { words, bare } = partsOf(text)
  const isBeside = (word: string) => word.length <= 4 || OUT.test(word) || IN.test(word)
  return words.length <= 2 && words.every(isBeside) && /^[-+(]{0,2}[\d.,]{1,25}[-+)]{0,2}$/.test(bare)
}

/** The direction that words beside an amount state: -1 for out, 1 for in, 0 for none; null for other words. */
function directionOf(words: readonly string[], currency: string): -1 | 0 | 1 | null {
  let direction: -1 | 0 | 1 = 0
  for (const word of words) {
    const said = OUT.test(word) ? -1 : IN.test(word) ? 1 : 0
    const isCurrency = word.toUpperCase() === currency || isCurrencyWord(word)
    if (said === 0 ? !isCurrency : direction !== 0) return null
    if (said !== 0) direction = said
  }
  return direction
}

const NEGATIVE = /^-|-$|^\(.*\)$/

/** How many more of the amounts are above zero than below. */
export const surplusAboveZero = (texts: readonly string[]): number =>
  texts.reduce((surplus, text) => {
    const { words, bare } = partsOf(text)
    if (!/[1-9]/.test(bare)) return surplus
    return NEGATIVE.test(bare) || words.some((word) => OUT.test(word)) ? surplus - 1 : surplus + 1
  }, 0)

/** Reads `1.234,56`, `-1 234.56 €`, `12,00-`, `(5.00)` and `5.00 Dr`. */
export function csvAmount(text: string, currency: string, decimal: Decimal): number {
  const { words, bare } = partsOf(text)
  const direction = directionOf(words, currency)
  const isNegative = NEGATIVE.test(bare)
  const grouping = decimal === ',' ? '.' : ','
  const digits = bare.replace(/^(?:\(-?|[-+])|[-)]$/g, '')
  if (direction === null || (direction === 1 && isNegative) || !/^[\d.,]/.test(digits)) {
    throw unreadable(`“${shown(text)}” is not an amount in ${currency}.`)
  }
  const groups = `(\\d{1,3}(\\${grouping}\\d{3})+|\\d{1,2}(,\\d\\d)+,\\d{3})`
  if (!new RegExp(`^${groups}(\\${decimal}\\d*)?$`).test(digits) && digits.includes(grouping)) {
    throw unreadable(`“${shown(text)}” is not an amount with “${decimal}” before the decimals.`)
  }
  const amount = minorUnits(digits.replaceAll(grouping, ''), currency, decimal)
  return (isNegative || direction === -1) && amount !== 0 ? -amount : amount
}

export function csvDay(text: string, order: DateOrder): string {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (compact !== null) return dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]), text)
  const day = tidyDay(text)
  const parts = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:$|[T ])/.exec(day)
  const named = parts === null ? readDate(day, null) : null
  if (named !== null) return named
  if (parts === null) throw unreadable(`“${shown(text)}” is not a date.`)
  const [first = 0, second = 0, third = 0] = parts.slice(1, 4).map(Number)
  const [year, month, date] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  const digits = (order === 'ymd' ? parts[1] : parts[3])?.length
  if (digits !== 2 && digits !== 4) throw unreadable(`“${shown(text)}” is not a date.`)
  return dayOf(digits === 2 ? 2000 + year : year, month, date, text)
}
