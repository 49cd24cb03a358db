import type { AgencyId } from '#shared/base/roles.ts'
import type { MovementKind, ProviderPayoutStatus } from '#shared/money/ledger/provider-payouts.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    provider_payouts: ProviderPayoutTable
    balance_movements: BalanceMovementTable
    balance_reads: BalanceReadTable
  }
}

/** A payout from an account's balance at the provider to a bank. */
interface ProviderPayoutTable {
  id: string
  /** The account's owner; null for the platform. */
  agency_id: AgencyId | null
  account: string
  provider_payout_id: string
  /** Minor units. */
  amount: number
  currency: string
  status: ProviderPayoutStatus
  /** Whether the provider lists the payout's movements: not yet, completely, or never (manual payouts). */
  itemization: 'open' | 'complete' | 'none'
  /** Calendar date. */
  arrives_on: string
  failure_message: string | null
  /** When its movements were read. */
  read_at: string | null
  created_at: string
  updated_at: string
}

/** One movement of an account's balance at the provider, in its settlement currency. */
interface BalanceMovementTable {
  id: string
  /** The account's owner; null for the platform. */
  agency_id: AgencyId | null
  account: string
  provider_movement_id: string
  kind: MovementKind
  /** Null for movements without a payment here, such as account fees or other sales on the account. */
  payment_id: string | null
  payout_id: string | null
  /** Minor units; negative for money leaving the balance. */
  amount: number
  /** The provider's fee including tax. */
  fee: number
  /** The platform's fee on a payment to a connected account. */
  platform_fee: number
  net: number
  currency: string
  /** The amount charged or refunded, if in another currency. */
  charged_amount: number | null
  charged_currency: string | null
  /** The provider's rate, decimal text. */
  exchange_rate: string | null
  description: string
  occurred_at: string
  /** 0 for movements from before fees were booked, which only appear in the report. */
  booked: number
  created_at: string
}

/** How far an account's balance has been read. */
interface BalanceReadTable {
  account: string
  agency_id: AgencyId | null
  /** When the last complete read started. */
  read_to: string | null
  /** Why the last read failed. */
  problem: string | null
  updated_at: string
}
