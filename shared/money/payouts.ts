import type { BillStatus, PayoutBillDto } from './bills.ts'

export const PAYOUT_STATUSES = ['pending', 'succeeded', 'failed'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** The payout that a contributor's approved, unpaid hours would create. */
export interface PayoutPreview {
  employee_id: string
  employee_name: string
  seconds: number
  /** Hours by rate, in minor units per hour. */
  rates: { rate: number; seconds: number }[]
  /** 0 creates no payout, because the hours have no rate. */
  amount: number
  currency: string
}

export interface PayoutDto {
  id: string
  agency_id: string
  employee_id: string
  employee_name: string
  description: string
  minutes: number | null
  hourly_rate: number | null
  amount: number
  currency: string
  status: PayoutStatus
  paid_at: string | null
  version: number
  created_at: string
  /** The SEPA file that it is in, if any. */
  sepa_batch_id: string | null
  bill: PayoutBillDto | null
  bill_status: BillStatus
}

/** Pending and paid amounts in one currency. */
export interface PayoutTotals {
  pending: number
  paid: number
  currency: string
}
