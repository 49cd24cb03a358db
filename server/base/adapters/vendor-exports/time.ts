import type { CsvRecord } from '../tables/csv.ts'
import { type Collector, createCollector } from './collector.ts'
import { readClock, readDate, readHours } from './dates.ts'
import type { ReadImport } from './items.ts'
import { clean, nameOf, shorten } from './text.ts'

const MAX_NOTE = 500

const YES = new Set(['yes', 'true', '1', 'y'])
const isYes = (text: string | undefined): boolean => YES.has(clean(text).toLowerCase())

/** Parses a detailed report of Toggl Track: when someone worked and for how long. */
export function readToggl(records: readonly CsvRecord[]): ReadImport {
  const collector = createCollector('toggl')
  for (const { line, values } of records) {
    const date = clean(values.start_date)
    const start = readClock(clean(values.start_time))
    const seconds = readHours(clean(values.duration))
    const problem = dateProblem(date) ?? (start === null ? 'The start time can’t be read.' : null)
    if (problem !== null || seconds === null || start === null) {
      collector.problem(line, problem ?? 'The duration is not between one second and 24 hours.')
      continue
    }
    const email = nameOf(values.email, 254)
    const name = nameOf(values.user ?? values.member)
    const [client, project] = [nameOf(values.client), nameOf(values.project)]
    collector.entry({
      kind: 'entry',
      line,
      external_id: collector.idOf([
        email || name,
        date,
        start,
        seconds,
        client,
        project,
        values.task,
        values.description,
      ]),
      project: projectOf(collector, client, project),
      person: collector.person(name, email || null),
      date,
      start,
      seconds,
      note: noteOf(values.task, values.description),
      billable: isYes(values.billable),
      rate: null,
      cost: null,
      currency: null,
    })
  }
  return collector.finish()
}

/**
 * Parses a detailed time report of Harvest: how long someone worked on a day. Hours already invoiced there
 * become non-billable.
 */
export function readHarvest(records: readonly CsvRecord[]): ReadImport {
  const collector = createCollector('harvest')
  for (const { line, values } of records) {
    const date = clean(values.date)
    const seconds = readHours(clean(values.hours))
    const problem = dateProblem(date)
    if (problem !== null || seconds === null) {
      collector.problem(line, problem ?? 'The hours are not between one second and 24 hours.')
      continue
    }
    const name = nameOf(`${values.first_name ?? ''} ${values.last_name ?? ''}`)
    const [client, project] = [nameOf(values.client), nameOf(values.project)]
    collector.entry({
      kind: 'entry',
      line,
      external_id: collector.idOf([
        values.employee_id || name,
        date,
        seconds,
        client,
        project,
        values.project_code,
        values.task,
        values.notes,
      ]),
      project: projectOf(collector, client, project),
      person: collector.person(name),
      date,
      start: null,
      seconds,
      note: noteOf(values.task, values.notes),
      billable: isYes(values['billable?']) && !isYes(values['invoiced?']),
      rate: amountOf(values.billable_rate),
      cost: amountOf(values.cost_rate),
      currency: /\b([A-Z]{3})\s*$/.exec(clean(values.currency))?.[1] ?? null,
    })
  }
  return collector.finish()
}

/** Null if the date is in a supported year, in either order of day and month. */
function dateProblem(text: string): string | null {
  if (text === '') return 'The date is missing.'
  const readable = readDate(text, 'dmy') ?? readDate(text, 'mdy')
  return readable === null ? `“${nameOf(text, 40)}” is not a date.` : null
}

/** Time of a client without a project goes to a general project of that client. */
const projectOf = (collector: Collector, client: string, project: string): string =>
  collector.project(null, project || client, { client })

const noteOf = (task: string | undefined, note: string | undefined): string | null =>
  shorten([clean(task), clean(note)].filter(Boolean).join(': '), MAX_NOTE) || null

const amountOf = (text: string | undefined): string | null => {
  const amount = clean(text).replace(',', '.')
  return /^\d{1,9}(\.\d{1,4})?$/.test(amount) && Number(amount) > 0 ? amount : null
}
