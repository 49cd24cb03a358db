import { z } from 'zod'
import { taxRateInput } from '../../base/amounts/schemas/rates.ts'
import { optionalCalendarDate } from '../../base/schemas/dates.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText, requiredText } from '../../base/schemas/text.ts'
import { countryCode } from '../../identity/letterhead/schemas/profile.ts'
import { asksForTaxId, SELF_BILL_TREATMENTS } from '../bills.ts'

export const selfBillingInput = z.strictObject({
  /** The contributor; one's own if it is left out. */
  employee_id: z.uuid().nullish(),
})

export const selfBillingRequestInput = z.strictObject({
  employee_id: z.uuid(),
  /** The prefix of the numbers; ends in a character other than a digit, so that no two series overlap. */
  prefix: requiredText('Please enter what the numbers begin with.', 30).regex(
    /^[A-Za-z0-9][A-Za-z0-9/._-]*[/._-]$/,
    'Use letters, digits and - / . _ and end with one of - / . _',
  ),
  /** The last day on which documents can be made. */
  ends_on: optionalCalendarDate,
})

export const selfBillingAcceptInput = z
  .strictObject({
    /** The agreement's. */
    version: z.int().min(1),
    /** The text that was shown. */
    text_version: z.string().max(20),
    legal_name: requiredText('Please enter your legal name.'),
    address: requiredText('Please enter the street and number.', 500),
    postal_code: optionalText(20),
    city: requiredText('Please enter the city.', 100),
    country: countryCode,
    treatment: z.enum(SELF_BILL_TREATMENTS),
    tax_bps: taxRateInput,
    /** Required with tax or reverse charge. */
    tax_id: optionalText(40),
  })
  .refine(({ treatment, tax_bps }) => treatment === 'taxed' || tax_bps === 0, {
    path: ['tax_bps'],
    error: 'Without tax, the rate is zero.',
  })
  .refine(({ treatment, tax_id }) => !asksForTaxId(treatment) || tax_id !== null, {
    path: ['tax_id'],
    error: 'Please enter your tax ID.',
  })

export const selfBillingRevokeInput = z.strictObject({
  employee_id: z.uuid().nullish(),
  version: z.int().min(1),
})

export const selfBillIssueInput = z.strictObject({
  payout_id: z.uuid(),
  /** Whether a pending payout is the net amount, to which tax is added, or the total; a paid one is the total. */
  amount_is: z.enum(['net', 'total']).default('net'),
  /** Confirms a paid payout's day in a locked period. */
  confirm_period: z.boolean().optional(),
})

export const selfBillVoidInput = z.strictObject({
  id: z.uuid(),
  reason: requiredText('Please enter a reason.', 1000),
})

export const selfBillListInput = z.strictObject({ ...pageInput, employee_id: z.uuid().nullish() })
