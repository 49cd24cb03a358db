import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { checkedTaxNumber } from '../adapters/vat-number.ts'
import { AppError } from '../core/errors.ts'

const refused = (field: string, message: string): AppError =>
  new AppError('BAD_REQUEST', message, { fields: { [field]: message } })

/** The number as it is kept; refused when it looks like a VAT number and can't be one. */
export async function normalTaxId(text: string | null): Promise<string | null> {
  if (text === null) return null
  const number = await checkedTaxNumber(text)
  if (number === null) throw refused('tax_id', `${text} is not a valid VAT number. Please check the digits.`)
  return number
}

/** Without blanks, as banks and QR codes want it; refused when its check digits don't fit. */
export function normalIban(text: string | null): string | null {
  const iban = text === null ? null : electronicFormatIBAN(text)
  if (iban === null) return null
  if (!isValidIBAN(iban)) throw refused('iban', 'This is not a valid IBAN. Please check the digits.')
  return iban
}

export function normalBic(text: string | null): string | null {
  const bic = text?.replace(/\s/g, '').toUpperCase() ?? null
  if (bic !== null && !isValidBIC(bic)) {
    throw refused('bic', 'A BIC has 8 or 11 characters, as in COBADEFFXXX.')
  }
  return bic
}
