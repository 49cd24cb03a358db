/** Kinds of balance movements at the payment provider. */
export const MOVEMENT_KINDS = [
  'payment',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
  'platform_fee',
  'fee',
  'adjustment',
  'contribution',
  'payout_failed',
  'topup',
  'transfer',
  'reserve',
  'financing',
  'other',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** Kinds that belong to a charge; without its payment here, another program made it. */
export const CHARGE_KINDS = [
  'payment',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_won',
] as const satisfies readonly MovementKind[]

/** Kinds that change the balance, but are neither income nor costs, or unknown ones. */
export const UNBOOKED_KINDS = [
  'topup',
  'transfer',
  'reserve',
  'financing',
  'other',
] as const satisfies readonly MovementKind[]

export const MOVEMENT_LABELS: Record<MovementKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  platform_fee: 'Platform fee',
  fee: 'Fee',
  adjustment: 'Adjustment',
  contribution: 'Climate contribution',
  payout_failed: 'Payout returned',
  topup: 'Top-up',
  transfer: 'Transfer',
  reserve: 'Reserve',
  financing: 'Financing',
  other: 'Other',
}

export const PROVIDER_PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type ProviderPayoutStatus = (typeof PROVIDER_PAYOUT_STATUSES)[number]

/** Ledger categories that only come from the provider's balance. */
export const FEE_CATEGORIES = ['provider_fees', 'platform_fees'] as const
export const BALANCE_CATEGORIES = [...FEE_CATEGORIES, 'provider_adjustments'] as const

export interface ProviderPayoutDto {
  id: string
  /** The provider's id, which bank statements or its dashboard may show. */
  reference: string
  /** Calendar date. */
  arrives_on: string
  amount: number
  currency: string
  status: ProviderPayoutStatus
  failure: string | null
  /** Whether the provider lists its movements: not yet, completely, or never (manual payouts). */
  itemization: 'open' | 'complete' | 'none'
  /** Totals of its movements in minor units; null until they have been read. */
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
  /** The amount charged, if in another currency, and the provider's rate. */
  charged: { amount: number; currency: string; rate: string | null } | null
}

/** The state of reading balances and what prevents it. */
export interface BalanceStateDto {
  read_to: string | null
  problem: string | null
}
