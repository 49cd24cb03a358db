import type { Figure } from '#shared/dashboard.ts'

/** "+6.7% from last month", or a note if there is no earlier figure. */
export function changeLabel({ change }: Figure<unknown>): string {
  if (change === null) return 'No data from last month'
  if (change.amount === 0) return 'No change from last month'
  const sign = change.amount > 0 ? '+' : '−'
  const amount = Math.abs(change.amount)
  // What is a rate itself changes by percentage points, shown with the same sign.
  const figure = change.unit === 'count' ? String(amount) : `${amount.toFixed(1)}%`
  return `${sign}${figure} from last month`
}
