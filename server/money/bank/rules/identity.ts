import { createHash } from 'node:crypto'
import type { BankFileLine, BankFileStatement } from '../../../base/adapters/bank-files/lines.ts'

type Counts = Map<string, number>

/**
 * Identifies each line of a file's statements in any file that contains it: by the bank's id, or by its content.
 * Equal lines are counted, because a file contains all lines of a day, even on separate pages.
 */
export function lineIdentities(statements: readonly BankFileStatement[]): string[][] {
  const latest = new Map<string, { statement: BankFileStatement; seen: Counts }>()
  return statements.map((statement) => {
    const account = `${statement.account} ${statement.currency}`
    const before = latest.get(account)
    const seen: Counts = before && continues(statement, before.statement) ? before.seen : new Map()
    latest.set(account, { statement, seen })
    return statement.lines.map((line) => identityOf(line, seen))
  })
}

/** The next page begins with the balance of the one before; a repeated page has the same reference. */
const continues = (next: BankFileStatement, before: BankFileStatement): boolean =>
  next.opening !== null && next.opening === before.closing && next.reference !== before.reference

function identityOf(line: BankFileLine, seen: Counts): string {
  const key = JSON.stringify([line.booked_on, line.amount, line.currency, ...namesOf(line)])
  const occurrence = (seen.get(key) ?? 0) + 1
  seen.set(key, occurrence)
  return createHash('sha256').update(`${key}#${occurrence}`).digest('hex')
}

/** Formats break texts differently, so spaces are ignored. */
const namesOf = ({ bank_ref, party_name, party_iban, end_to_end_id, text }: BankFileLine): string[] =>
  bank_ref === ''
    ? [party_name, party_iban, end_to_end_id, text].map((part) => part.replace(/\s/g, '').toLowerCase())
    : [bank_ref]
