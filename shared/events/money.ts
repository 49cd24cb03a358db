import { type Addressees, addresseeText } from '../billing-mails.ts'
import type { MailOccasion, MailText } from '../mail-texts.ts'
import { formatCharged } from '../money.ts'
import type { PayeeKind, PaymentPurpose } from '../payments.ts'
import { type EventKind, event } from './kind.ts'

/** An invoice shows in lists, in the calendar by its due date, and in what its client owes. */
const INVOICE = ['invoices', 'clients', 'finance', 'payments', 'schedule']
/** Invoices bill approved time, and give it back. */
const BILLED_TIME = ['workLog', 'timesheets']
const PAYMENT = [...INVOICE, 'agencies', 'packages', 'notifications']
const PAYOUT = ['payouts', 'payments', 'finance', 'timesheets']

interface InvoiceAmount {
  number: string | null
  amount: number
  currency: string
}

export interface InvoiceMail {
  number: string
  title: string
  issuerName: string
  clientName: string
  mailTo: Addressees
  /** Instead of the agency's own. */
  mailText?: MailText | undefined
  currency: string
  dueOn: string
  /** The token of a fresh pay link for the e-mail; it is stored nowhere else. Null on a credit note. */
  payToken: string | null
}

interface Reminder extends InvoiceMail {
  occasion: MailOccasion
  amountDue: number
  /** How the invoice stands, for instance `is due today`. */
  standing: string
}

interface ConfirmedPayment {
  /** Minor units. */
  amount: number
  settled: boolean
  /** Whose receipt is attached; null where the client's credit paid. */
  paymentId: string | null
}

interface PaymentDetails {
  purpose: PaymentPurpose
  payee: PayeeKind
  invoiceId: string | null
  payerUserId: string | null
  payerName: string
  amount: number
  currency: string
  /** Charged under a mandate: the payer was not there. */
  automatic?: boolean
}

interface Received extends PaymentDetails {
  description: string
  /** What the payment was for, as it stands now; null where it settles no invoice. */
  invoice: { number: string | null; status: string } | null
  /** Minor units beyond what was still owed. */
  surplus: number
}

interface FailedPayment extends PaymentDetails {
  /** Announced by hand, and did not arrive. */
  transfer?: boolean
  /** After days of processing, with the provider's words. */
  late?: boolean
  failure?: string
  /** The invoice that is owed again; a pay link while it is open. */
  reopened?: {
    number: string
    title: string
    issuerName: string
    clientName: string
    clientEmail: string | null
    payToken: string | null
  }
}

export const lateFailure = ({ reopened, failure = '', ...payment }: FailedPayment): string => {
  const [what, owed] = reopened ? [` for ${reopened.number}`, ' The invoice is open again.'] : ['', '']
  return `The payment of ${charged(payment)}${what} did not go through. ${failure}${owed}`.trim()
}

const charged = ({ amount, currency }: { amount: number; currency: string }) =>
  formatCharged(amount, currency)

function receivedSummary(payment: Received): string {
  const { invoice, surplus } = payment
  if (!invoice?.number) return `${payment.payerName} paid ${charged(payment)}: ${payment.description}`
  const part = invoice.status === 'paid' ? '' : `${charged(payment)} of `
  const overpaid = surplus > 0 ? `, ${formatCharged(surplus, payment.currency)} more than was owed` : ''
  return `${part}Invoice ${invoice.number} paid${overpaid}`
}

const RECURRING_CHANGES = {
  planned: ({ title }: { title: string }) => `Recurring invoice “${title}” planned`,
  changed: ({ title }: { title: string }) => `Recurring invoice “${title}” changed`,
  paused: () => 'Recurring invoice paused',
  resumed: () => 'Recurring invoice resumed',
  deleted: ({ title }: { title: string }) => `Recurring invoice “${title}” deleted`,
  run: ({ title }: { title: string }) => `Invoice “${title}” drafted by its plan`,
}

export const MONEY_EVENTS = {
  /** Drafts show how the agency bills today. */
  'billing.changed': event<{ what: string }>({
    subject: 'billing',
    touches: ['billing', 'invoices'],
    activity: ({ what }) => `${what} changed`,
  }),
  'product.changed': event<{ what: string }>({
    subject: 'product',
    touches: ['billing'],
    activity: ({ what }) => `${what} changed`,
  }),
  'billing.tax-id-checked': event({ subject: 'billing', touches: ['billing'] }),
  'expense.changed': event<{ description: string; change: 'entered' | 'changed' | 'deleted' }>({
    subject: 'expense',
    touches: ['finance'],
    activity: ({ description, change }) => `Expense “${description}” ${change}`,
  }),
  'book-accounts.changed': event({
    subject: 'book_accounts',
    touches: ['finance'],
    audit: () => 'Account numbers of exports',
  }),
  /** An owner enters the rate of everything in a currency that waited for one. */
  'exchange-rate.entered': event<{ currency: string; rate: string; count: number }>({
    subject: 'exchange_rate',
    touches: INVOICE,
    activity: ({ currency, rate }) => `Exchange rate of ${currency} entered: ${rate}`,
  }),
  'exchange-rates.imported': event<{ count: number }>({
    subject: 'exchange_rate',
    touches: ['finance'],
    audit: ({ count }) => `${count} rates`,
  }),
  'invoice.created': event<{ title: string; fromTime?: boolean }>({
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ title, fromTime }) => `Invoice “${title}” drafted${fromTime ? ' from time' : ''}`,
  }),
  'invoice.updated': event<{ title: string }>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ title }) => `Invoice “${title}” changed`,
  }),
  'invoice.deleted': event<{ title: string }>({
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ title }) => `Draft “${title}” deleted`,
  }),
  'invoice.sent': event<InvoiceMail & { total: number }>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, mailTo }) => `${number} sent to ${addresseeText(mailTo)}`,
    webhook: true,
    notifies: ['invoice_sent'],
  }),
  /** A credit note, or an invoice once more. */
  'invoice.mailed': event<InvoiceMail & { kind: 'invoice' | 'credit_note'; total: number }>({
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ number, mailTo }) => `${number} emailed to ${addresseeText(mailTo)}`,
  }),
  /** What was paid on it is confirmed: by a receipt once nothing is due any more. */
  'invoice.receipt-sent': event<InvoiceMail & ConfirmedPayment>({
    subject: 'invoice',
    touches: [],
    activity: ({ number, settled, mailTo }) =>
      `${settled ? 'Receipt' : 'Payment confirmation'} for ${number} sent to ${addresseeText(mailTo)}`,
  }),
  'invoice.viewed': event<{ name: string; clientName: string }>({
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ name, clientName }) => `${clientName} opened ${name}`,
    notifies: ['invoice_viewed'],
  }),
  /** The owner reminds the client by hand; the job's own reminders do not fill the feed. */
  'invoice.reminded': event<Reminder>({
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ clientName, number }) => `${clientName} reminded of ${number}`,
  }),
  'invoice.reminder-due': event<Reminder>({ subject: 'invoice', touches: ['invoices'] }),
  'invoice.overdue': event<{ name: string; instalment: string | null }>({
    subject: 'invoice',
    touches: [...INVOICE, 'dashboard'],
    notifies: ['invoice_overdue'],
  }),
  'invoice.voided': event<{ number: string | null }>({
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ number }) => `${number} voided`,
  }),
  'invoice.credited': event<{
    number: string | null
    amount: number
    currency: string
    creditNumber: string
    /** Minor units of it that had been paid already and are the client's credit now. */
    kept?: number
  }>({
    subject: 'invoice',
    touches: [...INVOICE, ...BILLED_TIME],
    activity: ({ number, creditNumber, kept = 0, ...credit }) => {
      const words = kept > 0 ? `, ${formatCharged(kept, credit.currency)} kept as credit` : ''
      return `${charged(credit)} of ${number} credited (${creditNumber})${words}`
    },
  }),
  'invoice.credit-applied': event<InvoiceAmount>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, ...credit }) => `${charged(credit)} of credit applied to ${number}`,
  }),
  'invoice.credit-removed': event<InvoiceAmount>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, ...credit }) => `${charged(credit)} of credit taken off ${number}`,
  }),
  'invoice.written-off': event<InvoiceAmount & { reason: string }>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, reason, ...loss }) => `${charged(loss)} of ${number} written off: ${reason}`,
    audit: ({ number, reason, ...loss }) => `${number}: ${charged(loss)}, ${reason}`,
  }),
  'invoice.write-off-undone': event<InvoiceAmount>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number, ...loss }) => `${charged(loss)} of ${number} is owed again: write-off undone`,
    audit: ({ number, ...loss }) => `${number}: ${charged(loss)}`,
  }),
  'invoice.late-fee-drafted': event<{ number: string | null }>({
    subject: 'invoice',
    touches: INVOICE,
    activity: ({ number }) => `Late fee for ${number} drafted`,
  }),
  'client-credit.adjusted': event<{ name: string; amount: number; currency: string; reason: string }>({
    subject: 'client',
    touches: INVOICE,
    activity: ({ name, reason, ...credit }) => `Credit of ${name} adjusted by ${charged(credit)}: ${reason}`,
    audit: ({ name, reason, ...credit }) => `${name}: ${charged(credit)}, ${reason}`,
  }),
  'collection-rules.changed': event<{ words: string }>({
    subject: 'agency',
    touches: ['settings', 'invoices'],
    activity: ({ words }) => `Late fees changed: ${words}`,
    audit: ({ words }) => words,
  }),
  'invoice.link-created': event<{ number: string }>({
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ number }) => `Pay link made for ${number}`,
  }),
  'invoice.links-revoked': event<{ name: string }>({
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ name }) => `Pay links of ${name} revoked`,
  }),
  'invoice.recurring': event<{ change: keyof typeof RECURRING_CHANGES; title: string }>({
    subject: 'recurring_invoice',
    touches: INVOICE,
    activity: (plan) => RECURRING_CHANGES[plan.change](plan),
  }),
  'invoice.paid': event<Received>({
    subject: 'payment',
    touches: PAYMENT,
    activity: receivedSummary,
    webhook: true,
    notifies: ['invoice_paid'],
  }),
  'payment.succeeded': event<Received>({
    subject: 'payment',
    touches: PAYMENT,
    activity: receivedSummary,
    webhook: true,
    notifies: ['invoice_paid'],
  }),
  /** Its provider works on it for days; it is neither paid nor owed meanwhile. */
  'payment.processing': event<PaymentDetails>({
    subject: 'payment',
    touches: PAYMENT,
    activity: (payment) => `A payment of ${charged(payment)} by ${payment.payerName} is being processed`,
  }),
  'payment.failed': event<FailedPayment>({
    subject: 'payment',
    touches: PAYMENT,
    activity: ({ transfer, ...payment }) =>
      transfer
        ? `The transfer of ${charged(payment)} by ${payment.payerName} did not arrive`
        : `A payment of ${charged(payment)} by ${payment.payerName} failed`,
    webhook: true,
    notifies: ['payment_failed'],
  }),
  'payment.announced': event<{ payerName: string; amount: number; currency: string }>({
    subject: 'payment',
    touches: PAYMENT,
    activity: (payment) => `${charged(payment)} announced by ${payment.payerName}`,
  }),
  'payment.refunded': event<{ payerName: string; amount: number; refunded: number; currency: string }>({
    subject: 'payment',
    touches: PAYMENT,
    activity: ({ payerName, amount, refunded, currency }) => {
      const money = formatCharged(refunded, currency)
      const part = refunded === amount ? money : `${money} of ${formatCharged(amount, currency)}`
      return `${part} refunded to ${payerName}`
    },
  }),
  'payment.refund-failed': event<{ payerName: string; amount: number; currency: string }>({
    subject: 'payment',
    touches: PAYMENT,
    activity: (refund) => `A refund of ${charged(refund)} to ${refund.payerName} failed`,
  }),
  'payout.created': event<{ amount: number; currency: string }>({
    subject: 'payout',
    touches: PAYOUT,
    activity: (payout) => `Payout of ${charged(payout)} entered`,
  }),
  'payout.sent': event<{ amount: number; currency: string; employeeId: string }>({
    subject: 'payout',
    touches: PAYOUT,
    activity: (payout) => `Payout of ${charged(payout)} recorded as paid`,
    notifies: ['payout_sent'],
  }),
  'payout.cancelled': event<{ amount: number; currency: string }>({
    subject: 'payout',
    touches: PAYOUT,
    activity: (payout) => `Payout of ${charged(payout)} cancelled`,
  }),
} satisfies Record<string, EventKind<never>>
