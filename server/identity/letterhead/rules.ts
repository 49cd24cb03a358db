import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { checkedTaxNumber } from '../../base/adapters/taxes/vat-number.ts'
import { fieldError } from '../../base/core/calls/errors.ts'

/** Normalizes the number; throws if it looks like a VAT number but is invalid. */
export async function normalTaxId(text: string | null): Promise<string | null> {
  if (text === null) return null
  const number = await checkedTaxNumber(text)
  if (number === null)
    throw fieldError('tax_id', `${text} is not a valid VAT number. Please check the digits.`)
  return number
}

/** Removes spaces, as banks and QR codes require; throws if the check digits are wrong. */
export function normalIban(text: string | null): string | null {
  const iban = text === null ? null : electronicFormatIBAN(text)
  if (iban === null) return null
  if (!isValidIBAN(iban)) throw fieldError('iban', 'This is not a valid IBAN. Please check the digits.')
  return iban
}

export function normalBic(text: string | null): string | null {
  const bic = text?.replace(/\s/g, '').toUpperCase() ?? null
  if (bic !== null && !isValidBIC(bic)) {
    throw fieldError('bic', 'A BIC has 8 or 11 characters, as in COBADEFFXXX.')
  }
  return bic
}
