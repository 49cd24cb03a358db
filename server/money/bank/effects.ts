import type { Effects, Purposes } from '../../base/core/context.ts'

const SETTLED = [
  'bank-line.accepted',
  'invoice.paid',
  'payment.succeeded',
  'payment.refunded',
  'expense.entered',
  'payout.sent',
] as const

export const BANK_EFFECTS: Effects = {
  'bank.saveAccount': {
    does: 'Adds a bank account of the agency, or changes one (with its id).',
    records: ['bank-account.saved'],
  },
  'bank.accept': {
    does: 'Settles a line of a bank statement: books payments, deposits, refunds, expenses and payouts, or links existing entries.',
    follows:
      'Clients and contributors are notified of what is paid; with mail_receipt, clients also get a receipt by email. `bank.undo` reverses it.',
    records: [...SETTLED, 'invoice.receipt-sent'],
  },
  'bank.acceptCertain': {
    does: 'Settles up to 200 lines of bank statements whose suggestion is certain.',
    follows: 'Clients and contributors are notified of what is paid; no receipts are emailed.',
    records: SETTLED,
  },
  'bank.undo': {
    does: 'Undoes what accepting a line of a bank statement booked, and marks the line as open again.',
    follows:
      'Payments are reversed in the books, and their invoices are due again, or written off again; refunds are undone, and expenses that it entered are deleted. No money moves, and no one is emailed.',
    records: [
      'bank-line.undone',
      'payment.refunded',
      'payment.refund-failed',
      'expense.deleted',
      'payout.reopened',
    ],
  },
  'bank.setIgnored': {
    does: 'Ignores a line of a bank statement that doesn’t concern the books, or marks it as open again.',
    records: ['bank-line.ignored'],
  },
  'bank.deleteStatement': {
    does: 'Deletes an imported bank statement of which no line is matched.',
    follows: 'Its lines are deleted, too; importing the file again restores them.',
    records: ['bank-statement.deleted'],
  },
  'bank.saveRule': {
    does: 'Saves a rule that suggests a client or an expense category for lines of bank statements.',
    records: ['bank-rule.saved'],
  },
  'bank.deleteRule': {
    does: 'Deletes a rule for lines of bank statements.',
    follows: 'Lines get no more suggestions from it; what was booked with it remains.',
    records: ['bank-rule.deleted'],
  },
}

export const BANK_PURPOSES: Purposes = {
  'bank.accounts': 'Lists the agency’s bank accounts, by name.',
  'bank.statements': 'Lists the imported statements of a bank account.',
  'bank.lines':
    'Finds lines of bank statements by status or words; open ones have suggestions for bank.accept.',
  'bank.line': 'Returns one line of a bank statement, with what it was matched with or may be matched with.',
  'bank.choices':
    'Lists the invoices, payments, payouts and other entries with which a line can be matched manually.',
  'bank.balance': 'Compares an account’s balance at the bank with the books, and explains the difference.',
  'bank.rules': 'Lists the rules that suggest a client or an expense category for bank lines.',
}
