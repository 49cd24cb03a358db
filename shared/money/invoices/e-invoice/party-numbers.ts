import { isCountry } from '../../../base/countries.ts'
import type { Party } from '../../../identity/letterhead/parties.ts'

const compact = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase()

/** Countries whose VAT numbers begin with other letters: Greece and, for Northern Ireland, the United Kingdom. */
const OTHER_PREFIXES: Record<string, string> = { EL: 'GR', XI: 'GB' }

/** VAT numbers with letters in place of the first digits: French ones, and those of British public bodies. */
const WITH_LETTERS = /^(FR[A-Z\d]{2}\d{9}|(GB|XI)(GD|HA)\d{3})$/

/** The number without separators if it begins with a country, as VAT numbers do; null for national tax numbers. */
export function vatNumberOf({ tax_id, country }: Pick<Party, 'tax_id' | 'country'>): string | null {
  if (tax_id === null) return null
  const number = compact(tax_id)
  const prefix = number.slice(0, 2)
  const stated = OTHER_PREFIXES[prefix] ?? prefix
  if (!isCountry(stated)) return null
  // Other numbers may begin with letters too, such as Italy's codice fiscale; foreign VAT numbers soon have digits.
  const isLikely = country === null || stated === country || WITH_LETTERS.test(number)
  return isLikely || /\d/.test(number.slice(2, 4)) ? number : null
}

/** The tax number that isn't a VAT number, without separators. */
export const nationalTaxNumberOf = ({ tax_id, country }: Pick<Party, 'tax_id' | 'country'>): string | null =>
  tax_id === null || vatNumberOf({ tax_id, country }) !== null ? null : compact(tax_id)

/** Registers whose numbers have digits only, and their codes in ISO 6523. */
const REGISTERS: Record<string, readonly { digits: number; scheme?: string }[]> = {
  DK: [{ digits: 8, scheme: '0184' }],
  IS: [{ digits: 10, scheme: '0196' }],
  NL: [
    { digits: 8, scheme: '0106' },
    { digits: 20, scheme: '0190' },
  ],
  SE: [{ digits: 10 }],
}

/** What Peppol's rules of the country require of a register number. */
export const REGISTER_NUMBERS: Record<string, string> = {
  DK: 'its CVR number, with 8 digits,',
  IS: 'its kennitala, with 10 digits,',
  NL: 'its KvK number, with 8 digits,',
  SE: 'its organization number, with 10 digits,',
}

/** The register number with its scheme; as entered where no register of the country is known or it doesn't fit. */
export function registerNumberOf(
  party: Pick<Party, 'country' | 'registration_number'>,
): { id: string; scheme: string | null } | null {
  const { country, registration_number: entered } = party
  if (entered === null) return null
  const digits = entered.replaceAll(/\D/g, '')
  const register = REGISTERS[country ?? '']?.find((known) => known.digits === digits.length)
  return register === undefined
    ? { id: entered, scheme: null }
    : { id: digits, scheme: register.scheme ?? null }
}

/** Whether the number is one of the country's register; true for countries without rules. */
export function fitsRegister(party: Pick<Party, 'country' | 'registration_number'>): boolean {
  const registers = REGISTERS[party.country ?? '']
  const digits = party.registration_number?.replaceAll(/\D/g, '') ?? ''
  if (registers?.some((known) => known.digits === digits.length) === false) return false
  return party.country !== 'SE' || hasCheckDigit(digits)
}

/** By Luhn's algorithm. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
