import { own, type Visibility } from '../core/visibility.ts'

/** The books are the owner's alone. */
export const financeVisibility = {
  ledger_entries: { agency: own },
  expenses: { agency: own },
  expense_receipts: { agency: own },
} satisfies Pick<Visibility, 'ledger_entries' | 'expenses' | 'expense_receipts'>
