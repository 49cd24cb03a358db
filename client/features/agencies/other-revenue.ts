import { formatAmounts, type Money } from '#shared/money.ts'

/** Names what the figure leaves out for want of an exchange rate. */
export function otherRevenue(others: readonly Money[]): string | undefined {
  const amounts = formatAmounts(others)
  return amounts === null ? undefined : `and ${amounts} without an exchange rate`
}
