import { allocate, multiplyRatio } from '#shared/base/amounts/money.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type { SelfBillLine, SelfBillPaper } from '#shared/money/self-bill-paper.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { hoursOfPayout } from '../../../../time/timesheets/queries/billing.ts'

type Lines = Pick<SelfBillPaper, 'lines' | 'supply_from' | 'supply_to'>

/** The content of the payout, adding up to `amount`: its hours by project and rate, or its description. */
export async function linesOf(ctx: AgencyCtx, payout: PayoutDto, amount: number): Promise<Lines> {
  const hours = await hoursOfPayout(ctx, payout.id)
  const [first] = hours
  if (first === undefined) return { lines: [plainLine(payout, amount)], supply_from: null, supply_to: null }
  const lines = hours.map(({ project_name, seconds, rate, amount: value }): SelfBillLine => {
    return { description: project_name ?? 'Other work', seconds, rate, amount: value }
  })
  return {
    lines: fitted(lines, amount),
    supply_from: hours.map(({ from }) => from).reduce((a, b) => (a < b ? a : b), first.from),
    supply_to: hours.map(({ to }) => to).reduce((a, b) => (a > b ? a : b), first.to),
  }
}

/** Each line is rounded individually; if the payout isn't their sum at all, they have no rate and share its amount. */
function fitted(lines: SelfBillLine[], amount: number): SelfBillLine[] {
  const rest = amount - lines.reduce((sum, line) => sum + line.amount, 0)
  if (rest === 0) return lines
  if (Math.abs(rest) <= lines.length) {
    return [...lines, { ...NO_HOURS, description: 'Rounding', amount: rest }]
  }
  const shares = allocate(
    amount,
    lines.map((line) => line.amount),
  )
  return lines.map((line, index) => ({ ...line, rate: null, amount: shares[index] ?? 0 }))
}

const NO_HOURS = { seconds: null, rate: null }

function plainLine({ description, minutes, hourly_rate: rate }: PayoutDto, amount: number): SelfBillLine {
  const isRated = minutes !== null && rate !== null && multiplyRatio(rate, minutes, 60) === amount
  return { description, amount, ...(isRated ? { seconds: minutes * 60, rate } : NO_HOURS) }
}
