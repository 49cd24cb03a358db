import { formatFixed } from '#shared/base/format.ts'
import type { Figure } from '#shared/overview/dashboard.ts'

/** "+6.7% from last month", or a note if there is no earlier figure. */
export function changeLabel({ change }: Figure<unknown>): string {
  if (change === null) return 'No data from last month'
  if (change.amount === 0) return 'No change from last month'
  const sign = change.amount > 0 ? '+' : '−'
  const amount = Math.abs(change.amount)
  // A figure that is itself a percentage changes by percentage points.
  const figure = change.unit === 'count' ? String(amount) : `${formatFixed(amount, 1)}%`
  return `${sign}${figure} from last month`
}
