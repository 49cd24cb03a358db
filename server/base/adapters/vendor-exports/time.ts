import { type CsvRecord, SURPLUS } from '../tables/csv.ts'
import { readDecimal } from '../tables/numbers.ts'
import { type Collector, createCollector } from './collector.ts'
import { isDate, readClock, readHours, readSeconds } from './dates.ts'
import { identifying } from './entry-ids.ts'
import type { EntryItem, ReadImport } from './items.ts'
import { clean, nameOf, oneLine } from './text.ts'

const MAX_NOTE = 500

const YES = new Set(['yes', 'true', '1', 'y', 'ja', 'oui', 'billable'])
const NO = new Set(['no', 'false', '0', 'n', 'nein', 'non', 'non-billable', 'not billable'])

/** What columns that say whether hours are billable are called. */
export const BILLABLE = ['billable', 'billable?', 'is_billable']

/** Shown for all rows of a file that names no people. */
const EVERYBODY = 'Everybody in this file'

const CHOOSE_BILLABLE = 'choose whether all of its hours are billable.'
const CHOOSE_INVOICED = 'under “Billed until”, enter the day up to which its hours have been invoiced.'

/** Parses a detailed report of Toggl Track. */
export const readToggl = (records: readonly CsvRecord[]): ReadImport =>
  readTimes(records, 'toggl', ['duration'])

/** Parses a detailed report of Clockify, whose decimal hours are rounded. */
export const readClockify = (records: readonly CsvRecord[]): ReadImport =>
  readTimes(records, 'clockify', ['duration_(h)', 'duration_(decimal)'])

/** When someone worked and for how long; the first duration of a row counts. */
function readTimes(
  records: readonly CsvRecord[],
  source: 'toggl' | 'clockify',
  durations: readonly string[],
): ReadImport {
  const collector = createCollector(source)
  const [first] = records
  if (first !== undefined && billableOf(first.values) === undefined) {
    reportMissing(collector, records, { billable: CHOOSE_BILLABLE })
  }
  for (const { line, values, surplus } of records) {
    if (surplus) {
      collector.problem(line, SURPLUS)
      continue
    }
    const date = clean(values.start_date)
    const start = readClock(clean(values.start_time))
    const duration = durations.map((name) => clean(values[name])).find((text) => text !== '')
    const seconds = readHours(duration ?? '')
    const problem = dateProblem(date) ?? (start === null ? 'The start time can’t be read.' : null)
    if (problem !== null || seconds === null || start === null) {
      collector.problem(line, problem ?? durationProblem(duration))
      continue
    }
    const end = readClock(clean(values.end_time ?? values.stop_time))
    if (end !== null && !isApart(start, end, seconds)) {
      const written = nameOf(duration, 40)
      collector.problem(
        line,
        `Its duration “${written}” differs from its start and end: the duration is imported.`,
      )
    }
    const email = nameOf(values.email, 254)
    const name = oneLine(values.user ?? values.member)
    const namesNobody = values.email === undefined && (values.user ?? values.member) === undefined
    const [client, project] = [oneLine(values.client), oneLine(values.project)]
    const who = email || name
    const texts = [values.task, values.description]
    collector.entry(
      {
        kind: 'entry',
        line,
        project: projectOf(collector, client, project),
        person: collector.person(namesNobody ? EVERYBODY : name, email || null),
        date,
        start,
        seconds,
        note: noteOf(collector, line, texts),
        billable: isYes(collector, { line, column: 'Billable', text: billableOf(values) }),
        ...(source === 'clockify' ? ratesOf(collector, line, values) : NO_RATES),
      },
      {
        // Without the duration, which is rounded in some of Toggl's formats.
        content: (day) => [who, day, start, client, project, ...texts.map(identifying)],
        formerly: [who, date, start, seconds, client, project, ...texts],
      },
    )
  }
  return collector.finish()
}

/**
 * Parses a detailed time report of Harvest: how long someone worked on a day. Hours already invoiced there
 * become non-billable.
 */
export function readHarvest(records: readonly CsvRecord[]): ReadImport {
  const collector = createCollector('harvest')
  reportMissing(collector, records, { 'billable?': CHOOSE_BILLABLE, 'invoiced?': CHOOSE_INVOICED })
  for (const { line, values, surplus } of records) {
    if (surplus) {
      collector.problem(line, SURPLUS)
      continue
    }
    const date = clean(values.date)
    const seconds = readHours(clean(values.hours))
    const problem = dateProblem(date)
    if (problem !== null || seconds === null) {
      collector.problem(line, problem ?? durationProblem(values.hours))
      continue
    }
    const name = oneLine(`${values.first_name ?? ''} ${values.last_name ?? ''}`)
    const [client, project] = [oneLine(values.client), oneLine(values.project)]
    const isBillable = isYes(collector, { line, column: 'Billable?', text: values['billable?'] })
    const isInvoiced = isYes(collector, { line, column: 'Invoiced?', text: values['invoiced?'] })
    const who = values.employee_id || name
    const texts = [values.project_code, values.task, values.notes]
    collector.entry(
      {
        kind: 'entry',
        line,
        project: projectOf(collector, client, project),
        person: collector.person(name, null, nameOf(values.employee_id, 100)),
        date,
        start: null,
        seconds,
        note: noteOf(collector, line, [values.task, values.notes]),
        billable: isInvoiced ? false : isBillable,
        ...(isBillable !== false && isInvoiced && { invoiced: true }),
        rate: rateOf(collector, { line, column: 'billable rate', text: values.billable_rate }),
        cost: rateOf(collector, { line, column: 'cost rate', text: values.cost_rate }),
        currency: currencyOf(collector, { line, column: 'currency', text: values.currency }),
      },
      {
        content: (day) => [who, day, seconds, client, project, ...texts.map(identifying)],
        formerly: [who, date, seconds, client, project, ...texts],
      },
    )
  }
  return collector.finish()
}

const billableOf = (values: CsvRecord['values']): string | undefined =>
  BILLABLE.map((name) => values[name]).find((text) => text !== undefined)

/** Null if the date is in a supported year, in either order of day and month. */
function dateProblem(text: string): string | null {
  if (text === '') return 'The date is missing.'
  return isDate(text) ? null : `“${nameOf(text, 40)}” is not a date.`
}

/** Why a duration isn't imported. */
function durationProblem(text: string | undefined): string {
  if (clean(text) === '') return 'The duration is missing.'
  return readSeconds(clean(text)) === null
    ? `“${nameOf(text, 40)}” is not a duration.`
    : 'The duration is not between one second and 24 hours.'
}

const DAY = 24 * 3600

/** Whether the times are this many seconds apart, apart from rounding. */
function isApart(start: string, end: string, seconds: number): boolean {
  const at = (clock: string) => (Date.parse(`1970-01-01T${clock}Z`) / 1000) % DAY
  const difference = (((at(end) - at(start) - seconds) % DAY) + DAY) % DAY
  return Math.min(difference, DAY - difference) < 60
}

/** Time of a client without a project goes to a general project of that client. */
const projectOf = (collector: Collector, client: string, project: string): string =>
  collector.project(null, project || client, { client })

const noteOf = (collector: Collector, line: number, parts: (string | undefined)[]): string | null =>
  collector.cut({
    line,
    what: 'The note',
    text: parts.map(clean).filter(Boolean).join(': '),
    max: MAX_NOTE,
  }) || null

interface Cell {
  line: number
  column: string
  text: string | undefined
}

/** Null if the file has no such column. */
function isYes(collector: Collector, { line, column, text }: Cell): boolean | null {
  if (text === undefined) return null
  const word = clean(text).toLowerCase()
  if (YES.has(word)) return true
  if (!NO.has(word)) {
    const written = word === '' ? 'An empty cell' : `“${nameOf(text, 40)}”`
    collector.problem(line, `${written} under “${column}” is neither yes nor no and is read as no.`)
  }
  return false
}

/** Reports once which columns the file lacks, with what to do instead. */
function reportMissing(
  collector: Collector,
  [first]: readonly CsvRecord[],
  columns: Record<string, string>,
): void {
  for (const [column, advice] of Object.entries(columns)) {
    const name = `${column.charAt(0).toUpperCase()}${column.slice(1)}`
    if (first !== undefined && first.values[column] === undefined) {
      collector.problem(1, `The file has no column “${name}”: ${advice}`)
    }
  }
}

function rateOf(collector: Collector, { line, column, text }: Cell): string | null {
  if (clean(text) === '') return null
  const rate = readDecimal(clean(text))
  if (rate === null) {
    collector.problem(line, `Its ${column} “${nameOf(text, 40)}” can’t be read: the current rate applies.`)
  }
  return rate
}

const NO_RATES = { rate: null, cost: null, currency: null }

/** From columns whose names end in a currency, such as `billable_rate_(usd)`. */
function ratesOf(
  collector: Collector,
  line: number,
  values: CsvRecord['values'],
): Pick<EntryItem, 'rate' | 'cost' | 'currency'> {
  const named = (what: string) => Object.keys(values).find((name) => name.startsWith(`${what}_(`)) ?? ''
  const [rate, cost] = [named('billable_rate'), named('cost_rate')]
  const [, currency] = /\(([a-z]{3})\)$/.exec(rate || cost) ?? []
  return {
    rate: rateOf(collector, { line, column: 'billable rate', text: values[rate] }),
    cost: rateOf(collector, { line, column: 'cost rate', text: values[cost] }),
    currency: currency?.toUpperCase() ?? null,
  }
}

function currencyOf(collector: Collector, { line, column, text }: Cell): string | null {
  if (clean(text) === '') return null
  const [, code = null] = /\b([A-Z]{3})\s*$/.exec(clean(text)) ?? []
  if (code === null) {
    collector.problem(line, `Its ${column} “${nameOf(text, 40)}” can’t be read: yours is assumed.`)
  }
  return code
}
