import { z } from 'zod'
import { calendarDate } from '../../base/schemas/dates.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText, requiredText } from '../../base/schemas/text.ts'
import { reAuthFields } from '../../identity/schemas/two-factor.ts'
import { expectedPayouts } from './payouts.ts'

/** Contributors omit it, because it is their own account. */
const employee_id = z.uuid().nullish()

export const payoutAccountInput = z.strictObject({ employee_id })

export const payoutAccountSaveInput = z.strictObject({
  employee_id,
  account_holder: requiredText('Please enter the account holder.', 70),
  iban: requiredText('Please enter the IBAN.', 50),
  bic: optionalText(20),
  /** 0 if there is no account yet. */
  version: z.int().min(0),
  ...reAuthFields,
})

export const sepaBatchListInput = z.strictObject({ ...pageInput })

export const sepaBatchCreateInput = z.strictObject({
  payout_ids: z.array(z.uuid()).min(1, 'Choose at least one payout.').max(200, 'Choose at most 200 payouts.'),
  expected: expectedPayouts,
  /** The day on which the bank makes the transfers. */
  execute_on: calendarDate,
  /** The text on the contributors' statements; defaults to each payout's description. */
  purpose: optionalText(140),
})

export const sepaBatchSettleInput = z.strictObject({
  id: z.uuid(),
  /** The day they were paid; defaults to today. */
  paid_on: calendarDate.optional(),
  /** Confirms a day in a locked period. */
  confirm_period: z.boolean().optional(),
})
