import type { Effects } from '../../base/core/context.ts'

export const FINANCE_EFFECTS: Effects = {
  'finance.saveAccounts': {
    does: 'Sets the account numbers that accounting exports use.',
    follows: 'Exports already downloaded don’t change.',
    records: ['book-accounts.changed'],
  },
  'finance.saveExpense': {
    does: 'Enters an expense in the books, or changes one (with its id).',
    follows:
      'An expense that is on an invoice can’t be changed. In a closed period, a change is booked today, and a new expense is refused.',
    records: ['expense.entered', 'expense.changed'],
  },
  'finance.deleteExpense': {
    does: 'Deletes an expense and its receipt from the books.',
    follows: 'It can’t be restored. In a closed period it remains, and is reversed today.',
    records: ['expense.deleted', 'expense.reversed'],
  },
  'finance.setLocks': {
    does: 'Closes the books up to a day, or requires a confirmation for changes up to a day.',
    follows:
      'Nothing dated up to that day can be entered, changed or deleted anymore; only an owner can reopen it, with their password.',
    records: ['periods.locked'],
  },
  'finance.closeYear': {
    does: 'Closes the books up to the end of the fiscal year, once its open points are settled or accepted.',
    follows: 'The year’s totals are recorded in the audit log.',
    records: ['periods.year-closed'],
  },
}
