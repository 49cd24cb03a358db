import { z } from 'zod'
import { MAX_AMOUNT } from './invoices.ts'
import { pageInput } from './paging.ts'
import { requiredText } from './text.ts'

export const PAYOUT_STATUSES = ['pending', 'succeeded', 'failed'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

const REQUIRED = 'Please fill in all required fields'

/** Either hours at the contributor's rate, or an amount. */
export const payoutCreateInput = z
  .strictObject({
    employee_id: z.uuid(REQUIRED),
    description: requiredText(REQUIRED),
    minutes: z.int().min(1).max(1_000_000).optional(),
    amount: z.int('Amount must be a number').min(1).max(MAX_AMOUNT).optional(),
  })
  .refine((input) => (input.minutes === undefined) !== (input.amount === undefined), {
    message: 'Enter hours or an amount.',
  })

/** Creates payouts from approved, unpaid hours, one per contributor (or for a single one). */
export const payoutsFromHoursInput = z.strictObject({
  employee_id: z.uuid().optional(),
  /** What the preview said; refused where hours have changed since. */
  previewed: z
    .array(z.strictObject({ employee_id: z.uuid(), amount: z.int().min(1) }))
    .min(1, 'Choose at least one contributor.')
    .max(500)
    .optional(),
  /** Records them as paid in the same step. */
  paid: z.boolean().optional(),
})

/** The payout that a contributor's approved, unpaid hours would make. */
export interface PayoutPreview {
  employee_id: string
  employee_name: string
  seconds: number
  /** Hours at each rate, in minor units an hour. */
  rates: { rate: number; seconds: number }[]
  /** 0 makes no payout: the hours have no rate. */
  amount: number
  currency: string
}

export const payoutListInput = z.strictObject({
  ...pageInput,
  status: z.enum(PAYOUT_STATUSES).nullish(),
  employee_id: z.uuid().nullish(),
})

export const payBatchInput = z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) })

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
}

/** What is pending and paid in one currency. */
export interface PayoutTotals {
  pending: number
  paid: number
  currency: string
}
