import type { Generated } from 'kysely'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { PeriodAct } from '#shared/money/ledger/closed-periods.ts'
import type { ExpenseTreatment, LedgerDirection } from '#shared/money/ledger/finance.ts'
import type { Purchase } from '#shared/money/ledger/taxes/purchases.ts'
import type { TaxSide } from '#shared/money/ledger/taxes/tax-report.ts'
import type { PayoutStatus } from '#shared/money/payouts.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    ledger_entries: LedgerEntryTable
    ledger_taxes: LedgerTaxTable
    period_locks: PeriodLockTable
    book_tallies: BookTallyTable
    tax_days: TaxDayTable
    tax_tallies: TaxTallyTable
    book_differences: BookDifferenceTable
    book_accounts: BookAccountsTable
    expenses: ExpenseTable
    expense_receipts: ExpenseReceiptTable
    payouts: PayoutTable
    payout_batches: PayoutBatchTable
  }

  interface SharedSchema {
    exchange_rates: ExchangeRateTable
  }
}

/**
 * One row per movement of money; a null `agency_id` means the platform's ledger. Append-only by trigger: a correction
 * is an entry that reverses another, and only a missing exchange rate is filled in.
 */
interface LedgerEntryTable {
  id: string
  agency_id: AgencyId | null
  /** A liability is clients' credit, or tax paid to the tax office. A write-off is a loss of money that was never income. */
  direction: LedgerDirection
  category: string
  /** Minor units; negative to reverse an earlier entry (a refund). */
  amount: number
  currency: string
  /** Minor units of the base currency; null while the exchange rate is missing. */
  base_amount: number | null
  /** The tax included in the amounts; zero in base currency while the exchange rate is missing. */
  tax: Generated<number>
  base_tax: Generated<number>
  description: string
  payment_id: string | null
  /** The invoice that was paid, written off, or whose credit was applied or added. */
  invoice_id: Generated<string | null>
  expense_id: string | null
  payout_id: string | null
  /** The contributor whose payout it books or reverses. */
  employee_id: Generated<string | null>
  /** The payout of recorded hours that it books, corrects or reverses, which may have been deleted since. */
  hours_payout_id: Generated<string | null>
  client_id: string | null
  project_id: string | null
  occurred_at: string
  /** Calendar date in the ledger's time zone. */
  occurred_on: string
  /** The date of what was booked later because its period was closed. */
  value_on: Generated<string | null>
  /** The entry that this one cancels. */
  reverses_id: Generated<string | null>
  /** When and by whom it was entered; null before these were recorded. */
  recorded_at: Generated<string | null>
  recorded_by: Generated<string | null>
  recorded_name: Generated<string | null>
}

/** Append-only by trigger: each change of an agency's lock dates; the highest version applies. */
interface PeriodLockTable {
  agency_id: AgencyId
  version: number
  /** The last day whose changes need a confirmation, and the last of the closed periods. */
  soft_until: string | null
  hard_until: string | null
  act: PeriodAct
  /** Why periods were reopened. */
  reason: string | null
  set_by: string | null
  set_by_name: string
  set_at: string
}

/** Totals of an agency's ledger by day and kind, maintained by triggers. */
interface BookTallyTable {
  agency_id: AgencyId
  /** Calendar date in the ledger's time zone. */
  occurred_on: string
  direction: LedgerDirection
  category: string
  /** 1 for entries of payments. */
  of_payment: number
  /** The number of entries; zero if all were reversed. */
  entries: number
  /** Minor units of the base currency, excluding entries without a rate. */
  base_amount: number
  base_tax: number
}

/**
 * A day with documents or movements. Its tallies are outdated while fewer changes were counted than recorded.
 */
interface TaxDayTable {
  agency_id: AgencyId
  /** Calendar date. */
  day: string
  /** Maintained by triggers. */
  changes: number
  counted: number
}

/** Sales or expenses of a day in one currency at one tax rate. */
interface TaxTallyTable {
  agency_id: AgencyId
  /** Calendar date of issue or of booking. */
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
  /** Minor units of the base currency, excluding amounts without a rate. */
  base_net: number
  base_tax: number
  /** Number of documents or parts of entries. */
  documents: number
  /** How many of them have no exchange rate. */
  unbooked: number
}

/** An entry's amount per tax rate; entries without such rows have no tax breakdown. */
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
  /** For an expense whose bill has no tax; the tax owed is in base currency. */
  purchase: Generated<Purchase | null>
  supplier_country: Generated<string | null>
  owed_bps: Generated<number | null>
  owed_tax: Generated<number | null>
  /** The share of the tax owed that is deducted, and the amount of it; null for all of it. */
  deductible_bps: Generated<number | null>
  deducted_tax: Generated<number | null>
  /** The tax in an untaxed part that can't be deducted, and its rate; null if there is none. */
  undeducted_bps: Generated<number | null>
  undeducted_tax: Generated<number | null>
  base_undeducted_tax: Generated<number | null>
}

/** A discrepancy between ledger, payments, and documents, found by the nightly comparison. */
interface BookDifferenceTable {
  agency_id: AgencyId
  kind: string
  /** An id or a name. */
  subject: string
  details: string
  found_at: string
}

/** Account numbers for accounting exports; `BookAccounts` as JSON. */
interface BookAccountsTable {
  agency_id: AgencyId
  accounts: string
  /** Advance invoices of earlier days are sales in DATEV files; null for none. */
  advances_from: Generated<string | null>
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
  /** The amount in base currency as it was charged; null if the exchange rate of the day is used. */
  base_amount: Generated<number | null>
  spent_on: string
  client_id: string | null
  project_id: string | null
  rebillable: number
  /** 1 for a supplier's refund or credit note, which lowers the cost. */
  refund: Generated<number>
  /** The invoice that rebills it to the client, and its line. */
  invoice_id: Generated<string | null>
  invoice_line_id: Generated<string | null>
  /** The tax rate included in the amount; null if unknown. */
  tax_bps: Generated<number | null>
  tax_amount: Generated<number | null>
  /** Null for a bill with tax, or without any. */
  treatment: Generated<ExpenseTreatment | null>
  supplier_country: Generated<string | null>
  owed_bps: Generated<number | null>
  /** The share of the tax that can be deducted; null for all of it. */
  deductible_bps: Generated<number | null>
  /** When an expense of a closed period was reversed; it remains with its receipt. */
  reversed_on: Generated<string | null>
  version: number
  created_at: string
  updated_at: string
}

/** The receipt of an expense; its bytes are in the storage under `storage_key`. */
interface ExpenseReceiptTable {
  id: string
  agency_id: AgencyId | null
  /** Null until the expense is saved. */
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
  /** When it was last made pending again. */
  reopened_on: Generated<string | null>
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

/** Daily exchange rates, entered by the platform's administrators. */
interface ExchangeRateTable {
  currency: string
  /** Calendar date. */
  quoted_on: string
  /** Units of the currency for one euro, decimal text. */
  per_euro: string
}
