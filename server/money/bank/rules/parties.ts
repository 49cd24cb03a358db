import type { BankRuleField } from '#shared/money/bank/bank.ts'
import type { ExpenseCategory, ExpenseDto } from '#shared/money/ledger/finance.ts'
import { isSameAccount } from './account-numbers.ts'

/** An open line, as far as suggestions depend on it. */
export interface OpenLine {
  id: string
  account_id: string
  booked_on: string
  amount: number
  charges: number
  currency: string
  party_name: string
  party_iban: string
  reference: string
  end_to_end_id: string
  text: string
}

export interface OpenInvoice {
  id: string
  number: string
  client_id: string
  client_name: string
  currency: string
  due_on: string
  /** The amount due or written off, excluding payments in progress. */
  payable: number
  /** At the invoice's rate; null if it is missing. */
  base_payable: number | null
  written_off: boolean
}

/** The entries that the agency's lines can be settled with. */
export interface Candidates {
  base: string
  invoices: readonly OpenInvoice[]
  /** Invoices that are no longer open, newest first; `bare` is the number without separators. */
  settled: readonly { number: string; bare: string; status: 'paid' | 'void' }[]
  clients: readonly { id: string; name: string; company: string | null }[]
  /** Clients by the account numbers they have paid from. */
  payers: ReadonlyMap<string, string>
  payments: readonly {
    id: string
    amount: number
    /** At the invoice's rate; null if it is missing. */
    base_amount: number | null
    currency: string
    client_id: string | null
    client_name: string
    number: string | null
    pending: boolean
    day: string
  }[]
  /** Recorded by hand, and settled by no line. */
  refunds: readonly {
    id: string
    payment_id: string
    amount: number
    base_amount: number | null
    currency: string
    client_id: string | null
    client_name: string
    number: string | null
    day: string
  }[]
  /** Payments of which something is left to refund. */
  refundable: readonly {
    id: string
    left: number
    base_left: number | null
    currency: string
    client_id: string | null
    client_name: string
    number: string | null
  }[]
  /** Entered by hand, and settled by no line. */
  expenses: readonly {
    id: string
    amount: number
    currency: string
    category: string
    refund: number
    vendor: string | null
    description: string
    spent_on: string
  }[]
  payouts: readonly {
    id: string
    amount: number
    currency: string
    employee_name: string
    description: string
    pending: boolean
    /** When it was last made pending again. */
    reopened_on: string | null
  }[]
  providerPayouts: readonly {
    id: string
    amount: number
    currency: string
    reference: string
    arrives_on: string
  }[]
  /** Open lines that may be the other side of a transfer. */
  transfers: readonly {
    id: string
    account_id: string
    amount: number
    currency: string
    booked_on: string
  }[]
  /** The agency's own. */
  accounts: readonly { id: string; name: string; number: string; currency: string }[]
  rules: readonly {
    field: BankRuleField
    contains: string
    client_id: string | null
    category: ExpenseCategory | null
  }[]
  /** The last expense by payee. */
  habits: ReadonlyMap<string, Habit>
}

/** The last expense of a payee, whose tax a refund of it returns. */
export type Habit = Pick<
  ExpenseDto,
  | 'category'
  | 'amount'
  | 'tax_amount'
  | 'tax_bps'
  | 'treatment'
  | 'supplier_country'
  | 'owed_bps'
  | 'deductible_bps'
>

export const partyKey = ({ party_iban, party_name }: Pick<OpenLine, 'party_iban' | 'party_name'>): string =>
  party_iban || plain(party_name)

/**
 * The line without the number of its own account, which some banks write in every row: it says nothing about who paid
 * or was paid.
 */
export function withoutOwnNumber<Line extends Pick<OpenLine, 'account_id' | 'party_iban'>>(
  line: Line,
  accounts: Candidates['accounts'],
): Line {
  const own = line.party_iban === '' ? undefined : accounts.find(({ id }) => id === line.account_id)
  if (own === undefined || !isSameAccount(own.number, line.party_iban, own.currency)) return line
  return { ...line, party_iban: '' }
}

interface Spent {
  amount: number
  category: string
  refund: number | boolean
}

/** What an expense moves on the account: suppliers and the tax office also refund. */
export const movedBy = ({ amount, category, refund }: Spent): number =>
  category === 'tax_refunds' || refund ? amount : -amount

/** Below zero, the provider takes money back for refunds or disputes that exceeded its balance. */
export const providerPayoutLabel = (amount: number): string =>
  amount < 0 ? 'Withdrawal by Stripe' : 'Payout of card payments'

export const paymentLabel = (payment: { number: string | null; client_name: string }): string =>
  `${payment.number === null ? 'Payment' : `Payment of ${payment.number}`} by ${payment.client_name}`

export const textOf = ({ reference, end_to_end_id, text }: OpenLine): string =>
  [reference, end_to_end_id, text].join(' ')

interface KnownClient {
  id: string
  name: string
  /** The reason; a name can be shared, an account number or rule is certain. */
  reason: string
  sure: boolean
}

/**
 * Who paid: by a rule, by the account they have paid from before, or by their name. An account isn't certain if the
 * payer has another client's name: it may be shared, or was once matched by mistake.
 */
export function clientOf(line: OpenLine, { clients, payers, rules }: Candidates): KnownClient | null {
  const known = (id: string | null | undefined, reason: string, sure: boolean): KnownClient | null => {
    const client = clients.find((candidate) => candidate.id === id)
    return client === undefined ? null : { id: client.id, name: client.name, reason, sure }
  }
  const rule = rules.find((candidate) => candidate.client_id !== null && applies(candidate, line))
  if (rule !== undefined) return known(rule.client_id, `your rule “${rule.contains}”`, true)
  const named = clients.filter(
    (client) => sameName(line.party_name, client.name) || sameName(line.party_name, client.company ?? ''),
  )
  const payer = line.party_iban === '' ? undefined : payers.get(line.party_iban)
  const isOther = named.length > 0 && named.every(({ id }) => id !== payer)
  if (payer !== undefined && (!isOther || named.length > 1))
    return known(payer, 'they have paid from this account before', !isOther)
  return named.length === 1 ? known(named[0]?.id, 'the payer has their name', false) : null
}

export function applies({ field, contains }: Candidates['rules'][number], line: OpenLine): boolean {
  const text = field === 'party' ? `${line.party_name} ${line.party_iban}` : textOf(line)
  return text.toLowerCase().includes(contains.toLowerCase())
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Shorter names match by chance. */
const SHORTEST_NAME = 5

/** Whether one name contains the other's words in order: banks shorten names and add titles. */
export function sameName(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  if (Math.min(a.length, b.length) < SHORTEST_NAME) return false
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `)
}

/** Shorter numbers match by chance. */
const SHORTEST_NUMBER = 4

/** Letters and digits alone. */
export const bare = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether the text names the document: with any separators, or broken by the bank's line breaks. */
export function names(text: string, number: string): boolean {
  const wanted = bare(number)
  if (wanted.length < SHORTEST_NUMBER || !/\d/.test(wanted)) return false
  const loose = [...wanted].join('[^\\p{L}\\p{N}]*')
  return new RegExp(`(?<![\\p{N}])${loose}(?![\\p{N}])`, 'u').test(text.toUpperCase())
}
