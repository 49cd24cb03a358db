import { own, type Visibility } from '../core/visibility.ts'

/** The books are the owner's alone; what is wrong with them, the portal tells the platform. */
export const financeVisibility = {
  ledger_entries: { agency: own },
  ledger_taxes: { agency: own },
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
  | 'expenses'
  | 'expense_receipts'
  | 'book_accounts'
  | 'book_differences'
>
