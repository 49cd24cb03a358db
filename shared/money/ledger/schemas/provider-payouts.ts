import { z } from 'zod'
import { calendarDate } from '../../../base/schemas/dates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'

export const providerPayoutListInput = z.strictObject({
  ...pageInput,
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
})

/** By the day of the movement. */
export const unbookedMovementsInput = providerPayoutListInput

export const payoutMovementsInput = z.strictObject({ ...pageInput, payout_id: z.uuid() })
