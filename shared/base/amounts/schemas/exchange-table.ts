import { monthOf } from '../../calendar.ts'
import { dateText } from '../../dates.ts'
import { calendarDate } from '../../schemas/dates.ts'
import { isCurrency } from '../currencies.ts'
import { MAX_QUOTED_RATES, type QuotedRate } from '../exchange-table.ts'
import { numberProblem } from '../typed-number.ts'
import { exchangeRate } from './exchange.ts'

interface RateTable {
  rates: QuotedRate[]
  problem: string | null
}

/**
 * Parses the format in which central banks publish reference rates, also copied from a spreadsheet: a header of
 * currency codes, then a line per day with the units per euro. Skips unknown codes and `N/A`.
 */
export function parseRateTable(text: string): RateTable {
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => /[^\s,;]/.test(line))
  const separator = ['\t', ';'].find((mark) => header.includes(mark)) ?? ','
  const codes = cellsOf(header, separator).map((code) => code.toUpperCase())
  if (!codes.slice(1).some(isCurrency)) {
    return refused('The first line must name the currencies, for example “Date, USD, JPY”.')
  }
  const rows = lines.map((line) => cellsOf(line, separator))
  const wide = rows.findIndex((cells) => cells.length > codes.length)
  if (wide >= 0) {
    const line = lines[wide]?.trim().slice(0, MAX_SHOWN)
    return refused(
      `The line “${line}” has more values than the first line has names. ` +
        'Separate them by semicolons if the rates have decimal commas.',
    )
  }
  const toPoints = hasDecimalCommas(rows.flatMap((cells) => cells.slice(1)))
  const rates: QuotedRate[] = []
  for (const [first = '', ...cells] of rows) {
    const quotedOn = dateOf(first)
    if (quotedOn === null) return refused(`“${first}” is not a date.`)
    for (const [index, cell] of cells.entries()) {
      const currency = codes[index + 1] ?? ''
      if (!isCurrency(currency) || NOT_QUOTED.test(cell)) continue
      const perEuro = exchangeRate.safeParse(toPoints ? cell.replace(',', '.') : cell)
      if (!perEuro.success) return refused(rateProblem(cell, currency))
      rates.push({ quoted_on: quotedOn, currency, per_euro: perEuro.data })
    }
  }
  if (rates.length === 0) return refused('This text contains no rates.')
  return rates.length > MAX_QUOTED_RATES
    ? refused(`Paste at most ${MAX_QUOTED_RATES} rates at a time.`)
    : { rates, problem: null }
}

/** The maximum number of characters of a line in a message. */
const MAX_SHOWN = 60

const refused = (problem: string): RateTable => ({ rates: [], problem })

/** What central banks write for a day without a rate. */
const NOT_QUOTED = /^(n\/?a|[-–—:.])?$/i

/** The cells of a line, without quotation marks and empty cells at its end. */
function cellsOf(line: string, separator: string): string[] {
  const pattern = new RegExp(`${separator} *(?:"([^"]*)"|([^${separator}]*))`, 'g')
  const cells = [...`${separator}${line}`.matchAll(pattern)]
  const texts = cells.map(([, quoted, plain = '']) => (quoted ?? plain).trim())
  return texts.slice(0, texts.findLastIndex((cell) => cell !== '') + 1)
}

/** Whether commas separate decimals, even before three digits, because some rate has another number of them. */
const hasDecimalCommas = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^\d+,\d+$/.test(cell) && !/,\d{3}$/.test(cell)) &&
  !cells.some((cell) => cell.includes('.'))

function rateProblem(cell: string, currency: string): string {
  const problem = numberProblem(cell, { decimals: 12, grouped: false })
  return problem?.includes('two ways') ? problem : `“${cell}” is not a rate of ${currency}.`
}

/** ISO, or with the month's name: `20 November 2026`, or with points: `20.11.2026`. */
function dateOf(text: string): string | null {
  if (calendarDate.safeParse(text).success) return text
  const numbers = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (numbers !== null) return dateText(Number(numbers[3]), Number(numbers[2]), Number(numbers[1]))
  const named = /^(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})$/.exec(text)
  if (named === null) return null
  const [, day, month = '', year] = named
  return dateText(Number(year), monthOf(month.slice(0, 3).toLowerCase()) ?? 0, Number(day))
}
