import type { TaxRounding } from '../../base/amounts/money.ts'
import { isCharged, type TaxCategory } from '../../base/amounts/taxes.ts'
import type { BankDetails } from './parties.ts'
import type { EInvoiceChoice } from './schemas/e-invoice-formats.ts'

/** The ends of an IBAN: enough to recognize it, not enough to use it. */
export const shortIban = (iban: string): string => `${iban.slice(0, 4)} … ${iban.slice(-4)}`

/** `DE89 … 3000, Harbor Studio, Commerzbank`, or `none`. */
export const bankText = ({ account_holder, iban, bic, bank_name }: BankDetails): string =>
  [iban && shortIban(iban), account_holder, bank_name, bic].filter(Boolean).join(', ') || 'none'

export const MAX_PAYMENT_TERMS = 365
export const NOTE_NEEDED = 'Please enter why no tax is charged: the document must state the reason.'

/** If no tax is charged, the law requires a reason on the document; a zero rate doesn't need one. */
export const needsNote = (category: TaxCategory): boolean => !isCharged(category) && category !== 'zero'

export const MAX_TAX_RATES = 50

export interface TaxRateDto {
  id: string
  name: string
  /** Basis points: 1900 is 19%. */
  bps: number
  category: TaxCategory
  /** Printed on documents that use it. */
  note: string | null
  archived_at: string | null
  version: number
}

/** The VAT register's result and its date. */
export interface TaxIdCheckDto {
  valid: boolean
  checked_at: string
}

export interface TaxIdCheckResult {
  /** Null if the register couldn't be queried; the previous result remains. */
  check: TaxIdCheckDto | null
}

/** An agency's details on documents, and defaults for new ones. */
export interface LetterheadProfileDto extends BankDetails {
  /** Null if the bank details haven't changed since this has been recorded. */
  bank_change: { at: string; by: string } | null
  legal_name: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  country: string | null
  tax_id: string | null
  /** Null if this number hasn't been checked. */
  tax_id_check: TaxIdCheckDto | null
  registration_number: string | null
  electronic_address: string | null
  email: string | null
  phone: string | null
  default_tax_rate_id: string | null
  prices_include_tax: boolean
  tax_rounding: TaxRounding
  /** Days. */
  payment_terms: number
  notes: string | null
  footer: string | null
  e_invoice_format: EInvoiceChoice
  /** Active rates, highest first. */
  tax_rates: TaxRateDto[]
  /** Archived rates, which drafts, clients and products can still refer to. */
  archived_tax_rates: TaxRateDto[]
  /** 0 if nothing was saved yet. */
  version: number
}

/** The rates to choose from: the active ones, and the chosen one even if it is archived. */
export const ratesWith = (
  { tax_rates, archived_tax_rates }: Pick<LetterheadProfileDto, 'tax_rates' | 'archived_tax_rates'>,
  chosen: string | null,
): TaxRateDto[] => [...tax_rates, ...archived_tax_rates.filter(({ id }) => id === chosen)]

export const DEFAULT_PAYMENT_TERMS = 14

/** Units of quantities with their UN/ECE Recommendation 20 codes; other units are stored as entered. */
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

/** Suggested reasons for categories that need one; the owner can change them. */
export const DEFAULT_TAX_NOTES: Partial<Record<TaxCategory, string>> = {
  exempt: 'Exempt from VAT.',
  reverse_charge: 'Reverse charge: the recipient accounts for the VAT (Art. 196, Directive 2006/112/EC).',
  export: 'Export, exempt from VAT (Art. 146, Directive 2006/112/EC).',
  outside_scope: 'Outside the scope of VAT.',
}
