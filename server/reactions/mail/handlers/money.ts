import { formatWrittenDate } from '#shared/dates.ts'
import type { About } from '#shared/events/kind.ts'
import { type InvoiceMail, lateFailure } from '#shared/events/money.ts'
import { type Labelled, paperFacts, paperInstalments, paperOf, paperTransfer } from '#shared/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import { fillText, type MailFacts, type MailOccasion, paragraphsOf } from '#shared/mail-texts.ts'
import { formatCharged } from '#shared/money.ts'
import { methodName } from '#shared/payments.ts'
import { type PlannedCharge, plannedCharge } from '../../../autopay/queries/of-invoice.ts'
import { mailTextOf } from '../../../billing/queries/mail-texts.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { acrossAgencies } from '../../../core/reach.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'
import { addressOf, billingRecipients } from '../../../invoices/queries/recipients.ts'
import { payLink } from '../../../invoices/rules.ts'
import { queueCopies, queueMail } from '../commands/queue.ts'
import { greet, plainName } from '../plain-name.ts'
import type { MailContent } from '../templates.ts'

interface Words {
  occasion: MailOccasion
  amount: number
  standing: string
  /** Paragraphs after the text. */
  more?: string[]
  /** Below the text, and the files that come with it. */
  below: (invoice: InvoiceDocumentDto, link: string) => Partial<MailContent>
}

/** To those the event names, in the agency's words or in those that were typed for this one mail. */
async function mailBill(
  tx: Tx,
  bill: About & InvoiceMail,
  { occasion, amount, standing, more = [], below }: Words,
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
    'due date': formatWrittenDate(bill.dueOn),
    standing,
    link,
  }
  await queueCopies(tx, appName, bill.mailTo, {
    subject: fillText(text.subject, facts),
    greet,
    paragraphs: [...paragraphsOf(text.body).map((paragraph) => fillText(paragraph, facts)), ...more],
    ...below(invoice, link),
  })
}

/** What it says at a glance, a pay link of this mail's own, where to transfer the money, and the invoice as a PDF. */
function invoiceBelow(invoice: InvoiceDocumentDto, url: string): Partial<MailContent> {
  const paper = paperOf(invoice)
  const transfer = paperTransfer(paper, invoice.amount_due)
  const isDue = invoice.kind === 'invoice'
  return {
    facts: [
      ...paperFacts(paper),
      ...paperInstalments(paper),
      billTo(invoice),
      ...(isDue ? [amountDue(invoice)] : []),
    ],
    ...(isDue && { button: { label: 'View and pay', url } }),
    ...(isDue &&
      transfer !== null && { otherwise: { title: 'Or pay by bank transfer', facts: transfer.rows } }),
    attachments: [{ document: 'invoice', documentId: invoice.id }],
  }
}

const billTo = ({ parties: { buyer } }: InvoiceDocumentDto): Labelled => [
  'Bill to',
  buyer.company ?? buyer.name,
]

const amountDue = ({ amount_due, currency }: InvoiceDocumentDto): Labelled => [
  'Amount due',
  formatCharged(amount_due, currency),
]
/** What autopay is going to do, below the agency's own words. */
function chargeWords(planned: PlannedCharge | null): string[] {
  if (planned === null) return []
  const { card_brand: brand, card_last4: last4, currency, instalment_due_on } = planned.invoice
  const date = formatWrittenDate(planned.on)
  const isPart = instalment_due_on !== null
  if (planned.blocked !== null) {
    const what = isPart ? `what is due on ${date}` : 'it'
    return [`Autopay will not charge ${what}. ${planned.blocked} Please pay it yourself.`]
  }
  const what = isPart ? formatCharged(planned.amount, currency) : 'It'
  return [`${what} will be charged to your ${methodName({ brand, last4 })} on ${date}.`]
}

const remind: NonNullable<Handlers['invoice.reminded']> = (tx, invoice) =>
  mailBill(tx, invoice, {
    occasion: invoice.occasion,
    amount: invoice.amountDue,
    standing: invoice.standing,
    below: invoiceBelow,
  })

const isDueOn = (dueOn: string): string => `is due on ${formatWrittenDate(dueOn)}`

/** What an agency pays the platform: its clients' bills confirm themselves with the invoice they pay. */
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
      occasion: 'invoice',
      amount: invoice.total,
      standing: isDueOn(invoice.dueOn),
      more: chargeWords(await plannedCharge(tx, invoice.id)),
      below: invoiceBelow,
    }),
  'invoice.mailed': (tx, document) =>
    mailBill(tx, document, {
      occasion: document.kind,
      amount: document.total,
      standing: isDueOn(document.dueOn),
      below: invoiceBelow,
    }),
  'invoice.receipt-sent': (tx, { settled, paymentId, ...payment }) =>
    mailBill(tx, payment, {
      occasion: settled ? 'receipt' : 'part_payment',
      amount: payment.amount,
      standing: settled ? 'is paid in full' : isDueOn(payment.dueOn),
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
  'invoice.paid': confirmToAgency,
  /** A payer with an account is notified; whoever paid by link is not, so that the client is told. */
  'payment.failed': async (tx, payment) => {
    const { reopened, clientId, payerUserId } = payment
    if (!reopened || payerUserId !== null || clientId == null) return
    const { appName, publicUrl } = tx.services.config
    const { issuerName, payToken } = reopened
    await queueCopies(tx, appName, await billingRecipients(tx, clientId), {
      subject: `The payment for ${reopened.number} did not go through`,
      greet,
      paragraphs: [
        lateFailure(payment),
        `Please pay ${plainName(issuerName)} again, with the same or another way of paying.`,
      ],
      ...(payToken !== null && { button: { label: 'View and pay', url: payLink(publicUrl, payToken) } }),
    })
  },
  'invoice.reminded': remind,
  'invoice.reminder-due': remind,
}
