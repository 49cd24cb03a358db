import { z } from 'zod'
import { MAX_AMOUNT } from '../../base/amounts/money.ts'
import { REQUIRED } from '../../base/errors.ts'
import { calendarDate } from '../../base/schemas/dates.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { requiredText } from '../../base/schemas/text.ts'
import { PAYOUT_STATUSES } from '../payouts.ts'

/** Either hours at the contributor's rate or an amount. */
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
  /** The previewed amounts; rejected if hours have changed since. */
  previewed: z
    .array(z.strictObject({ employee_id: z.uuid(), amount: z.int().min(1) }))
    .min(1, 'Choose at least one contributor.')
    .max(500)
    .optional(),
  /** Also marks them as paid. */
  paid: z.boolean().optional(),
})

export const payoutListInput = z.strictObject({
  ...pageInput,
  status: z.enum(PAYOUT_STATUSES).nullish(),
  employee_id: z.uuid().nullish(),
})

/** The payouts with their amounts as shown; rejected if one has changed since. */
export const expectedPayouts = z
  .array(z.strictObject({ id: z.uuid(), amount: z.int().min(0) }))
  .max(200)
  .optional()

export const payBatchInput = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(200),
  expected: expectedPayouts,
  /** The day they were paid; defaults to today. */
  paid_on: calendarDate.optional(),
  /** Confirms a day in a locked period. */
  confirm_period: z.boolean().optional(),
})

export const payoutReopenInput = z.strictObject({
  id: z.uuid(),
  /** Confirms a payout that was paid in a locked period. */
  confirm_period: z.boolean().optional(),
})
