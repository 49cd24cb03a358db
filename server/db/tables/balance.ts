import type { MovementKind, ProviderPayoutStatus } from '#shared/provider-payouts.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface BalanceTables {
  provider_payouts: ProviderPayoutTable
  balance_movements: BalanceMovementTable
  balance_reads: BalanceReadTable
}

/** What the provider paid out of an account's balance to a bank. */
interface ProviderPayoutTable {
  id: string
  /** Whose account it is; null is the platform's own. */
  agency_id: AgencyId | null
  account: string
  provider_payout_id: string
  /** Minor units. */
  amount: number
  currency: string
  status: ProviderPayoutStatus
  /** Whether the provider says what is in it: not yet, in full, or never, as of payouts made by hand. */
  itemization: 'open' | 'complete' | 'none'
  /** Calendar date. */
  arrives_on: string
  failure_message: string | null
  /** When its movements were read. */
  read_at: string | null
  created_at: string
  updated_at: string
}

/** One movement of an account's balance at the provider, in the currency it is settled in. */
interface BalanceMovementTable {
  id: string
  /** Whose account it is; null is the platform's own. */
  agency_id: AgencyId | null
  account: string
  provider_movement_id: string
  kind: MovementKind
  /** Null where nothing here was charged: fees of the account, or what others sold on it. */
  payment_id: string | null
  payout_id: string | null
  /** Minor units; negative leaves the balance. */
  amount: number
  /** The provider's, with its taxes. */
  fee: number
  /** The platform's part of a payment to a connected account. */
  platform_fee: number
  net: number
  currency: string
  /** What was charged or given back, where that was in another currency. */
  charged_amount: number | null
  charged_currency: string | null
  /** The provider's, decimal text. */
  exchange_rate: string | null
  description: string
  occurred_at: string
  /** 0 for what happened before fees were booked here, which the report alone shows. */
  booked: number
  created_at: string
}

/** How far an account's balance was read. */
interface BalanceReadTable {
  account: string
  agency_id: AgencyId | null
  /** The start of the last complete reading. */
  read_to: string | null
  /** Why the last reading failed, in words. */
  problem: string | null
  updated_at: string
}
