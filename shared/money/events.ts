import { formatCharged } from '../base/amounts/money.ts'
import { type EventKind, event } from '../base/events/kind.ts'
import { type Addressees, addresseeText } from '../identity/letterhead/document-mails.ts'
import type { MailOccasion, MailText } from '../identity/letterhead/mail-texts.ts'
import { charged } from './payments/payment-news.ts'

/** Invoices appear in lists, in the calendar by due date, and in clients' balances. */
const INVOICE = ['invoices', 'clients', 'finance', 'payments', 'schedule']
/** Invoices bill and release approved time. */
const BILLED_TIME = ['workLog', 'timesheets']

interface InvoiceAmount {
  number: string | null
  amount: number
  currency: string
}

interface InvoiceMovement extends InvoiceAmount {
  /** The invoice's status after it. */
  status: string
}

export interface InvoiceMail {
  number: string
  title: string
  issuerName: string
  clientName: string
  mailTo: Addressees
  /** Overrides the agency's text. */
  mailText?: MailText | undefined
  currency: string
  /** The token of a new pay link for the mail; it isn't stored anywhere else. Null for a credit note. */
  payToken: string | null
}

interface Reminder extends InvoiceMail {
  /** The undoable action whose mails are delayed until it can no longer be undone. */
  heldFor?: string | undefined
  occasion: MailOccasion
  amountDue: number
  /** The date of the installment that is reminded of, or of the invoice. */
  dueOn: string
  /** The invoice's state in words, for example `is due today`. */
  standing: string
}

interface ConfirmedPayment {
  /** Minor units. */
  amount: number
  settled: boolean
  /** The invoice's state in words, with the next installment. */
  standing: string
  /** The payment whose receipt is attached; null for client credit. */
  paymentId: string | null
}

/** What webhooks send about an invoice, with what was credited or written off if that is less. */
const invoiceFacts = ({ id, amount, currency }: { id: string; amount: number; currency: string }) => ({
  invoice_id: id,
  amount,
  currency,
})

const movementFacts = ({ status, ...invoice }: InvoiceMovement & { id: string }) => ({
  ...invoiceFacts(invoice),
  status,
})

const RECURRING_CHANGES = {
  planned: ({ title }: { title: string }) => `Recurring invoice “${title}” created`,
  changed: ({ title }: { title: string }) => `Recurring invoice “${title}” changed`,
  paused: () => 'Recurring invoice paused',
  resumed: () => 'Recurring invoice resumed',
  run: ({ title }: { title: string }) => `Invoice “${title}” drafted automatically`,
}

export const MONEY_EVENTS = {
  /** An owner entered a missing exchange rate of a currency. */
  'exchange-rate.entered': event<{ currency: string; rate: string; count: number }>({
    effect: 'sets',
    subject: 'exchange_rate',
    touches: INVOICE,
    activity: ({ currency, rate }) => `Exchange rate of ${currency} entered: ${rate}`,
  }),
  'exchange-rates.imported': event<{ count: number }>({
    effect: 'sets',
    subject: 'exchange_rate',
    touches: ['finance'],
    audit: ({ count }) => `${count} rates`,
  }),
  'invoice.created': event<{ title: string; fromTime?: boolean }>({
    effect: 'adds',
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ title, fromTime }) => `Invoice “${title}” drafted${fromTime ? ' from time' : ''}`,
  }),
  'invoice.updated': event<{ title: string }>({
    effect: 'sets',
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ title }) => `Invoice “${title}” changed`,
  }),
  'invoice.deleted': event<{ title: string }>({
    effect: 'removes',
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ title }) => `Draft “${title}” deleted`,
    audit: ({ title }) => `Draft “${title}” deleted`,
    notifies: [],
  }),
  'invoice.sent': event<InvoiceMail & { total: number; status?: string }>({
    effect: 'commits',
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, mailTo }) => `${number} sent to ${addresseeText(mailTo)}`,
    webhook: ({ total, status = 'sent', ...invoice }) => ({
      ...invoiceFacts({ ...invoice, amount: total }),
      status,
    }),
    notifies: ['invoice_sent'],
  }),
  /** A credit note, or an invoice sent again. */
  'invoice.mailed': event<InvoiceMail & { kind: 'invoice' | 'credit_note'; total: number }>({
    effect: 'commits',
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ number, mailTo }) => `${number} emailed to ${addresseeText(mailTo)}`,
  }),
  /** Confirms a payment, with a receipt once nothing is due. */
  'invoice.receipt-sent': event<InvoiceMail & ConfirmedPayment>({
    effect: 'commits',
    subject: 'invoice',
    touches: [],
    activity: ({ number, settled, mailTo }) =>
      `${settled ? 'Receipt' : 'Payment confirmation'} for ${number} sent to ${addresseeText(mailTo)}`,
  }),
  'invoice.viewed': event<{ name: string; clientName: string }>({
    effect: 'sets',
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ name, clientName }) => `${clientName} opened ${name}`,
    notifies: ['invoice_viewed'],
  }),
  /** A manual reminder; automatic ones don't appear in the feed. */
  'invoice.mail-failed': event<{ recipient: string; subject: string }>({
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ recipient, subject }) => `“${subject}” could not be emailed to ${recipient}`,
  }),
  'invoice.reminded': event<Reminder>({
    effect: 'commits',
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ clientName, number }) => `${clientName} reminded of ${number}`,
  }),
  /** Undone before its mails were sent. */
  'invoice.reminder-undone': event<{ number: string; clientName: string; heldFor: string }>({
    effect: 'sets',
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ clientName, number }) =>
      `Reminder about ${number} to ${clientName} undone before it was sent`,
    withdrawsMail: true,
  }),
  'invoice.reminder-due': event<Reminder>({ subject: 'invoice', touches: ['invoices'] }),
  'invoice.overdue': event<{ name: string; instalment: string | null; restartedOn: string | null }>({
    subject: 'invoice',
    touches: [...INVOICE, 'dashboard'],
    notifies: ['invoice_overdue'],
  }),
  'invoice.voided': event<{ number: string | null }>({
    effect: 'commits',
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ number }) => `${number} voided`,
    webhook: ({ id }) => ({ invoice_id: id, status: 'void' }),
    notifies: [],
  }),
  'invoice.credited': event<{
    number: string | null
    amount: number
    currency: string
    creditNumber: string
    /** Minor units already paid that became client credit. */
    kept?: number
    /** The invoice's status after it. */
    status: string
  }>({
    effect: 'commits',
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ number, creditNumber, kept = 0, ...credit }) => {
      const words = kept > 0 ? `, ${formatCharged(kept, credit.currency)} kept as credit` : ''
      return `${charged(credit)} of ${number} credited (${creditNumber})${words}`
    },
    webhook: movementFacts,
    notifies: [],
  }),
  'invoice.credit-applied': event<InvoiceMovement>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, ...credit }) => `${charged(credit)} of credit applied to ${number}`,
    webhook: movementFacts,
  }),
  'invoice.credit-removed': event<InvoiceMovement>({
    effect: 'sets',
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, ...credit }) => `${charged(credit)} of credit removed from ${number}`,
    webhook: movementFacts,
  }),
  'invoice.written-off': event<InvoiceMovement & { reason: string }>({
    effect: 'commits',
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, reason, ...loss }) => `${charged(loss)} of ${number} written off: ${reason}`,
    audit: ({ number, reason, ...loss }) => `${number}: ${charged(loss)}, ${reason}`,
    webhook: movementFacts,
    notifies: [],
  }),
  'invoice.write-off-undone': event<InvoiceMovement>({
    effect: 'sets',
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, ...loss }) => `${charged(loss)} of ${number} is due again: write-off undone`,
    audit: ({ number, ...loss }) => `${number}: ${charged(loss)}`,
    webhook: movementFacts,
  }),
  'invoice.collection-resumed': event<InvoiceAmount>({
    effect: 'sets',
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, ...due }) => `Automatic collection of ${number} resumed: ${charged(due)} is due`,
    audit: ({ number, ...due }) => `${number}: ${charged(due)}`,
  }),
  /** With a reason if it should have been sent. */
  'invoice.late-fee-drafted': event<{ number: string | null; reason: string | null }>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, reason }) =>
      `Late fee for ${number} drafted${reason === null ? '' : `, but not sent: ${reason}`}`,
    notifies: ['invoice_held'],
  }),
  'client-credit.adjusted': event<{ name: string; amount: number; currency: string; reason: string }>({
    effect: 'commits',
    subject: 'client',
    touches: INVOICE,
    activity: ({ name, reason, ...credit }) => `Credit of ${name} adjusted by ${charged(credit)}: ${reason}`,
    audit: ({ name, reason, ...credit }) => `${name}: ${charged(credit)}, ${reason}`,
  }),
  'collection-rules.changed': event<{ words: string }>({
    effect: 'sets',
    subject: 'agency',
    touches: ['settings', 'invoices'],
    activity: ({ words }) => `Late fees changed: ${words}`,
    audit: ({ words }) => words,
  }),
  'invoice.link-created': event<{ number: string }>({
    effect: 'adds',
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ number }) => `Pay link created for ${number}`,
    audit: ({ number }) => `Pay link created for ${number}`,
  }),
  'invoice.links-revoked': event<{ name: string }>({
    effect: 'removes',
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ name }) => `Pay links of ${name} revoked`,
    audit: ({ name }) => `Pay links of ${name} revoked`,
  }),
  'invoice.recurring': event<{ change: keyof typeof RECURRING_CHANGES; title: string }>({
    subject: 'recurring_invoice',
    touches: INVOICE,
    activity: (plan) => RECURRING_CHANGES[plan.change](plan),
  }),
  /** Drafted by a recurring invoice that should have sent it. */
  'invoice.recurring-held': event<{ title: string; reason: string }>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ title, reason }) => `Invoice “${title}” drafted automatically, but not sent: ${reason}`,
    notifies: ['invoice_held'],
  }),
  'invoice.recurring-deleted': event<{ title: string }>({
    subject: 'recurring_invoice',
    touches: INVOICE,
    effect: 'removes',
    activity: ({ title }) => `Recurring invoice “${title}” deleted`,
    audit: ({ title }) => `Recurring invoice “${title}” deleted`,
  }),
  /** Nothing is due anymore. The payment or credit that settled it has its own event. */
  'invoice.paid': event<InvoiceAmount & { paymentId: string | null }>({
    effect: 'commits',
    subject: 'invoice',
    touches: [],
    webhook: ({ number, paymentId, ...invoice }) => ({
      summary: `Invoice ${number} is paid`,
      ...invoiceFacts(invoice),
      payment_id: paymentId,
      status: 'paid',
    }),
    notifies: [],
  }),
} satisfies Record<string, EventKind<never>>
