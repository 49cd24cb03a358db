import { formatAmounts, type Money } from '#shared/base/amounts/money.ts'

/** Lists the currencies that the figure excludes because an exchange rate is missing. */
export function otherRevenue(others: readonly Money[]): string | undefined {
  const amounts = formatAmounts(others)
  return amounts === null ? undefined : `and ${amounts} without an exchange rate`
}
