import { lineAmount, multiplyRatio } from '#shared/money.ts'
import {
  BUDGET_WARNING_PERCENT,
  type BudgetKind,
  type InvoiceGrouping,
  type UnbilledLine,
} from '#shared/timesheets.ts'

/** What hours cost or bring in: seconds at a rate an hour, rounded once. */
export const hoursValue = (seconds: number, rate: number): number => multiplyRatio(rate, seconds, 3600)

export interface BillableRow {
  id: string
  duration_seconds: number
  billing_rate: number
  user_id: string
  user_name: string
  project_id: string | null
  project_name: string | null
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

/** Invoice lines for the entries; time of different projects or at different rates never shares a line. */
export function toInvoiceLines(rows: BillableRow[], grouping: InvoiceGrouping): UnbilledLine[] {
  const keyOf = (row: BillableRow) => `${GROUPS[grouping](row).key}/${row.project_id}@${row.billing_rate}`
  const groups = Map.groupBy(rows, keyOf)
  const severalProjects = new Set(rows.map((row) => row.project_id)).size > 1
  return [...groups.values()].flatMap((entries) => {
    const [first] = entries
    if (first === undefined) return []
    // Seconds count too: a line of nothing could not be billed.
    const quantity = Math.max(1, Math.round(secondsOf(entries) / 3.6))
    return [
      {
        description: describe(first, grouping, severalProjects),
        project_id: first.project_id,
        quantity,
        rate: first.billing_rate,
        amount: lineAmount(quantity, first.billing_rate),
        entry_ids: entries.map((entry) => entry.id),
      },
    ]
  })
}

/** Names the project where there are several and the line wouldn't say so by itself. */
function describe(row: BillableRow, grouping: InvoiceGrouping, severalProjects: boolean): string {
  const { description } = GROUPS[grouping](row)
  const silent = grouping !== 'task' && severalProjects && row.project_name !== null
  return silent ? `${row.project_name}: ${description}` : description
}

export const secondsOf = (rows: readonly { duration_seconds: number }[]): number =>
  rows.reduce((sum, row) => sum + row.duration_seconds, 0)

export interface RatedSeconds {
  seconds: number
  billable: number
  billing_rate: number
  cost_rate: number
  invoice_id: string | null
}

export interface TimeValue {
  total_seconds: number
  billable_seconds: number
  billed: number
  unbilled: number
  cost: number
  margin: number
}

/** What a project's hours are worth and cost; the margin compares what was billed with what was spent. */
export function valueTime(rows: RatedSeconds[]): TimeValue {
  const value = (part: RatedSeconds[], rate: 'billing_rate' | 'cost_rate') =>
    part.reduce((sum, row) => sum + hoursValue(row.seconds, row[rate]), 0)
  const seconds = (part: RatedSeconds[]) => part.reduce((sum, row) => sum + row.seconds, 0)
  const billable = rows.filter((row) => row.billable === 1)
  const billed = value(
    billable.filter((row) => row.invoice_id !== null),
    'billing_rate',
  )
  const cost = value(rows, 'cost_rate')
  return {
    total_seconds: seconds(rows),
    billable_seconds: seconds(billable),
    billed,
    unbilled: value(
      billable.filter((row) => row.invoice_id === null),
      'billing_rate',
    ),
    cost,
    margin: billed - cost,
  }
}

/** How much of the budget is used: minutes of all hours, or the money of the billable ones. */
export function useBudget(
  budget: { kind: BudgetKind; amount: number } | null,
  value: TimeValue,
): { used: number; used_percent: number; warning: 'none' | 'near' | 'over' } {
  if (budget === null) return { used: 0, used_percent: 0, warning: 'none' }
  const used = budget.kind === 'hours' ? Math.round(value.total_seconds / 60) : value.billed + value.unbilled
  const percent = (used / budget.amount) * 100
  const near = percent >= BUDGET_WARNING_PERCENT
  return {
    used,
    used_percent: Math.floor(percent),
    warning: percent >= 100 ? 'over' : near ? 'near' : 'none',
  }
}
