import type { ImportProblem } from '#shared/overview/imports.ts'
import { type CsvRecord, columnName } from '../tables/csv.ts'
import { readAsanaCsv } from './asana.ts'
import type { ReadImport } from './items.ts'
import { nameOf } from './text.ts'
import { BILLABLE, readClockify, readHarvest, readToggl } from './time.ts'

interface Layout {
  /** Columns that the product's export always has, and no other product's. */
  needs: readonly string[]
  /** Of these, it has at least one. */
  oneOf?: readonly string[]
  read: (records: readonly CsvRecord[]) => ReadImport
  /** Other columns that are read, or that only repeat what is read. */
  known: readonly string[]
}

const LAYOUTS: readonly Layout[] = [
  {
    needs: ['task_id', 'name', 'created_at', 'completed_at'],
    read: readAsanaCsv,
    known: [
      ...[
        'section/column',
        'section',
        'assignee',
        'assignee_email',
        'start_date',
        'due_date',
        'tags',
        'notes',
      ],
      ...['projects', 'parent_task', 'last_modified'],
    ],
  },
  {
    needs: ['start_date', 'start_time', 'duration'],
    read: readToggl,
    known: [
      ...['user', 'member', 'email', 'client', 'project', 'task', 'description', ...BILLABLE],
      ...['end_date', 'end_time', 'stop_date', 'stop_time'],
    ],
  },
  {
    needs: ['start_date', 'start_time'],
    oneOf: ['duration_(h)', 'duration_(decimal)'],
    read: readClockify,
    known: [
      ...['user', 'email', 'client', 'project', 'task', 'description', 'end_date', 'end_time', ...BILLABLE],
      ...['billable_rate', 'billable_amount', 'cost_rate', 'cost_amount'],
    ],
  },
  {
    needs: ['date', 'hours', 'first_name', 'last_name', 'client', 'project'],
    oneOf: ['billable?', 'invoiced?'],
    read: readHarvest,
    known: [
      ...['task', 'notes', 'employee_id', 'billable_rate', 'cost_rate', 'currency', 'hours_rounded'],
      ...['billable_amount', 'cost_amount'],
    ],
  },
]

/** The product whose export has these columns; undefined if none has. */
export const layoutOf = (columns: readonly string[]): Layout | undefined =>
  LAYOUTS.find(
    ({ needs, oneOf = needs }) =>
      needs.every((name) => columns.includes(name)) && oneOf.some((name) => columns.includes(name)),
  )

/** The name without the currency that some products add: `billable_rate_(usd)`. */
const withoutCurrency = (name: string): string => name.replace(/_\([a-z]{3}\)$/, '')

/** Reports columns that have content but aren't read. */
export function unreadColumns(
  { needs, oneOf = [], known }: Layout,
  columns: readonly string[],
  records: readonly CsvRecord[],
): ImportProblem[] {
  const unread = columns.filter(
    (name) =>
      !needs.includes(name) &&
      !oneOf.includes(name) &&
      !known.includes(withoutCurrency(name)) &&
      records.some(({ values }) => (values[name] ?? '') !== ''),
  )
  if (unread.length === 0) return []
  const names = [...new Set(unread)].map((name) => `“${nameOf(name.replaceAll('_', ' '), 40)}”`)
  const [are, columnsAre] = names.length === 1 ? ['isn’t', 'column'] : ['aren’t', 'columns']
  return [{ line: 1, message: `The ${columnsAre} ${names.join(', ')} ${are} imported.` }]
}

/** Whether a row repeats the header, as in files that were joined. */
export const isHeaderAgain = ({ values }: CsvRecord): boolean =>
  Object.entries(values).every(([name, value]) => columnName(value) === name)
