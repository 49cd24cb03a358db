import type { Effects, Purposes } from '../../base/core/context.ts'

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

export const FINANCE_PURPOSES: Purposes = {
  'finance.summary':
    'Tells revenue, expenses and profit of a period compared with the one before, by client, project and category.',
  'finance.profit': 'Tells what a project, a client or the whole agency has earned and cost.',
  'finance.profits': 'Compares the profit of all projects or clients in a period.',
  'finance.profitRows': 'Lists the documents, hours or expenses that add up to one part of a profit.',
  'finance.transactions':
    'Finds entries in the books by date, direction, category, client, project or words.',
  'finance.providerPayouts':
    'Lists what the payment provider has paid out to the bank, to reconcile bank statements.',
  'finance.payoutMovements': 'Lists the payments, refunds and fees in one payout of the payment provider.',
  'finance.unbookedMovements':
    'Lists movements of the payment provider’s balance that aren’t in the books, such as reserves and other programs’ charges.',
  'finance.balanceState': 'Tells how far the payment provider’s payouts have been read.',
  'finance.taxReport': 'Adds up sales and expenses by tax rate for a period, by document or payment date.',
  'finance.taxDocuments': 'Lists the documents behind one figure of the tax report.',
  'finance.taxReturn': 'Returns the figures to enter in a tax return for a period.',
  'finance.returnDocuments': 'Lists the documents behind one figure of a tax return.',
  'finance.aging': 'Tells which clients owe how much, and for how many days it has been overdue.',
  'finance.accounts': 'Returns the account numbers that accounting exports use.',
  'finance.missingRates':
    'Lists amounts that are left out of totals because their currency has no exchange rate.',
  'finance.exchangeRates': 'Lists the latest exchange rate of each currency.',
  'finance.expense': 'Returns one expense of the books with its amount, category and receipt.',
  'finance.unbilledExpenses':
    'Lists a client’s or project’s expenses that can still be invoiced, for invoices.addExpenses.',
  'finance.periods': 'Tells up to which day the books are closed, and who closed them.',
  'finance.yearEnd': 'Tells what must be settled before the next fiscal year can be closed, with its totals.',
}
