import { z } from 'zod'
import { MAX_AMOUNT } from '../../base/amounts/money.ts'
import { taxRateInput } from '../../base/amounts/schemas/rates.ts'
import { calendarDate } from '../../base/schemas/dates.ts'
import { optionalText, requiredText } from '../../base/schemas/text.ts'
import { countryCode } from '../../identity/letterhead/schemas/profile.ts'
import { asksForTaxId, BILL_TREATMENTS, isTaxOf } from '../bills.ts'
import { DEDUCTIBLE, owesTax } from '../ledger/taxes/purchases.ts'

const taxFields = {
  treatment: z.enum(BILL_TREATMENTS),
  /** Basis points: 1900 is 19%. */
  tax_bps: taxRateInput,
}

const NO_TAX = 'Without tax, the rate is zero.'

export const billRecordInput = z
  .strictObject({
    payout_id: z.uuid(),
    number: requiredText('Please enter the bill’s number.', 60),
    issued_on: calendarDate,
    net: z.int('Please enter the net amount.').min(1, 'Please enter the net amount.').max(MAX_AMOUNT),
    ...taxFields,
    tax: z.int('Please enter the tax.').min(0).max(MAX_AMOUNT),
    /** The contributor's; required if the bill has tax or reverse charge. */
    tax_id: optionalText(40),
    /** The contributor's; that of their last bill or agreement if it is left out. */
    country: countryCode.nullish(),
    /** The rate at which you owe the tax of reverse charge and imports; your country's usual one if it is left out. */
    owed_bps: taxRateInput.nullish(),
    /** The share of the tax that can be deducted; the rest is a cost. Set by owners. */
    deductible_bps: taxRateInput.default(DEDUCTIBLE),
    file_id: z.uuid().nullish(),
    /** Confirms a paid payout's day in a locked period. */
    confirm_period: z.boolean().optional(),
  })
  .refine(({ treatment, tax_bps }) => treatment === 'taxed' || tax_bps === 0, {
    path: ['tax_bps'],
    error: NO_TAX,
  })
  .refine(({ net, tax, tax_bps }) => isTaxOf(tax, net, tax_bps), {
    path: ['tax'],
    error: 'The tax doesn’t match the net amount and the rate.',
  })
  .refine(({ treatment, tax_id }) => !asksForTaxId(treatment) || tax_id !== null, {
    path: ['tax_id'],
    error: 'Please enter the tax ID on the bill.',
  })
  .refine(({ treatment, owed_bps }) => owesTax(treatment) || !owed_bps, {
    path: ['owed_bps'],
    error: 'You owe this tax only with reverse charge and imports.',
  })

export const billTermsInput = z.strictObject({ payout_id: z.uuid() })
