import { z } from 'zod'
import { calendarDate } from '../../../base/schemas/dates.ts'
import { requiredText } from '../../../base/schemas/text.ts'
import { reAuthFields } from '../../../identity/schemas/two-factor.ts'
import { YEAR_END_CHECKS } from '../closed-periods.ts'

/** Agrees to change a period whose changes need a confirmation. */
export const confirmPeriod = { confirm_period: z.boolean().optional() }

const version = z.int().min(0)
const date = calendarDate.nullable()

export const periodLocksInput = z
  .strictObject({ soft_until: date, hard_until: date, version })
  .refine((locks) => !locks.soft_until || !locks.hard_until || locks.soft_until > locks.hard_until, {
    path: ['soft_until'],
    message: 'This date must be after the closed periods.',
  })

export const reopenPeriodsInput = z.strictObject({
  /** Null reopens everything. */
  hard_until: date,
  reason: requiredText('Please enter a reason.', 500),
  version,
  ...reAuthFields,
})

export const closeYearInput = z.strictObject({
  /** The last day of the fiscal year. */
  to: calendarDate,
  /** Open points that the owner accepts. */
  accepted: z.array(z.enum(YEAR_END_CHECKS)).max(YEAR_END_CHECKS.length).default([]),
  version,
})
