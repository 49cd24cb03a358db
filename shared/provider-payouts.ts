import { z } from 'zod'
import { calendarDate } from './dates.ts'
import { pageInput } from './paging.ts'

/** What moves the balance of an account at the payment provider. */
export const MOVEMENT_KINDS = [
  'payment',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'platform_fee',
  'fee',
  'adjustment',
  'payout_failed',
  'other',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const MOVEMENT_LABELS: Record<MovementKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  platform_fee: 'Platform fee',
  fee: 'Fee',
  adjustment: 'Adjustment',
  payout_failed: 'Payout returned',
  other: 'Other',
}

export const PROVIDER_PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type ProviderPayoutStatus = (typeof PROVIDER_PAYOUT_STATUSES)[number]

/** Categories of the books that the provider's balance alone fills. */
export const FEE_CATEGORIES = ['provider_fees', 'platform_fees'] as const
export const BALANCE_CATEGORIES = [...FEE_CATEGORIES, 'provider_adjustments'] as const

export const providerPayoutListInput = z.strictObject({
  ...pageInput,
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
})

export const payoutMovementsInput = z.strictObject({ ...pageInput, payout_id: z.uuid() })

export interface ProviderPayoutDto {
  id: string
  /** The provider's own number, as the bank statement or its dashboard may name it. */
  reference: string
  /** Calendar date. */
  arrives_on: string
  amount: number
  currency: string
  status: ProviderPayoutStatus
  failure: string | null
  /** Whether the provider has said what is in it: not yet, in full, or never, as of payouts made by hand. */
  itemization: 'open' | 'complete' | 'none'
  /** Sums over its movements, minor units of its currency; null until they were read. */
  sums: { gross: number; fees: number; platform_fees: number; net: number; count: number } | null
}

export interface BalanceMovementDto {
  id: string
  kind: MovementKind
  date: string
  description: string
  client_name: string | null
  amount: number
  fee: number
  platform_fee: number
  net: number
  currency: string
  /** What was charged, where it was in another currency, and the provider's rate. */
  charged: { amount: number; currency: string; rate: string | null } | null
}

/** Whether the reading of balances is under way and what hinders it. */
export interface BalanceStateDto {
  read_to: string | null
  problem: string | null
}
