import type { Figure } from '#shared/dashboard.ts'

const UNITS = { count: '', percent: '%', points: ' points' }

/** "+6.7% from last month", or a note if there is no earlier figure. */
export function changeLabel({ change }: Figure<unknown>): string {
  if (change === null) return 'No data from last month'
  if (change.amount === 0) return 'No change from last month'
  const sign = change.amount > 0 ? '+' : '−'
  return `${sign}${Math.abs(change.amount)}${UNITS[change.unit]} from last month`
}
