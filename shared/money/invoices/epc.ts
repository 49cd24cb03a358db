import { toDecimal } from '../../base/amounts/money.ts'
import type { BankDetails } from '../../identity/letterhead/parties.ts'

const MAX_NAME = 70
const MAX_REMITTANCE = 140
/** Cents; the EPC guidelines' maximum of 999,999,999.99. */
const MAX_TRANSFER = 99_999_999_999
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

interface Transfer {
  bank: BankDetails
  /** Used if the account holder isn't set. */
  seller: string
  currency: string
  /** Minor units. */
  amount: number
  /** The payment reference. */
  reference: string
}

/** Without spaces, as banks store it. */
export const compactIban = (iban: string): string => iban.replace(/\s/g, '').toUpperCase()

export const readableIban = (iban: string): string => compactIban(iban).replace(/(.{4})(?=.)/g, '$1 ')

/**
 * The content of a SEPA credit transfer's QR code: EPC069-12, version 002, UTF-8. Null if it isn't possible:
 * another currency, no account, or nothing to pay.
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
    // Neither a purpose code nor a structured reference: the number is part of the text.
    ...['', ''],
    oneLine(reference, MAX_REMITTANCE),
  ]
  return lines.join('\n')
}

/** Truncates without splitting characters, and removes line breaks and bidirectional controls. */
const oneLine = (text: string, length: number): string =>
  [...text.replace(/[\s\p{Cc}\p{Cs}\p{Bidi_Control}]+/gu, ' ').trim()].slice(0, length).join('')
