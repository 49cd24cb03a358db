import type { AgencyId } from '#shared/base/roles.ts'
import type { BankLineStatus, BankMatchKind, BankRuleField } from '#shared/money/bank/bank.ts'
import type { ExpenseCategory } from '#shared/money/ledger/finance.ts'

declare module '../../base/db/schema.ts' {
  interface TenantSchema {
    bank_accounts: BankAccountTable
    bank_statements: BankStatementTable
    bank_lines: BankLineTable
    bank_matches: BankMatchTable
    bank_rules: BankRuleTable
    bank_csv_mappings: BankCsvMappingTable
  }
}

/** An account of the agency at a bank. */
interface BankAccountTable {
  agency_id: AgencyId
  id: string
  name: string
  /** The IBAN or number without spaces. */
  number: string
  currency: string
  ledger_account: string | null
  version: number
  created_at: string
  updated_at: string
}

interface BankStatementTable {
  agency_id: AgencyId
  id: string
  account_id: string
  file_name: string
  file_hash: string
  /** The statement's position in its file. */
  position: number
  format: string
  reference: string
  from_on: string
  to_on: string
  opening: number | null
  closing: number | null
  line_count: number
  created_at: string
}

/** A movement on the account, once however many files contain it. */
interface BankLineTable {
  agency_id: AgencyId
  id: string
  account_id: string
  statement_id: string
  /** Equal for the same movement in another file. */
  identity: string
  position: number
  booked_on: string
  valued_on: string | null
  /** Minor units; negative for money that left the account. */
  amount: number
  charges: number
  currency: string
  party_name: string
  party_iban: string
  reference: string
  end_to_end_id: string
  bank_ref: string
  text: string
  status: BankLineStatus
  settled_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** The entry that a line, or a part of it, settles. */
interface BankMatchTable {
  agency_id: AgencyId
  id: string
  line_id: string
  position: number
  kind: BankMatchKind
  amount: number
  /** 1 if accepting it wrote to the books, and undoing it reverses that. */
  booked: number
  client_id: string | null
  invoice_id: string | null
  payment_id: string | null
  refund_id: string | null
  expense_id: string | null
  payout_id: string | null
  provider_payout_id: string | null
  other_line_id: string | null
  /** The entry of an exchange difference that the match booked. */
  difference_id: string | null
  created_at: string
}

interface BankRuleTable {
  agency_id: AgencyId
  id: string
  field: BankRuleField
  contains: string
  client_id: string | null
  category: ExpenseCategory | null
  version: number
  created_at: string
  updated_at: string
}

/** The column mapping of a CSV layout. */
interface BankCsvMappingTable {
  agency_id: AgencyId
  signature: string
  /** JSON. */
  mapping: string
  updated_at: string
}
