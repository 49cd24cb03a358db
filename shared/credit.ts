import { z } from 'zod'
import { calendarDate } from './dates.ts'
import { currencyCode } from './exchange.ts'
import { MAX_AMOUNT } from './invoices.ts'
import { formatBasisPoints, formatMoney } from './money.ts'
import type { PaymentMethod } from './payments.ts'
import type { TaxedPart } from './taxes.ts'
import { requiredText } from './text.ts'

/** Why a client's credit moved. */
export type CreditKind =
  | 'deposit'
  | 'overpayment'
  | 'credit_note'
  | 'applied'
  | 'unapplied'
  | 'refunded'
  | 'adjusted'

const amount = z.int('Amount must be a number').max(MAX_AMOUNT)
const reason = requiredText('Please give a reason.', 500)

export const clientCreditInput = z.strictObject({ client_id: z.uuid() })

export const applyCreditInput = z.strictObject({
  /** The invoice. */
  id: z.uuid(),
  /** Minor units; defaults to as much as is due and there. */
  amount: amount.min(1, 'Amount must be more than 0').optional(),
})

export const adjustCreditInput = z.strictObject({
  client_id: z.uuid(),
  currency: currencyCode,
  /** Minor units; negative takes credit away. */
  amount: amount.min(-MAX_AMOUNT).refine((value) => value !== 0, 'Amount must not be 0'),
  reason,
})

export const writeOffInput = z.strictObject({
  id: z.uuid(),
  reason,
  /** Defaults to today. */
  written_off_on: calendarDate.optional(),
})

/** A movement of a client's credit; the amount is in minor units, negative where credit was used. */
export interface CreditMovementDto {
  id: string
  date: string
  kind: CreditKind
  amount: number
  currency: string
  /** The invoice it came from or went to. */
  invoice_id: string | null
  invoice_number: string | null
  payment_id: string | null
  note: string | null
}

export interface ClientCreditDto {
  /** What the client has, in each currency in which there is anything. */
  balances: { amount: number; currency: string }[]
  /** Newest first; the latest 200. */
  movements: CreditMovementDto[]
}

/** A line of an invoice with what credit notes have left of it; amounts in minor units. */
export interface CreditableLineDto extends TaxedPart {
  position: number
  description: string
  unit: string | null
  quantity: number
  left_quantity: number
  /** As the invoice was entered: with the tax where its prices hold it. */
  left: number
  left_net: number
  left_tax: number
}

export interface CreditableDto {
  currency: string
  prices_include_tax: boolean
  /** Tax included. */
  left: number
  due: number
  lines: CreditableLineDto[]
  /** The payment of which most can be given back; null where there is none. */
  refundable: { payment_id: string; left: number; method: PaymentMethod } | null
}

export const LATE_FEE_MODES = ['off', 'draft', 'send'] as const
export type LateFeeMode = (typeof LATE_FEE_MODES)[number]
export const LATE_FEE_TYPES = ['percent', 'flat'] as const
export type LateFeeType = (typeof LATE_FEE_TYPES)[number]

export const collectionRulesInput = z.strictObject({
  version: z.int(),
  apply_credit: z.boolean(),
  late_fees: z.enum(LATE_FEE_MODES),
  fee_type: z.enum(LATE_FEE_TYPES),
  /** Basis points of what is due, for each month. */
  fee_bps: z.int('Enter a percentage').min(1, 'Enter more than 0%').max(2500, 'At most 25% a month.'),
  /** Minor units of the agency's currency, for each month. */
  fee_amount: amount.min(1, 'Amount must be more than 0'),
  grace_days: z.int('Enter a number of days').min(0).max(365),
  max_fees: z.int('Enter a number').min(1, 'At least one.').max(24),
  /** Whether clients may pay new invoices in parts, each of so many minor units of the agency's currency. */
  part_payments: z.boolean().default(false),
  part_minimum: amount.min(0).default(0),
})

export interface CollectionRulesDto extends z.output<typeof collectionRulesInput> {
  /** Of the flat fee. */
  currency: string
}

/** The rule as a person would say it. */
export function lateFeeWords(
  rules: Omit<CollectionRulesDto, 'version' | 'apply_credit' | 'part_payments' | 'part_minimum'>,
): string {
  const { late_fees, fee_type, grace_days, max_fees, currency } = rules
  if (late_fees === 'off') return 'Late invoices cost nothing extra.'
  const fee =
    fee_type === 'percent'
      ? `${formatBasisPoints(rules.fee_bps)} of what is still due`
      : formatMoney(rules.fee_amount, currency)
  const days = grace_days === 1 ? '1 day' : `${grace_days} days`
  const start = grace_days === 0 ? 'Once an invoice is overdue' : `${days} after the due date`
  const often = max_fees === 1 ? '' : `, and again each month, at most ${max_fees} times,`
  const what = late_fees === 'send' ? 'is sent to the client' : 'is drafted for you to send'
  const limit = fee_type === 'flat' ? ` Only invoices in ${currency} are charged.` : ''
  return `${start}${often} an invoice over ${fee} ${what}.${limit}`
}
