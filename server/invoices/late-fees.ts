import { shiftDate, shiftMonths } from '#shared/calendar.ts'
import type { LateFeeType } from '#shared/credit.ts'
import { percentOf } from '#shared/money.ts'
import { amountDue } from './rules.ts'

interface LateFeeRule {
  grace_days: number
  max_fees: number
  /** The day the rule was turned on. */
  since: string | null
}

/**
 * The days by `today` on which a late invoice costs a fee: after the days of grace, then each month, at most so many
 * times; none for days before the rule was turned on.
 */
export function lateFeesDue(invoice: { due_on: string } & LateFeeRule, today: string): string[] {
  const { since, max_fees, grace_days, due_on } = invoice
  if (since === null) return []
  const first = shiftDate(due_on, Math.max(1, grace_days))
  const days: string[] = []
  for (let month = 0, day = first; day <= today && days.length < max_fees; ) {
    if (day >= since) days.push(day)
    month += 1
    day = shiftMonths(first, month)
  }
  return days
}

type Charged = Parameters<typeof amountDue>[0] & {
  currency: string
  base_currency: string
  fee_type: LateFeeType
  fee_bps: number
  fee_amount: number
}

/** Minor units; a flat fee is in the agency's currency, and asked for in no other. */
export function lateFeeOf(invoice: Charged): number {
  const due = amountDue(invoice)
  if (due === 0) return 0
  if (invoice.fee_type === 'percent') return percentOf(due, invoice.fee_bps)
  return invoice.currency === invoice.base_currency ? invoice.fee_amount : 0
}
