import { hoursInThousandths, toThousandths } from '../../../base/amounts/money.ts'
import { unitCode } from '../units.ts'

interface TimeLine {
  quantity: number
  unit?: string | null
  seconds?: number | null
}

/** The time that a line bills; null once its quantity or unit differs. */
export function exactSeconds({ quantity, unit = null, seconds = null }: TimeLine): number | null {
  if (seconds === null || (unit !== null && unitCode(unit) !== 'HUR')) return null
  return toThousandths(quantity) === hoursInThousandths(seconds) ? seconds : null
}

/** A line as `calculateTotals` reads it. */
export const toMoneyLine = <Line extends TimeLine>(line: Line) => ({
  ...line,
  quantity: toThousandths(line.quantity),
  seconds: exactSeconds(line),
})
