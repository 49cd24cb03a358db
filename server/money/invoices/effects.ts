import type { Effects, Purposes } from '../../base/core/context.ts'

export const INVOICE_EFFECTS: Effects = {
  'letterhead.saveDefaults': {
    does: 'Sets what new invoices start with, such as due days, tax and notes.',
    follows:
      'If tax is rounded differently, drafts and recurring invoices are updated, except drafts that deduct advance invoices. Otherwise existing invoices don’t change.',
    records: ['billing.changed', 'invoice.updated', 'invoice.recurring'],
  },
  'letterhead.saveTaxRate': {
    does: 'Creates a tax rate, or changes one (with its id).',
    follows:
      'Drafts and recurring invoices that use it are updated, except drafts that deduct advance invoices. Documents already sent don’t change.',
    records: ['billing.changed', 'invoice.updated', 'invoice.recurring'],
  },
  'invoices.view': {
    does: 'Returns an invoice and records that its client has opened it.',
    follows: 'The first time someone at the client opens it, the agency is notified.',
    records: ['invoice.viewed'],
  },
  'invoices.save': {
    does: 'Creates a draft invoice, or changes one (with its id and version).',
    follows:
      'A draft is visible to the agency only and has no number yet. The advance invoices that a final invoice deducts are reserved for it.',
    records: ['invoice.created', 'invoice.updated', 'time.billing-changed'],
  },
  'invoices.enterRate': {
    does: 'Enters an exchange rate for a currency that has none yet.',
    follows: 'Amounts in that currency that were waiting for a rate are booked immediately.',
    records: ['exchange-rate.entered'],
  },
  'invoices.fromTime': {
    does: 'Creates a draft invoice from a client’s approved, unbilled time and chosen expenses.',
    follows: 'The time and expenses count as billed until the draft is deleted or the invoice is voided.',
    records: ['invoice.created', 'time.billing-changed'],
  },
  'invoices.addExpenses': {
    does: 'Adds chosen expenses of the client to a draft invoice, each with its markup.',
    follows: 'The expenses count as billed.',
    records: ['invoice.updated'],
  },
  'invoices.delete': {
    does: 'Deletes a draft invoice.',
    follows: 'The draft is permanently deleted. Its time and expenses can be billed again.',
    records: ['invoice.deleted', 'time.billing-changed'],
  },
  'invoices.send': {
    does: 'Sends a draft invoice to the client by email, with its PDF and a pay link.',
    follows:
      'The email can’t be recalled. If credit settles part of the invoice, the client also gets a receipt by email. It gets the next number and can no longer be edited or deleted, only voided or credited. Amounts still open on the advance invoices that a final invoice deducts are credited.',
    records: [
      'invoice.sent',
      'invoice.credited',
      'invoice.credit-applied',
      'invoice.receipt-sent',
      'invoice.paid',
    ],
  },
  'invoices.mail': {
    does: 'Emails an issued invoice or credit note to the client’s billing contacts, or to the given recipients.',
    follows: 'The email can’t be recalled.',
    records: ['invoice.mailed'],
  },
  'invoices.remind': {
    does: 'Emails the client a reminder of an open invoice, with a new pay link.',
    follows: 'It can be undone with invoices.undoReminder for a few seconds.',
    records: ['invoice.reminded'],
  },
  'invoices.undoReminder': {
    does: 'Undoes the newest manual reminder of an invoice, as long as its email has not been sent.',
    records: ['invoice.reminder-undone'],
  },
  'invoices.void': {
    does: 'Voids a sent invoice on which nothing was paid.',
    follows:
      'It keeps its number and can’t be reinstated. Its time and expenses can be billed again, and its advance invoices deducted again; no one is emailed. If its period is closed, a credit note dated today cancels it instead. With void_late_fees, its late fees on which nothing was paid or credited are voided too, and drafts of them deleted.',
    records: [
      'invoice.voided',
      'invoice.credited',
      'invoice.deleted',
      'time.billing-changed',
      'invoice.credit-removed',
    ],
  },
  'invoices.credit': {
    does: 'Issues a credit note for all or part of a sent invoice.',
    follows:
      'The credit note has its own number and can’t be deleted. The amount is no longer owed. Time and expenses of lines credited in full can be billed again. With void_late_fees, a credit note for all of the invoice also voids its late fees on which nothing was paid or credited, and deletes drafts of them. No one is emailed; invoices.mail does that.',
    records: [
      'invoice.credited',
      'invoice.voided',
      'invoice.deleted',
      'time.billing-changed',
      'invoice.credit-removed',
    ],
  },
  'invoices.applyCredit': {
    does: 'Pays an open invoice, or part of it, from the client’s credit.',
    follows:
      'Credit that was granted without a payment is used first, by a credit note, which can’t be removed. The client gets a receipt by email.',
    records: ['invoice.credit-applied', 'invoice.credited', 'invoice.paid', 'invoice.receipt-sent'],
  },
  'invoices.removeCredit': {
    does: 'Removes credit from an invoice.',
    follows: 'The credit is returned to the client, and the invoice is open again.',
    records: ['invoice.credit-removed'],
  },
  'invoices.adjustCredit': {
    does: 'Adds to a client’s credit, or reduces it (negative amount), without a payment.',
    follows: 'It changes the agency’s income and is recorded in the audit log.',
    records: ['client-credit.adjusted'],
  },
  'invoices.writeOff': {
    does: 'Writes off what is still owed on an invoice.',
    follows: 'Nothing is due on it anymore and reminders stop, until invoices.undoWriteOff.',
    records: ['invoice.written-off'],
  },
  'invoices.undoWriteOff': {
    does: 'Undoes a write-off: the amount is owed again.',
    records: ['invoice.write-off-undone'],
  },
  'invoices.collectAgain': {
    does: 'Resumes the automatic collection of an open invoice that a refund without a credit note or a lost dispute made due again.',
    follows:
      'Reminders and late fees count from today. Autopay charges it only on a due date still to come, and never after a lost dispute.',
    records: ['invoice.collection-resumed'],
  },
  'invoices.saveCollectionRules': {
    does: 'Sets whether credit is applied automatically and which late fees are charged.',
    follows: 'Late fees are calculated from the day they are turned on.',
    records: ['collection-rules.changed'],
  },
  'invoices.createPayLink': {
    does: 'Creates a link with which anyone can view and pay an invoice.',
    follows: 'The link is shown only once. invoices.revokePayLinks ends it.',
    records: ['invoice.link-created'],
  },
  'invoices.revokePayLinks': {
    does: 'Revokes all pay links of an invoice.',
    follows: 'Links in emails that were already sent stop working too.',
    records: ['invoice.links-revoked'],
  },
  'invoices.saveRecurring': {
    does: 'Creates a recurring invoice, or changes one (with its id).',
    follows: 'On its dates it creates drafts, or sends invoices if send_automatically is set.',
    records: ['invoice.recurring'],
  },
  'invoices.pauseRecurring': {
    does: 'Pauses a recurring invoice, or resumes it.',
    follows: 'While it is paused no invoices are created.',
    records: ['invoice.recurring'],
  },
  'invoices.deleteRecurring': {
    does: 'Deletes a recurring invoice.',
    follows: 'It can’t be restored. Invoices it has already created remain.',
    records: ['invoice.recurring-deleted'],
  },
}

export const INVOICE_PURPOSES: Purposes = {
  'invoices.list': 'Finds invoices by number, title, client, project or status, such as overdue.',
  'invoices.summary': 'Tells how much is outstanding, overdue and recently paid, by currency.',
  'invoices.get': 'Returns an invoice with its lines.',
  'invoices.statement':
    'Returns a client’s statement of account: invoices and payments of a period with a running balance.',
  'invoices.letterhead':
    'Returns what a new draft for a client takes over: sender, recipient, tax and payment details.',
  'invoices.advances': 'Lists a client’s advance invoices that a new final invoice could deduct.',
  'invoices.eInvoice':
    'Checks what an invoice lacks to be valid as an e-invoice or to be printed, before it is sent.',
  'invoices.mailDraft': 'Shows to whom a document’s email would go and what it would say, before it is sent.',
  'invoices.sendingNotes':
    'Tells what to check before sending a document, such as changed bank details or a passed due date.',
  'invoices.creditable':
    'Tells how much of each line of an invoice can still be credited, before invoices.credit.',
  'invoices.clientCredit': 'Tells how much credit a client has, and how it came about.',
  'invoices.collectionRules':
    'Tells whether credit is applied automatically and which late fees are charged.',
  'invoices.recurring': 'Lists the recurring invoices with their next dates.',
  'invoices.recurringPlan': 'Returns one recurring invoice with its lines and all of its settings.',
  'letterhead.taxRates': 'Lists the agency’s tax rates, for the tax_rate_id of invoice lines.',
  'letterhead.taxRateUses':
    'Tells which drafts, recurring invoices, clients and products a change of a tax rate would affect.',
}
