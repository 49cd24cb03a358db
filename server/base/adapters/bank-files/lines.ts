import { AppError } from '../../core/calls/errors.ts'

/** One movement on a bank account. Texts are empty if the file doesn't have them. */
export interface BankFileLine {
  booked_on: string
  valued_on: string | null
  /** Minor units; negative for money that left the account. */
  amount: number
  currency: string
  /** The bank's charges already deducted from the amount, in minor units. */
  charges: number
  /** The counterparty: who paid or was paid. */
  party_name: string
  party_iban: string
  /** A structured reference, such as ISO 11649. */
  reference: string
  end_to_end_id: string
  bank_ref: string
  text: string
}

/** One statement of one account. */
export interface BankFileStatement {
  /** The account's IBAN or number without spaces; empty if a CSV file doesn't name it, and possibly only its end. */
  account: string
  currency: string
  reference: string
  from_on: string
  to_on: string
  /** Minor units; null if the file doesn't have them. */
  opening: number | null
  closing: number | null
  lines: BankFileLine[]
  /** The bank's ids of transactions that later ones replace or delete; they aren't among the lines. */
  corrected?: string[]
}

/** How much more the stated balances changed than the lines add up to; 0 if the file doesn't state both. */
export const unexplainedOf = ({
  opening,
  closing,
  lines,
}: Pick<BankFileStatement, 'opening' | 'closing' | 'lines'>): number =>
  opening === null || closing === null
    ? 0
    : lines.reduce((rest, { amount }) => rest - amount, closing - opening)

/** Lines with doubtful directions: as most banks write them, or turned if only that explains the balances. */
export function provenLines(
  balances: Pick<BankFileStatement, 'opening' | 'closing'>,
  read: (turned: boolean) => BankFileLine[],
): BankFileLine[] {
  const lines = read(false)
  if (unexplainedOf({ ...balances, lines }) === 0) return lines
  const turned = read(true)
  return unexplainedOf({ ...balances, lines: turned }) === 0 ? turned : lines
}

export const BANK_FILE_FORMATS = ['camt', 'mt940', 'ofx', 'csv'] as const
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number]

export const MAX_BANK_LINES = 50_000

/** The error for a file that can't be read, with a reason the user can act on. */
export const unreadable = (message: string): AppError =>
  new AppError('BAD_REQUEST', message, { reason: 'bank_file_unreadable' })

export function requireFewLines(count: number): void {
  if (count > MAX_BANK_LINES)
    throw unreadable(`This file has more than ${MAX_BANK_LINES} transactions. Export a shorter period.`)
}

/** Reads statements one by one, so that a file with too many lines is refused early. */
export function readStatements<Source>(
  sources: readonly Source[],
  toStatement: (source: Source) => BankFileStatement,
): BankFileStatement[] {
  let count = 0
  return sources.map((source) => {
    const statement = toStatement(source)
    count += statement.lines.length
    requireFewLines(count)
    return statement
  })
}

const MAX_TEXT = 1000
const MAX_NAME = 200

/** One line of text without control characters. */
export const oneLine = (text: string, max: number = MAX_TEXT): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, max)
    // A slice may split a surrogate pair.
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()

export const accountNumber = (text: string): string =>
  oneLine(text, MAX_NAME).replace(/[\s-]/g, '').toUpperCase().slice(0, 64)

/**
 * The account as a file states it, possibly with the bank code before it and the currency after it. The bank code
 * only matters for national account numbers: an IBAN contains it.
 */
export function statedAccount(text: string, currency: string): string {
  const number = accountNumber(text)
  const whole = number.endsWith(currency) ? number.slice(0, -currency.length) : number
  const own = whole.slice(whole.lastIndexOf('/') + 1)
  return /^\d+\/\d+$/.test(whole) ? whole : own
}

/** References that banks write if there is none. */
const NO_REFERENCE = /^(notprovided|nonref|none|n\/?a|-)$/i
export const referenceText = (text: string): string => {
  const reference = oneLine(text, MAX_NAME)
  return NO_REFERENCE.test(reference) ? '' : reference
}

/** A line with trimmed texts; omitted fields are empty. */
export function bankLine({
  booked_on,
  valued_on = null,
  amount,
  currency,
  ...rest
}: Pick<BankFileLine, 'booked_on' | 'amount' | 'currency'> & Partial<BankFileLine>): BankFileLine {
  return {
    booked_on,
    valued_on: valued_on ?? null,
    amount,
    currency,
    charges: rest.charges ?? 0,
    party_name: oneLine(rest.party_name ?? '', MAX_NAME),
    party_iban: accountNumber(rest.party_iban ?? ''),
    reference: referenceText(rest.reference ?? ''),
    end_to_end_id: referenceText(rest.end_to_end_id ?? ''),
    bank_ref: referenceText(rest.bank_ref ?? ''),
    text: oneLine(rest.text ?? ''),
  }
}

/** Completes the statement with the period of its lines if the file has none. */
export function bankStatement(
  statement: Omit<BankFileStatement, 'from_on' | 'to_on'> & {
    from_on?: string | null
    to_on?: string | null
  },
): BankFileStatement {
  const days = statement.lines.map((line) => line.booked_on).sort()
  const first = statement.from_on ?? statement.to_on ?? days[0]
  const last = statement.to_on ?? days.at(-1) ?? first
  if (first === undefined || last === undefined) {
    throw unreadable('This file contains no transactions.')
  }
  const from_on = days[0] !== undefined && days[0] < first ? days[0] : first
  return {
    ...statement,
    account: accountNumber(statement.account),
    reference: referenceText(statement.reference),
    from_on,
    to_on: last < from_on ? from_on : last,
  }
}
