import type { Generated } from 'kysely'
import type { LedgerDirection } from '#shared/finance.ts'
import type { PayoutStatus } from '#shared/payouts.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { TaxSide } from '#shared/tax-report.ts'
import type { TaxCategory } from '#shared/taxes.ts'

export interface FinanceTables {
  ledger_entries: LedgerEntryTable
  ledger_taxes: LedgerTaxTable
  book_tallies: BookTallyTable
  tax_days: TaxDayTable
  tax_tallies: TaxTallyTable
  book_differences: BookDifferenceTable
  book_accounts: BookAccountsTable
  expenses: ExpenseTable
  expense_receipts: ExpenseReceiptTable
  payouts: PayoutTable
  payout_batches: PayoutBatchTable
  exchange_rates: ExchangeRateTable
}

/** One row for each movement of money; null `agency_id` is the platform's own books. */
interface LedgerEntryTable {
  id: string
  agency_id: AgencyId | null
  /** Liability: clients' credit. A write-off names a loss of what was never income. */
  direction: LedgerDirection
  category: string
  /** Minor units; negative when it takes an earlier entry back (a refund). */
  amount: number
  currency: string
  /** Minor units of the books' base currency; null while the exchange rate is missing. */
  base_amount: number | null
  /** What of the amounts is tax; nothing in base while the exchange rate is missing. */
  tax: Generated<number>
  base_tax: Generated<number>
  description: string
  payment_id: string | null
  /** The invoice that was paid, took credit or left some, or was written off. */
  invoice_id: Generated<string | null>
  expense_id: string | null
  payout_id: string | null
  client_id: string | null
  project_id: string | null
  occurred_at: string
  /** The calendar date in the books' own time zone. */
  occurred_on: string
}

/** What an agency's books came to on a day, by what they say; triggers alone keep it. */
interface BookTallyTable {
  agency_id: AgencyId
  /** The calendar date in the books' own time zone. */
  occurred_on: string
  direction: LedgerDirection
  category: string
  /** 1 for entries of payments. */
  of_payment: number
  /** None where all were taken back. */
  entries: number
  /** Minor units of the base currency, without entries whose rate is missing. */
  base_amount: number
  base_tax: number
}

/** A day of documents or movements; open, and without tallies, while fewer changes were counted than there are. */
interface TaxDayTable {
  agency_id: AgencyId
  /** Calendar date. */
  day: string
  /** Triggers alone count them. */
  changes: number
  counted: number
}

/** What was sold or spent on a day in one currency at one tax rate. */
interface TaxTallyTable {
  agency_id: AgencyId
  /** Calendar date: of issue, or in the books. */
  day: string
  side: TaxSide
  position: number
  currency: string
  tax_bps: number
  tax_name: string | null
  tax_category: TaxCategory | null
  /** Minor units of the currency. */
  net: number
  tax: number
  /** Minor units of the base currency, without what has no rate yet. */
  base_net: number
  base_tax: number
  /** Documents, or parts of entries. */
  documents: number
  /** Those of them without a rate. */
  unbooked: number
}

/** What an entry holds at each tax rate; an entry without such rows is one amount of which nothing is said. */
interface LedgerTaxTable {
  entry_id: string
  position: number
  agency_id: AgencyId | null
  tax_bps: number
  tax_name: string | null
  tax_category: TaxCategory | null
  tax_note: string | null
  /** Minor units, signed like the entry. */
  net: number
  tax: number
  base_net: number | null
  base_tax: number | null
}

/** Where ledger, payments and documents disagree, as the nightly comparison found it. */
interface BookDifferenceTable {
  agency_id: AgencyId
  kind: string
  /** What it is about: an id, or a name. */
  subject: string
  details: string
  found_at: string
}

/** Account numbers for exports to other programs; `BookAccounts` as JSON. */
interface BookAccountsTable {
  agency_id: AgencyId
  accounts: string
  version: number
  updated_at: string
}

interface ExpenseTable {
  id: string
  agency_id: AgencyId | null
  category: string
  vendor: string | null
  description: string
  amount: number
  currency: string
  spent_on: string
  client_id: string | null
  project_id: string | null
  rebillable: number
  /** The invoice that charges it to the client, and its line. */
  invoice_id: Generated<string | null>
  invoice_line_id: Generated<string | null>
  /** The tax included in the amount; null where nobody has said. */
  tax_bps: Generated<number | null>
  tax_amount: Generated<number | null>
  version: number
  created_at: string
  updated_at: string
}

/** The receipt of an expense; its bytes are in the storage under `storage_key`. */
interface ExpenseReceiptTable {
  id: string
  agency_id: AgencyId | null
  /** Null from the upload until the expense is saved. */
  expense_id: string | null
  name: string
  content_type: string
  /** Bytes. */
  size: number
  sha256: string
  storage_key: string
  created_at: string
}

interface PayoutTable {
  agency_id: AgencyId
  id: string
  employee_id: string
  batch_id: string | null
  description: string
  minutes: number | null
  /** Minor units an hour. */
  hourly_rate: number | null
  amount: number
  currency: string
  status: PayoutStatus
  paid_at: string | null
  version: number
  created_at: string
  updated_at: string
}

interface PayoutBatchTable {
  agency_id: AgencyId
  id: string
  total: number
  currency: string
  paid_at: string
  paid_by: string
}

/** The daily table that the platform's administrator feeds. */
interface ExchangeRateTable {
  currency: string
  /** Calendar date. */
  quoted_on: string
  /** Units of the currency for one euro, decimal text. */
  per_euro: string
}
