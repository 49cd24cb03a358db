import { dateText } from '../../dates.ts'
import { calendarDate } from '../../schemas/dates.ts'
import { isCurrency } from '../currencies.ts'
import { MAX_QUOTED_RATES, type QuotedRate } from '../exchange-table.ts'
import { exchangeRate } from './exchange.ts'

/**
 * Parses the format in which central banks publish reference rates: a header of currency codes, then a line
 * per day with the units per euro. Skips unknown codes and `N/A`.
 */
export function parseRateTable(text: string): { rates: QuotedRate[]; problem: string | null } {
  const [header = [], ...lines] = text
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const codes = header.slice(1).map((code) => code.toUpperCase())
  if (!codes.some(isCurrency)) {
    return { rates: [], problem: 'The first line must name the currencies, for example “Date, USD, JPY”.' }
  }
  const rates: QuotedRate[] = []
  for (const [first = '', ...cells] of lines) {
    const quotedOn = dateOf(first)
    if (quotedOn === null) return { rates: [], problem: `“${first}” is not a date.` }
    for (const [index, currency] of codes.entries()) {
      const perEuro = exchangeRate.safeParse(cells[index] ?? '')
      if (isCurrency(currency) && perEuro.success) {
        rates.push({ quoted_on: quotedOn, currency, per_euro: perEuro.data })
      }
    }
  }
  if (rates.length === 0) return { rates, problem: 'This text contains no rates.' }
  return rates.length > MAX_QUOTED_RATES
    ? { rates: [], problem: `Paste at most ${MAX_QUOTED_RATES} rates at a time.` }
    : { rates, problem: null }
}

/** ISO, or with the month's name: `20 November 2026`. */
function dateOf(text: string): string | null {
  if (calendarDate.safeParse(text).success) return text
  const named = /^(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})$/.exec(text)
  if (named === null) return null
  const [, day, month = '', year] = named
  return dateText(Number(year), 1 + MONTHS.indexOf(month.slice(0, 3).toLowerCase()), Number(day))
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
