import { formatCharged } from '#shared/base/amounts/money.ts'
import type { About } from '#shared/base/events/kind.ts'
import { formatDate } from '#shared/base/format.ts'
import {
  fillText,
  type MailFacts,
  type MailOccasion,
  paragraphsOf,
} from '#shared/identity/letterhead/mail-texts.ts'
import type { InvoiceMail } from '#shared/money/events.ts'
import { dueStanding } from '#shared/money/invoices/installments.ts'
import {
  type Labeled,
  paperFacts,
  paperInstallments,
  paperOf,
  paperTransfer,
} from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { lateFailure, refundNews } from '#shared/money/payments/payment-news.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { mailTextOf } from '../../../identity/letterhead/queries/mail-texts.ts'
import { getInvoice } from '../../../money/invoices/queries/invoices.ts'
import { payLink } from '../../../money/invoices/rules.ts'
import { addressOf, billingRecipients } from '../../../money/invoices/sending/queries/recipients.ts'
import { queueCopies, queueMail } from '../commands/queue.ts'
import { withdrawMail } from '../commands/withdraw.ts'
import { greet, plainName } from '../plain-name.ts'
import type { MailContent } from '../templates.ts'

interface Words {
  occasion: MailOccasion
  heldFor?: string | undefined
  amount: number
  /** How it is due, unless something else is to be said. */
  standing?: string
  /** Paragraphs after the text. */
  more?: string[]
  noticeOf?: MailContent['noticeOf'] | undefined
  reason?: MailContent['reason']
  replaces?: string | undefined
  isDocument?: boolean
  /** Content below the text, and attachments. */
  below: (invoice: InvoiceDocumentDto, link: string) => Partial<MailContent>
}

/** Mails the recipients named in the event, with the agency's text or one written for this mail. */
async function mailBill(
  tx: Tx,
  bill: About & InvoiceMail,
  {
    occasion,
    heldFor,
    amount,
    standing,
    more = [],
    noticeOf,
    reason,
    replaces,
    isDocument = false,
    below,
  }: Words,
): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const invoice = await getInvoice(tx, bill.id)
  const text = bill.mailText ?? (await mailTextOf(tx, bill.agencyId ?? null, occasion))
  const link = bill.payToken === null ? publicUrl : payLink(publicUrl, bill.payToken)
  const facts: MailFacts = {
    client: plainName(bill.clientName),
    agency: plainName(bill.issuerName),
    number: bill.number,
    title: bill.title,
    amount: formatCharged(amount, bill.currency),
    remaining: formatCharged(invoice.amount_due, bill.currency),
    'due date': formatDate(invoice.due_next),
    standing: standing ?? dueStanding(invoice),
    link,
  }
  await queueCopies(tx, appName, bill.mailTo, {
    heldFor,
    isDocument,
    ...(noticeOf && { noticeOf }),
    ...(reason && { reason }),
    replaces,
    subject: fillText(text.subject, facts),
    greet,
    paragraphs: [...paragraphsOf(text.body).map((paragraph) => fillText(paragraph, facts)), ...more],
    ...below(invoice, link),
  })
}

/** Key facts, a new pay link, bank transfer details, and the invoice as a PDF. */
function invoiceBelow(invoice: InvoiceDocumentDto, url: string): Partial<MailContent> {
  const paper = paperOf(invoice)
  const transfer = paperTransfer(paper, invoice.amount_due)
  const isDue = invoice.kind === 'invoice'
  return {
    facts: [
      ...paperFacts(paper),
      ...paperInstallments(paper),
      billTo(invoice),
      ...(isDue ? [amountDue(invoice)] : []),
    ],
    ...(isDue && { button: { label: 'View and pay', url } }),
    ...(isDue &&
      transfer !== null && { otherwise: { title: 'Or pay by bank transfer', facts: transfer.rows } }),
    attachments: [{ document: 'invoice', documentId: invoice.id }],
  }
}

const billTo = ({ parties: { buyer } }: InvoiceDocumentDto): Labeled => [
  'Bill to',
  buyer.company ?? buyer.name,
]

const amountDue = ({ amount_due, currency }: InvoiceDocumentDto): Labeled => [
  'Amount due',
  formatCharged(amount_due, currency),
]

/** What collectors announce to the payer of an invoice being sent. */
async function announced(tx: Tx, invoiceId: string): Promise<Pick<Words, 'more' | 'noticeOf'>> {
  const all = await Promise.all(tx.services.collectors.map((collector) => collector.announce(tx, invoiceId)))
  const [on] = all.flatMap(({ noticeOn }) => noticeOn ?? [])
  return {
    more: all.flatMap(({ notes }) => notes),
    noticeOf: on === undefined ? undefined : { invoiceId, on },
  }
}

/** `replaces` is the waiting mail whose text is renewed. */
export function mailReminder(
  tx: Tx,
  { occasion, standing, amountDue: amount, ...invoice }: PayloadOf<'invoice.reminded'>,
  replaces?: string,
): Promise<void> {
  return mailBill(tx, invoice, {
    occasion,
    heldFor: invoice.heldFor,
    amount,
    standing,
    reason: { invoice: invoice.id, dueBy: invoice.dueOn, named: { occasion, standing, amount } },
    replaces,
    below: invoiceBelow,
  })
}

/** An agency's payments to the platform; its clients' payments are confirmed with their invoice. */
const confirmToAgency: NonNullable<Handlers['payment.succeeded']> = async (tx, payment) => {
  if (payment.payee !== 'platform' || payment.amount === 0) return
  const payer = await addressOf(acrossAgencies(tx), payment.payerUserId)
  if (payer === undefined) return
  const { appName, publicUrl } = tx.services.config
  const amount = formatCharged(payment.amount, payment.currency)
  await queueMail(tx, appName, {
    recipient: payer.email,
    subject: `Receipt for ${payment.description}`,
    greeting: greet(payer.name),
    paragraphs: [`${amount} was paid for ${payment.description}. The receipt is attached.`],
    facts: [
      ['Paid for', payment.description],
      ['Payment', amount],
    ],
    button: { label: 'View payments', url: `${publicUrl}/payments?tab=history` },
    attachments: [{ document: 'receipt', documentId: payment.id }],
  })
}

export const money: Handlers = {
  'invoice.sent': async (tx, invoice) =>
    mailBill(tx, invoice, {
      isDocument: true,
      occasion: 'invoice',
      amount: invoice.total,
      ...(await announced(tx, invoice.id)),
      below: invoiceBelow,
    }),
  'invoice.mailed': (tx, document) =>
    mailBill(tx, document, {
      isDocument: true,
      occasion: document.kind,
      amount: document.total,
      below: invoiceBelow,
    }),
  'invoice.receipt-sent': (tx, { settled, paymentId, ...payment }) =>
    mailBill(tx, payment, {
      occasion: settled ? 'receipt' : 'part_payment',
      amount: payment.amount,
      standing: payment.standing,
      below: (invoice, url) => ({
        facts: [
          ['Invoice number', payment.number],
          [
            paymentId === null ? 'Credit applied' : 'Payment',
            formatCharged(payment.amount, payment.currency),
          ],
          billTo(invoice),
          amountDue(invoice),
        ],
        button: { label: settled ? 'View invoice' : 'View and pay', url },
        attachments: [
          paymentId === null
            ? { document: 'invoice', documentId: payment.id }
            : { document: 'receipt', documentId: paymentId },
        ],
      }),
    }),
  'payment.succeeded': confirmToAgency,
  /** Payers with an account get a notification; after a payment by link, the client gets a mail. */
  'payment.failed': async (tx, payment) => {
    const { reopened, clientId, payerUserId, invoiceId } = payment
    if (!reopened || payerUserId !== null || clientId == null) return
    const { appName, publicUrl } = tx.services.config
    const { issuerName, payToken } = reopened
    await queueCopies(tx, appName, await billingRecipients(tx, clientId), {
      ...(invoiceId !== null && { reason: { invoice: invoiceId, dueBy: null } }),
      subject: `The payment for ${reopened.number} did not go through`,
      greet,
      paragraphs: [
        lateFailure(payment),
        `Please pay ${plainName(issuerName)} again, with the same or another payment method.`,
      ],
      ...(payToken !== null && { button: { label: 'View and pay', url: payLink(publicUrl, payToken) } }),
    })
  },
  /** Payers with an account get a notification. */
  'payment.refunded': async (tx, payment) => {
    const { byProvider, clientId, payerUserId } = payment
    if (!byProvider || payerUserId !== null || clientId == null) return
    const news = refundNews(payment)
    await queueCopies(tx, tx.services.config.appName, await billingRecipients(tx, clientId), {
      subject: news,
      greet,
      paragraphs: [`${news}.`, 'It can take up to ten business days until your bank shows it.'],
    })
  },
  'payment.refund-failed': async (tx, payment) => {
    const { announced, clientId, payerUserId } = payment
    if (!announced || payerUserId !== null || clientId == null) return
    const amount = formatCharged(payment.amount, payment.currency)
    await queueCopies(tx, tx.services.config.appName, await billingRecipients(tx, clientId), {
      subject: `Your refund of ${amount} failed`,
      greet,
      paragraphs: [
        `The refund of ${amount} of your payment for “${payment.description}” could not be paid to your card or account.`,
        'Please ask us how it will be paid instead.',
      ],
    })
  },
  'invoice.reminded': (tx, invoice) => mailReminder(tx, invoice),
  'invoice.reminder-undone': (tx, { heldFor }) => withdrawMail(tx, heldFor),
  'invoice.reminder-due': (tx, invoice) => mailReminder(tx, invoice),
}
