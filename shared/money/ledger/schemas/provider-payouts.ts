import { z } from 'zod'
import { calendarDate } from '../../../base/schemas/dates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'

export const providerPayoutListInput = z.strictObject({
  ...pageInput,
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
})

export const payoutMovementsInput = z.strictObject({ ...pageInput, payout_id: z.uuid() })
