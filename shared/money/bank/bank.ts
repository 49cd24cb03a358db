import type { CostCategory, ExpenseCategory, ExpenseDto } from '../ledger/finance.ts'
import type { AdvanceTax } from '../payments/payments.ts'
import type { CsvMapping } from './csv-mapping.ts'

/** Path of the import: a file in, its statements out. */
export const BANK_FILES_ADDRESS = '/bank/statements'
/** Bytes. */
export const MAX_BANK_FILE = 10 * 1024 * 1024

export const BANK_LINE_STATUSES = ['open', 'matched', 'ignored'] as const
export type BankLineStatus = (typeof BANK_LINE_STATUSES)[number]

export const BANK_RULE_FIELDS = ['party', 'text'] as const
export type BankRuleField = (typeof BANK_RULE_FIELDS)[number]

/** The maximum number of lines accepted at once. */
export const MAX_ACCEPTED = 200
/** From this confidence a suggestion is certain, so that many can be accepted at once. */
export const CERTAIN = 90

export interface BankAccountDto {
  id: string
  name: string
  /** The IBAN or number without spaces. */
  number: string
  currency: string
  /** The account's number in accounting exports. */
  ledger_account: string | null
  version: number
  /** Lines to do. */
  open: number
  /** The last day that statements cover; null before the first one. */
  covered_to: string | null
}

/** A statement of an imported file. */
export interface BankStatementDto {
  id: string
  file_name: string
  format: BankImportDto['format']
  from_on: string
  to_on: string
  /** Minor units of the account's currency; null if the file doesn't state it. */
  closing: number | null
  currency: string
  /** Lines of the file, including those that an earlier file contained. */
  line_count: number
  /** Whether it has a matched line, so that it can't be deleted. */
  matched: boolean
  created_at: string
}

type TaxTerm = 'tax_amount' | 'tax_bps' | 'treatment' | 'supplier_country' | 'owed_bps' | 'deductible_bps'
type ExpenseTaxTerms = { [Term in TaxTerm]?: ExpenseDto[Term] | undefined }

/** The entry that a line, or a part of it, settles. Amounts are positive minor units of the line's currency. */
export type BankPart =
  /**
   * `settles` is what the amount pays of an invoice, or returns of a payment, in another currency, in that currency. A
   * difference that exchange rates don't explain must be confirmed.
   */
  | {
      kind: 'invoice'
      invoice_id: string
      amount: number
      settles?: number | undefined
      confirm_difference?: boolean | undefined
    }
  | { kind: 'deposit'; client_id: string; amount: number; advance?: AdvanceTax | undefined }
  /**
   * A payment recorded or announced before the statement arrived. `amount` is what the line paid of an announced one in
   * another currency.
   */
  | {
      kind: 'payment'
      payment_id: string
      amount?: number | undefined
      confirm_difference?: boolean | undefined
    }
  /** Money returned to a client, of a payment that wasn't made by card. */
  | {
      kind: 'refund'
      payment_id: string
      amount: number
      settles?: number | undefined
      confirm_difference?: boolean | undefined
    }
  /** A refund recorded before the statement arrived. `amount` is what the line paid of one in another currency. */
  | {
      kind: 'entered_refund'
      refund_id: string
      amount?: number | undefined
      confirm_difference?: boolean | undefined
    }
  | {
      kind: 'expense'
      amount: number
      category: ExpenseCategory
      description: string
      vendor: string | null
    }
  /** A supplier's refund or credit note, with its tax. */
  | ({
      kind: 'expense_refund'
      amount: number
      category: CostCategory
      description: string
      vendor: string | null
    } & ExpenseTaxTerms)
  /** An expense or a supplier's refund entered before the statement arrived. */
  | { kind: 'entered_expense'; expense_id: string }
  | { kind: 'payout'; payout_id: string }
  | { kind: 'provider_payout'; provider_payout_id: string }
  /** Between own accounts, with the other account's line if it is known. */
  | { kind: 'transfer'; line_id: string | null }

export interface BankSuggestion {
  parts: BankPart[]
  /** “Invoice INV-0007 of Ada Byron”. */
  label: string
  /** Why it is suggested. */
  reason: string
  /** 0 to 100. */
  confidence: number
}

/** In a match, `booked` tells whether its expense or refund was entered before. */
export type BankMatchKind = Exclude<BankPart['kind'], 'entered_expense' | 'entered_refund' | 'expense_refund'>

export interface BankMatchDto {
  kind: BankMatchKind
  label: string
  /** Minor units as on the line; negative for money that left the account. */
  amount: number
  /** Whether accepting it wrote to the books; otherwise it was linked to an existing entry. */
  booked: boolean
  invoice_id: string | null
}

export interface BankLineDto {
  id: string
  account_id: string
  account_name: string
  booked_on: string
  valued_on: string | null
  amount: number
  charges: number
  currency: string
  party_name: string
  party_iban: string
  reference: string
  end_to_end_id: string
  text: string
  status: BankLineStatus
  version: number
  matches: BankMatchDto[]
  /** Best first; only for lines to do. */
  suggestions: BankSuggestion[]
}

export interface BankRuleDto {
  id: string
  field: BankRuleField
  contains: string
  client_id: string | null
  client_name: string | null
  category: ExpenseCategory | null
  version: number
}

/**
 * The entries that a line can be matched with manually. With a line in the base currency, those that have a currency
 * may be in another; base amounts are null without an exchange rate.
 */
export interface BankChoices {
  invoices: {
    id: string
    number: string
    client_id: string
    client_name: string
    currency: string
    due: number
    base_due: number | null
    due_on: string
    /** Whether the amount was written off; a payment recovers it. */
    written_off: boolean
  }[]
  /** In another currency, only announced ones: the others entered the books as received in that. */
  payments: {
    id: string
    description: string
    client_name: string
    currency: string
    amount: number
    base_amount: number | null
    pending: boolean
  }[]
  refunds: {
    id: string
    description: string
    client_name: string
    currency: string
    amount: number
    base_amount: number | null
    refunded_on: string
  }[]
  /** Payments of which something can still be refunded by transfer. */
  refundable: {
    id: string
    description: string
    client_name: string
    currency: string
    left: number
    base_left: number | null
  }[]
  expenses: { id: string; vendor: string | null; description: string; amount: number; spent_on: string }[]
  payouts: { id: string; description: string; employee_name: string; amount: number; pending: boolean }[]
  provider_payouts: { id: string; reference: string; amount: number; arrives_on: string }[]
  transfers: { id: string; account_name: string; booked_on: string; text: string }[]
}

export interface AcceptedDto {
  accepted: number
  /** Lines whose certain suggestion was refused, with the message. */
  refused: { line_id: string; message: string }[]
  /** Whether more lines are certain. */
  more: boolean
}

/** One statement of a file, as read or imported. */
export interface BankImportStatement {
  account_id: string | null
  account_name: string | null
  number: string
  currency: string
  from_on: string
  to_on: string
  opening: number | null
  closing: number | null
  /** How much more the balances changed than the lines add up to; 0 if the file doesn't state both. */
  unexplained: number
  lines: number
  /** Lines that weren't known before, without similar ones that were left out. */
  added: number
  /** New lines with the day and amount of one imported before, which they may repeat in another format or mapping. */
  similar: number
  /** Lines imported before, and not ignored, that the bank has replaced or deleted since. */
  corrected: number
  /** Lines in which characters were lost before the bank exported them. */
  damaged: number
}

export interface BankImportDto {
  format: 'camt' | 'mt940' | 'ofx' | 'csv'
  dry_run: boolean
  statements: BankImportStatement[]
  /** Columns of a CSV file, what they hold, and how many rows are left out: pending ones, and those without an amount. */
  csv: {
    columns: string[]
    sample: string[][]
    mapping: CsvMapping
    pending: number
    without_amount: number
  } | null
  /** Why a CSV file can't be read with this mapping. */
  problem: string | null
  /** A note with a word to check if the encoding was guessed. */
  guess: string | null
}

/** How the account's balance at the bank differs from the books. Minor units of its currency. */
export interface BankBalanceDto {
  currency: string
  from_on: string
  to_on: string
  /** Before the first imported line. */
  opening: number
  /** The bank's balance; null if no statement has one. */
  closing: number | null
  /** The balance of the books: the opening balance and all movements of the ledger. */
  books: number
  /** The bank's balance minus that of the books. */
  difference: number | null
  /** The items that explain it; together they are the difference. */
  open: BankDifference
  ignored: BankDifference
  /** Matched lines whose entries have changed or no longer exist. */
  changed: BankDifference
  /** Entries of the ledger in the period that no line has settled. */
  unlinked: BankDifference
  /** Movements that no imported line shows, because a statement is missing. */
  missing: number
}

export interface BankDifference {
  amount: number
  count: number
  /** The largest of them. */
  items: { day: string; text: string; amount: number }[]
}
