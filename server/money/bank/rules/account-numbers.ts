import { isValidIBAN } from 'ibantools'
import { statedAccount } from '../../../base/adapters/bank-files/lines.ts'

/**
 * Whether two numbers belong to the same account. Banks write it as an IBAN or in their national form: with or
 * without the bank code, leading zeros, or the currency at the end.
 */
export function isSameAccount(one: string, other: string, currency: string): boolean {
  const [a, b] = [partsOf(one, currency), partsOf(other, currency)]
  if (a.isIban && b.isIban) return a.own === b.own
  if (a.isIban) return isWithin(a.own, b)
  if (b.isIban) return isWithin(b.own, a)
  return a.own === b.own && (a.bank === b.bank || a.bank === '' || b.bank === '')
}

/**
 * Whether a number from a CSV file may be the account's: banks mask it there, or write it with or without codes and
 * check digits. Too short a number says nothing.
 */
export function mayBeAccount(known: string, stated: string, currency: string): boolean {
  if (isSameAccount(known, stated, currency)) return true
  if (partsOf(known, currency).isIban && partsOf(stated, currency).isIban) return false
  const [own, other] = [digitsOf(known), digitsOf(stated)]
  return own.length < LEAST_DIGITS || own.includes(other) || other.includes(own)
}

/** Of the longest part: what follows or precedes a slash is a bank's code. */
const digitsOf = (number: string): string =>
  number
    .split('/')
    .map((part) => part.replace(/\D/g, '').replace(/^0+/, ''))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')

/** The account with this number, or the only one of which it may be a variant. */
export function accountNumbered<Account extends { number: string; currency: string }>(
  accounts: readonly Account[],
  number: string,
): Account | undefined {
  const same = accounts.filter((known) => isSameAccount(known.number, number, known.currency))
  return same.find((known) => known.number === number) ?? (same.length === 1 ? same[0] : undefined)
}

interface Parts {
  /** The bank's code; empty if the number doesn't have it. */
  bank: string
  own: string
  isIban: boolean
}

function partsOf(text: string, currency: string): Parts {
  const [own = '', bank = ''] = statedAccount(text, currency).split('/').reverse()
  const isIban = isValidIBAN(own)
  return { bank, own: isIban ? own : own.replace(/^0+/, ''), isIban }
}

/** The minimum number of digits for finding an account's number at the end of an IBAN. */
const LEAST_DIGITS = 5

function isWithin(iban: string, { bank, own }: Parts): boolean {
  if (own.length < LEAST_DIGITS || !iban.slice(4).endsWith(own)) return false
  const withoutZeros = (text: string) => text.replace(/0+$/, '')
  return withoutZeros(iban.slice(4, -own.length)).endsWith(withoutZeros(bank))
}
