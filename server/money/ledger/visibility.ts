import { own, type Visibility } from '../../base/core/rows/visibility.ts'

/** Only owners see the ledger; the platform's administrators see discrepancies found by checks. */
export const financeVisibility = {
  ledger_entries: { agency: own },
  ledger_taxes: { agency: own },
  period_locks: { agency: own },
  expenses: { agency: own },
  expense_receipts: { agency: own },
  book_accounts: { agency: own },
  book_differences: {},
  book_tallies: { agency: own },
  tax_days: { agency: own },
  tax_tallies: { agency: own },
} satisfies Pick<
  Visibility,
  | 'book_tallies'
  | 'tax_days'
  | 'tax_tallies'
  | 'ledger_entries'
  | 'ledger_taxes'
  | 'period_locks'
  | 'expenses'
  | 'expense_receipts'
  | 'book_accounts'
  | 'book_differences'
>
