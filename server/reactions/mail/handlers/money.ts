import { formatWrittenDate } from '#shared/dates.ts'
import { lateFailure } from '#shared/events/money.ts'
import { paperFacts, paperInstalments, paperOf, paperTransfer } from '#shared/invoice-paper.ts'
import { fillText, type MailFacts, type MailOccasion, paragraphsOf } from '#shared/mail-texts.ts'
import { formatCharged } from '#shared/money.ts'
import type { AgencyId } from '#shared/roles.ts'
import { mailTextOf } from '../../../billing/queries/mail-texts.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'
import { payLink } from '../../../invoices/rules.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'
import { billingRecipients } from '../queries/billing-recipients.ts'

interface Bill {
  id: string
  agencyId?: AgencyId | null
  clientId?: string | null
  clientName: string
  clientEmail: string
  issuerName: string
  number: string
  title: string
  currency: string
  dueOn: string
  payToken: string
}

/**
 * To the client and its contacts for billing, in the agency's words, with the invoice as a PDF, what it says at a
 * glance, a pay link of this mail's own, and where to transfer the money.
 */
async function mailBill(
  tx: Tx,
  bill: Bill,
  occasion: MailOccasion,
  { amount, standing }: { amount: number; standing: string },
): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const invoice = await getInvoice(tx, bill.id)
  const paper = paperOf(invoice)
  const { buyer } = invoice.parties
  const transfer = paperTransfer(paper, invoice.amount_due)
  const { clientId, clientName: name, clientEmail: email } = bill
  const text = await mailTextOf(tx, bill.agencyId ?? null, occasion)
  const url = payLink(publicUrl, bill.payToken)
  const facts: MailFacts = {
    client: plainName(name),
    agency: plainName(bill.issuerName),
    number: bill.number,
    title: bill.title,
    amount: formatCharged(amount, bill.currency),
    'due date': formatWrittenDate(bill.dueOn),
    standing,
    link: url,
  }
  for (const recipient of await billingRecipients(tx, { clientId, name, email })) {
    await queueMail(tx, appName, {
      recipient: recipient.email,
      subject: fillText(text.subject, facts),
      greeting: `Hello ${plainName(recipient.name)},`,
      paragraphs: paragraphsOf(text.body).map((paragraph) => fillText(paragraph, facts)),
      facts: [
        ...paperFacts(paper),
        ...paperInstalments(paper),
        ['Bill to', buyer.company ?? buyer.name],
        ['Amount due', formatCharged(invoice.amount_due, invoice.currency)],
      ],
      button: { label: 'View and pay', url },
      ...(transfer !== null && { otherwise: { title: 'Or pay by bank transfer', facts: transfer.rows } }),
      attachments: [{ document: 'invoice', documentId: bill.id }],
    })
  }
}

const remind: NonNullable<Handlers['invoice.reminded']> = (tx, invoice) =>
  mailBill(tx, invoice, invoice.occasion, { amount: invoice.amountDue, standing: invoice.standing })

export const money: Handlers = {
  'invoice.sent': (tx, invoice) =>
    mailBill(tx, invoice, 'invoice', {
      amount: invoice.total,
      standing: `is due on ${formatWrittenDate(invoice.dueOn)}`,
    }),
  /** A payer with an account is notified; whoever paid by link is not, so that the client is told. */
  'payment.failed': async (tx, payment) => {
    const { reopened, clientId, payerUserId } = payment
    if (!reopened || payerUserId !== null || reopened.clientEmail === null) return
    const { appName, publicUrl } = tx.services.config
    const { clientName: name, clientEmail: email, issuerName, payToken } = reopened
    for (const recipient of await billingRecipients(tx, { clientId, name, email })) {
      await queueMail(tx, appName, {
        recipient: recipient.email,
        subject: `The payment for ${reopened.number} did not go through`,
        greeting: `Hello ${plainName(recipient.name)},`,
        paragraphs: [
          lateFailure(payment),
          `Please pay ${plainName(issuerName)} again, with the same or another way of paying.`,
        ],
        ...(payToken !== null && { button: { label: 'View and pay', url: payLink(publicUrl, payToken) } }),
      })
    }
  },
  'invoice.reminded': remind,
  'invoice.reminder-due': remind,
}
