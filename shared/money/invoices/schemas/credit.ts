import { z } from 'zod'
import { formatBasisPoints, formatMoney, MAX_AMOUNT } from '../../../base/amounts/money.ts'
import { currencyCode } from '../../../base/amounts/schemas/exchange.ts'
import { formatCount } from '../../../base/format.ts'
import { calendarDate } from '../../../base/schemas/dates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { requiredText } from '../../../base/schemas/text.ts'
import { confirmPeriod } from '../../ledger/schemas/closed-periods.ts'
import { LATE_FEE_MODES, LATE_FEE_TYPES } from '../credit.ts'

const amount = z.int('Amount must be a number').max(MAX_AMOUNT)
const reason = requiredText('Please enter a reason.', 500)

export const clientCreditInput = z.strictObject({ client_id: z.uuid(), ...pageInput })

export const applyCreditInput = z.strictObject({
  /** The invoice. */
  id: z.uuid(),
  /** Minor units; defaults to as much as is due and available. */
  amount: amount.min(1, 'Amount must be more than 0').optional(),
})

export const adjustCreditInput = z.strictObject({
  client_id: z.uuid(),
  currency: currencyCode,
  /** Minor units; negative removes credit. */
  amount: amount.min(-MAX_AMOUNT).refine((value) => value !== 0, 'Amount must not be 0'),
  reason,
})

export const writeOffInput = z.strictObject({
  id: z.uuid(),
  reason,
  /** Defaults to today. */
  written_off_on: calendarDate.optional(),
  ...confirmPeriod,
})

export const collectionRulesInput = z.strictObject({
  version: z.int(),
  apply_credit: z.boolean(),
  late_fees: z.enum(LATE_FEE_MODES),
  fee_type: z.enum(LATE_FEE_TYPES),
  /** Basis points of the amount due, per month. */
  fee_bps: z.int('Enter a percentage').min(1, 'Enter more than 0%').max(2500, 'At most 25% a month.'),
  /** Minor units of the agency's currency, per month. */
  fee_amount: amount.min(1, 'Amount must be more than 0'),
  grace_days: z.int('Enter a number of days').min(0).max(365),
  max_fees: z.int('Enter a number').min(1, 'At least one.').max(24),
  /**
   * Whether clients may pay new invoices in parts, and the minimum part in minor units of the agency's
   * currency.
   */
  part_payments: z.boolean().default(false),
  part_minimum: amount.min(0).default(0),
})

export interface CollectionRulesDto extends z.output<typeof collectionRulesInput> {
  /** The flat fee's currency. */
  currency: string
}

/** Describes the rule. */
export function lateFeeWords(
  rules: Omit<CollectionRulesDto, 'version' | 'apply_credit' | 'part_payments' | 'part_minimum'>,
): string {
  const { late_fees, fee_type, grace_days, max_fees, currency } = rules
  if (late_fees === 'off') return 'No late fees are charged.'
  const fee =
    fee_type === 'percent'
      ? `${formatBasisPoints(rules.fee_bps)} of the amount still due`
      : formatMoney(rules.fee_amount, currency)
  const days = formatCount(grace_days, 'day')
  const start = grace_days === 0 ? 'Once an invoice is overdue' : `${days} after the due date`
  const often = max_fees === 1 ? '' : `, and again each month, at most ${max_fees} times,`
  const what = late_fees === 'send' ? 'is sent to the client' : 'is drafted for you to send'
  const limit = fee_type === 'flat' ? ` Only invoices in ${currency} are charged.` : ''
  return `${start}${often} an invoice over ${fee} ${what}.${limit}`
}
