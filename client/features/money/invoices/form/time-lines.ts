import { hoursValue } from '#shared/base/amounts/money.ts'
import type { UnbilledLine } from '#shared/time/timesheets.ts'

/** The line at another rate, as the server will bill it. */
export const atRate = (line: UnbilledLine, rate: number): UnbilledLine => ({
  ...line,
  rate,
  amount: hoursValue(line.seconds, rate),
})
