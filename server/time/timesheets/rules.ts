import { hoursInThousandths, hoursValue } from '#shared/base/amounts/money.ts'
import {
  BUDGET_WARNING_PERCENT,
  type BudgetKind,
  type InvoiceGrouping,
  type UnbilledLine,
} from '#shared/time/timesheets.ts'

export interface BillableRow {
  id: string
  duration_seconds: number
  billing_rate: number
  user_id: string
  user_name: string
  project_id: string | null
  project_name: string | null
  /** The project's own rate; 0 is free of charge. */
  project_rate: number | null
  task_id: string | null
  task_title: string | null
}

const GROUPS: Record<InvoiceGrouping, (row: BillableRow) => { key: string; description: string }> = {
  task: (row) => ({
    key: `${row.project_id}/${row.task_id}`,
    description: [row.project_name, row.task_title ?? 'General work'].filter(Boolean).join(': '),
  }),
  person: (row) => ({ key: row.user_id, description: `Work by ${row.user_name}` }),
  one: () => ({ key: '', description: 'Hours worked' }),
}

/** Without a rate, an entry's is 0, which is only meant on a project that is free of charge. */
const isRateMissing = ({ billing_rate, project_rate }: BillableRow): boolean =>
  billing_rate === 0 && project_rate !== 0

/**
 * Converts entries to invoice lines; a line never mixes projects or rates. Entries without a rate use
 * `missingRate`.
 */
export function toInvoiceLines(
  entries: BillableRow[],
  grouping: InvoiceGrouping,
  missingRate = 0,
): UnbilledLine[] {
  const rows = entries.map((row) => {
    const rate_missing = isRateMissing(row)
    return { ...row, rate_missing, billing_rate: rate_missing ? missingRate : row.billing_rate }
  })
  const keyOf = (row: BillableRow) => `${GROUPS[grouping](row).key}/${row.project_id}@${row.billing_rate}`
  const groups = Map.groupBy(rows, keyOf)
  const spansProjects = new Set(rows.map((row) => row.project_id)).size > 1
  return [...groups.values()].flatMap((entries) => {
    const [first] = entries
    if (first === undefined) return []
    const seconds = secondsOf(entries)
    return [
      {
        description: describe(first, grouping, spansProjects),
        project_id: first.project_id,
        quantity: hoursInThousandths(seconds),
        seconds,
        rate: first.billing_rate,
        rate_missing: entries.some((row) => row.rate_missing),
        amount: hoursValue(seconds, first.billing_rate),
        entry_ids: entries.map((entry) => entry.id),
      },
    ]
  })
}

/** Adds the project's name if there is more than one and the line doesn't contain it. */
function describe(row: BillableRow, grouping: InvoiceGrouping, spansProjects: boolean): string {
  const { description } = GROUPS[grouping](row)
  const needsProject = grouping !== 'task' && spansProjects && row.project_name !== null
  return needsProject ? `${row.project_name}: ${description}` : description
}

export const secondsOf = (rows: readonly { duration_seconds: number }[]): number =>
  rows.reduce((sum, row) => sum + row.duration_seconds, 0)

export interface RatedSeconds {
  seconds: number
  billable: number
  billed_elsewhere: number
  billing_rate: number
  task_id: string | null
  invoice_id: string | null
  invoice_line_id: string | null
}

export interface TimeValue {
  total_seconds: number
  billable_seconds: number
  /** The value of all hours that are billable or were billed elsewhere, and of those not invoiced yet. */
  value: number
  unbilled: number
}

/** Entries that are rounded together: those of an invoice's line, or as they would be billed by task. */
const lineOf = ({ billing_rate, task_id, invoice_id, invoice_line_id }: RatedSeconds): string =>
  `${invoice_line_id ?? invoice_id ?? task_id}@${billing_rate}`

/** Totals of a project's hours and their value at the rates clients pay, as the sum of their lines. */
export function valueTime(rows: RatedSeconds[]): TimeValue {
  const value = (part: RatedSeconds[]) =>
    [...Map.groupBy(part, lineOf).values()].reduce(
      (sum, line) => sum + hoursValue(seconds(line), line[0]?.billing_rate ?? 0),
      0,
    )
  const seconds = (part: RatedSeconds[]) => part.reduce((sum, row) => sum + row.seconds, 0)
  const billable = rows.filter((row) => row.billable === 1)
  return {
    total_seconds: seconds(rows),
    billable_seconds: seconds(billable),
    value: value(rows.filter((row) => row.billable === 1 || row.billed_elsewhere === 1)),
    unbilled: value(billable.filter((row) => row.invoice_id === null)),
  }
}

/** How much of the budget is used: minutes of all hours, or the value of those billable or billed elsewhere. */
export function useBudget(
  budget: { kind: BudgetKind; amount: number } | null,
  value: TimeValue,
): { used: number; used_percent: number; warning: 'none' | 'near' | 'over' } {
  if (budget === null) return { used: 0, used_percent: 0, warning: 'none' }
  const used = budget.kind === 'hours' ? Math.round(value.total_seconds / 60) : value.value
  const percent = (used / budget.amount) * 100
  const near = percent >= BUDGET_WARNING_PERCENT
  return {
    used,
    used_percent: Math.floor(percent),
    warning: percent >= 100 ? 'over' : near ? 'near' : 'none',
  }
}
