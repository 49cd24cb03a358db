import { z } from 'zod'
import { isCountry } from './countries.ts'
import { type EInvoiceChoice, eInvoiceChoice } from './e-invoices.ts'
import { isCharged, TAX_CATEGORIES, type TaxCategory } from './taxes.ts'
import { emailText, optionalText, requiredText } from './text.ts'

const version = z.int().min(0)

export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => isCountry(code), 'Please choose a country.')

/** Peppol participant: the scheme of ISO 6523 and the number in it, as in `0204:991-01234-44`. */
export const electronicAddress = optionalText(60).refine(
  (text) => text === null || /^\d{4}:[\w.:/+-]{1,50}$/.test(text),
  'Please enter a scheme of four digits, a colon and the identifier, as in 0204:991-01234-44.',
)

const optionalEmail = z
  .union([z.literal('').transform(() => null), emailText()])
  .nullish()
  .transform((text) => text ?? null)

/** Where somebody is and what the authorities know them by: the same of agencies and clients. */
export const addressFields = {
  /** Street and number; may be several lines. */
  address: optionalText(500),
  postal_code: optionalText(20),
  city: optionalText(100),
  region: optionalText(100),
  country: countryCode.nullish().transform((code) => code ?? null),
  /** A VAT number is checked by the rules of its country; others are kept as typed. */
  tax_id: optionalText(40),
  registration_number: optionalText(60),
  electronic_address: electronicAddress,
}

/** `version` is the profile's, which all of its cards share; 0 before anything was entered. */
export const billingCompanyInput = z.strictObject({
  ...addressFields,
  legal_name: optionalText(),
  /** Shown on documents; may differ from the owner's own. */
  email: optionalEmail,
  phone: optionalText(50),
  version,
})

export const billingBankInput = z.strictObject({
  account_holder: optionalText(100),
  iban: optionalText(50),
  bic: optionalText(20),
  bank_name: optionalText(100),
  version,
})

export const MAX_PAYMENT_TERMS = 365

/** Days from sending until an invoice is due. */
export const paymentTerms = z
  .int('Please enter a number of days.')
  .min(0, 'Please enter a number of days.')
  .max(MAX_PAYMENT_TERMS, `Use at most ${MAX_PAYMENT_TERMS} days.`)

export const billingDefaultsInput = z.strictObject({
  default_tax_rate_id: z.uuid().nullish(),
  prices_include_tax: z.boolean(),
  payment_terms: paymentTerms,
  notes: optionalText(5000),
  footer: optionalText(1000),
  /** What goes out with documents' mails; clients may take another. */
  e_invoice_format: eInvoiceChoice.default('none'),
  version,
})

const ONLY_CHARGED = 'Only a standard or reduced rate has a percentage.'
export const NOTE_NEEDED = 'Please say why no tax is charged: the document must name the reason.'

/** Where no tax is charged, the law wants the reason on the document; a zero rate alone needs none. */
export const needsNote = (category: TaxCategory): boolean => !isCharged(category) && category !== 'zero'

const taxRateFields = z.strictObject({
  name: requiredText('Please name the rate.', 60),
  /** Basis points: 1900 is 19 %. */
  bps: z.int('Please enter a percentage.').min(0).max(10_000, 'Use at most 100 %.'),
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

export const MAX_TAX_RATES = 50

/** Inserts without `id`, updates with it. */
export const taxRateSaveInput = checked(
  taxRateFields.extend({ id: z.uuid().optional(), version: z.int().optional() }),
)
/** Several at once, such as what is usual in a country; those of a name that is there already are left out. */
export const taxRatesAddInput = z.strictObject({
  rates: z.array(checked(taxRateFields)).min(1).max(20),
})
export const taxRateArchiveInput = z.strictObject({ id: z.uuid(), archived: z.boolean() })

export interface TaxRateDto {
  id: string
  name: string
  /** Basis points: 1900 is 19 %. */
  bps: number
  category: TaxCategory
  /** Printed on documents that use it. */
  note: string | null
  archived_at: string | null
  version: number
}

/** What the register of VAT numbers answered, and when. */
export interface TaxIdCheckDto {
  valid: boolean
  checked_at: string
}

export interface TaxIdCheckResult {
  /** Null where the register could not be asked; what it said before stays. */
  check: TaxIdCheckDto | null
}

/** What an agency says of itself on documents, and how its new ones begin. */
export interface BillingProfileDto {
  legal_name: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  country: string | null
  tax_id: string | null
  /** Null while the register was not asked about this number. */
  tax_id_check: TaxIdCheckDto | null
  registration_number: string | null
  electronic_address: string | null
  email: string | null
  phone: string | null
  account_holder: string | null
  iban: string | null
  bic: string | null
  bank_name: string | null
  default_tax_rate_id: string | null
  prices_include_tax: boolean
  /** Days. */
  payment_terms: number
  notes: string | null
  footer: string | null
  e_invoice_format: EInvoiceChoice
  /** Those in use, the highest first. */
  tax_rates: TaxRateDto[]
  /** 0 before anything was entered. */
  version: number
}

export const DEFAULT_PAYMENT_TERMS = 14

/** What one of a line's quantity is, with its code in UN/ECE Recommendation 20; other words are kept as typed. */
export const UNITS = [
  { name: 'hour', code: 'HUR' },
  { name: 'day', code: 'DAY' },
  { name: 'week', code: 'WEE' },
  { name: 'month', code: 'MON' },
  { name: 'year', code: 'ANN' },
  { name: 'piece', code: 'C62' },
  { name: 'flat rate', code: 'LS' },
  { name: 'word', code: 'D68' },
  { name: 'kilometre', code: 'KMT' },
] as const

/** Offered where a category needs a reason; the owner confirms or changes it. */
export const DEFAULT_TAX_NOTES: Partial<Record<TaxCategory, string>> = {
  exempt: 'Exempt from VAT.',
  reverse_charge: 'Reverse charge: the recipient accounts for the VAT (Art. 196, Directive 2006/112/EC).',
  export: 'Export, exempt from VAT (Art. 146, Directive 2006/112/EC).',
  outside_scope: 'Outside the scope of VAT.',
}
