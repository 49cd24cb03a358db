import { createHash } from 'node:crypto'
import type { BankFileLine } from '../../../base/adapters/bank-files/lines.ts'

/**
 * Identifies each line in any file that contains it: by the bank's id, or by its content. Equal lines are
 * counted, because a file contains all of a day's.
 */
export function lineIdentities(lines: readonly BankFileLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const key = JSON.stringify([line.booked_on, line.amount, line.currency, ...namesOf(line)])
    const occurrence = (seen.get(key) ?? 0) + 1
    seen.set(key, occurrence)
    return createHash('sha256').update(`${key}#${occurrence}`).digest('hex')
  })
}

/** Formats break texts differently, so that spaces don't count. */
const namesOf = ({ bank_ref, party_name, party_iban, end_to_end_id, text }: BankFileLine): string[] =>
  bank_ref === ''
    ? [party_name, party_iban, end_to_end_id, text].map((part) => part.replace(/\s/g, '').toLowerCase())
    : [bank_ref]
