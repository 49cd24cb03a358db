import { z } from 'zod'
import { TAX_ROUNDINGS } from '../../../base/amounts/money.ts'
import { taxRateInput } from '../../../base/amounts/schemas/rates.ts'
import { isCharged, TAX_CATEGORIES } from '../../../base/amounts/taxes.ts'
import { isCountry } from '../../../base/countries.ts'
import { emailText, optionalText, requiredText } from '../../../base/schemas/text.ts'
import { reAuthFields } from '../../schemas/two-factor.ts'
import { MAX_PAYMENT_TERMS, NOTE_NEEDED, needsNote } from '../profile.ts'
import { eInvoiceChoice } from './e-invoice-formats.ts'

const version = z.int().min(0)

export const countryCode = z
  .string()
  .trim()
  .max(2, 'Please choose a country.')
  .toUpperCase()
  .refine((code) => isCountry(code), 'Please choose a country.')

/** A Peppol participant: the ISO 6523 scheme and identifier, for example `0204:991-01234-44`. */
export const electronicAddress = optionalText(60).refine(
  (text) => text === null || /^\d{4}:[\w.:/+-]{1,50}$/.test(text),
  'Please enter a scheme of four digits, a colon and the identifier, as in 0204:991-01234-44.',
)

const optionalEmail = z
  .union([z.literal('').transform(() => null), emailText()])
  .nullish()
  .transform((text) => text ?? null)

/** Postal address and registration numbers, the same for agencies and clients. */
export const addressFields = {
  /** Street and number; may have more than one line. */
  address: optionalText(500),
  postal_code: optionalText(20),
  city: optionalText(100),
  region: optionalText(100),
  country: countryCode.nullish().transform((code) => code ?? null),
  /** VAT numbers are validated by country; others are stored as entered. */
  tax_id: optionalText(40),
  registration_number: optionalText(60),
  electronic_address: electronicAddress,
}

/** `version` is the profile's, shared by all cards; 0 if nothing was saved yet. */
export const letterheadCompanyInput = z.strictObject({
  ...addressFields,
  legal_name: optionalText(),
  /** Shown on documents; may differ from the owner's address. */
  email: optionalEmail,
  phone: optionalText(50),
  version,
})

export const letterheadBankInput = z.strictObject({
  account_holder: optionalText(100),
  iban: optionalText(50),
  bic: optionalText(20),
  bank_name: optionalText(100),
  version,
  ...reAuthFields,
})

/** Days from sending until an invoice is due. */
export const paymentTerms = z
  .int('Please enter a number of days.')
  .min(0, 'Please enter a number of days.')
  .max(MAX_PAYMENT_TERMS, `Use at most ${MAX_PAYMENT_TERMS} days.`)

export const letterheadDefaultsInput = z.strictObject({
  default_tax_rate_id: z.uuid().nullish(),
  prices_include_tax: z.boolean(),
  /** Undefined keeps the setting. */
  tax_rounding: z.enum(TAX_ROUNDINGS).optional(),
  payment_terms: paymentTerms,
  notes: optionalText(5000),
  footer: optionalText(1000),
  /** The format sent with documents; clients can override it. */
  e_invoice_format: eInvoiceChoice.default('none'),
  version,
})

const ONLY_CHARGED = 'Only a standard or reduced rate has a percentage.'

const taxRateFields = z.strictObject({
  name: requiredText('Please enter a name.', 60),
  /** Basis points: 1900 is 19%, 887.5 is 8.875%. */
  bps: taxRateInput,
  category: z.enum(TAX_CATEGORIES),
  /** Printed on documents that use it. */
  note: optionalText(300),
})

type TaxRateFields = z.output<typeof taxRateFields>
const checked = <Shape extends z.ZodType<TaxRateFields>>(fields: Shape) =>
  fields
    .refine(({ bps, category }) => bps === 0 || isCharged(category), { path: ['bps'], error: ONLY_CHARGED })
    .refine(({ note, category }) => note !== null || !needsNote(category), {
      path: ['note'],
      error: NOTE_NEEDED,
    })

/** Inserts without `id`, updates with it. */
export const taxRateSaveInput = checked(
  taxRateFields.extend({ id: z.uuid().optional(), version: z.int().optional() }),
)
/** A list of rates, such as a country's usual ones; existing names are skipped. */
export const taxRatesAddInput = z.strictObject({
  rates: z.array(checked(taxRateFields)).min(1).max(20),
})
export const taxRateArchiveInput = z.strictObject({ id: z.uuid(), archived: z.boolean() })
