import { toDecimal } from './money.ts'
import type { BankDetails } from './parties.ts'

const MAX_NAME = 70
const MAX_REMITTANCE = 140
/** Cents; the guideline's 999,999,999.99. */
const MAX_TRANSFER = 99_999_999_999
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

interface Transfer {
  bank: BankDetails
  /** Where the account's holder is not named. */
  seller: string
  currency: string
  /** Minor units. */
  amount: number
  /** What the payer quotes. */
  reference: string
}

/** As banks write it, without the spaces that people read it with. */
export const compactIban = (iban: string): string => iban.replace(/\s/g, '').toUpperCase()

export const readableIban = (iban: string): string => compactIban(iban).replace(/(.{4})(?=.)/g, '$1 ')

/**
 * What the QR code of a SEPA credit transfer says: EPC069-12, version 002, in UTF-8. Null for what cannot be
 * transferred so: another currency, no account, or nothing to pay.
 */
export function epcPayload({ bank, seller, currency, amount, reference }: Transfer): string | null {
  const iban = bank.iban === null ? '' : compactIban(bank.iban)
  const name = oneLine(bank.account_holder ?? seller, MAX_NAME)
  const payable = amount > 0 && amount <= MAX_TRANSFER
  if (currency !== 'EUR' || !IBAN.test(iban) || name === '' || !payable) return null
  const bic = bank.bic === null ? '' : compactIban(bank.bic)
  const lines = [
    ...['BCD', '002', '1', 'SCT'],
    BIC.test(bic) ? bic : '',
    name,
    iban,
    `EUR${toDecimal(amount, currency)}`,
    // Neither a purpose code nor a structured reference: the number stands in the text.
    ...['', ''],
    oneLine(reference, MAX_REMITTANCE),
  ]
  return lines.join('\n')
}

/** Whole characters, as many as may stand there. */
const oneLine = (text: string, length: number): string =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, length).join('')
