import { formatWrittenDate } from '#shared/dates.ts'
import { paperFacts, paperOf, paperTransfer } from '#shared/invoice-paper.ts'
import { formatCharged } from '#shared/money.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'
import { payLink } from '../../../invoices/rules.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'
import { billingRecipients } from '../queries/billing-recipients.ts'

interface Bill {
  id: string
  clientId?: string | null
  clientName: string
  clientEmail: string
  payToken: string
}

/**
 * To the client and its contacts for billing, with the invoice as a PDF, what it says at a glance, a pay link of
 * this mail's own, and where to transfer the money.
 */
async function mailBill(tx: Tx, bill: Bill, subject: string, paragraphs: string[]): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const invoice = await getInvoice(tx, bill.id)
  const paper = paperOf(invoice)
  const { buyer } = invoice.parties
  const transfer = paperTransfer(paper, invoice.amount_due)
  const { clientId, clientName: name, clientEmail: email } = bill
  for (const recipient of await billingRecipients(tx, { clientId, name, email })) {
    await queueMail(tx, appName, {
      recipient: recipient.email,
      subject,
      greeting: `Hello ${plainName(recipient.name)},`,
      paragraphs,
      facts: [
        ...paperFacts(paper),
        ['Bill to', buyer.company ?? buyer.name],
        ['Amount due', formatCharged(invoice.amount_due, invoice.currency)],
      ],
      button: { label: 'View and pay', url: payLink(publicUrl, bill.payToken) },
      ...(transfer !== null && { otherwise: { title: 'Or pay by bank transfer', facts: transfer.rows } }),
      attachments: [{ document: 'invoice', documentId: bill.id }],
    })
  }
}

const remind: NonNullable<Handlers['invoice.reminded']> = (tx, invoice) =>
  mailBill(tx, invoice, `Invoice ${invoice.number} ${invoice.standing}`, [
    `Invoice ${invoice.number} (“${invoice.title}”) from ${plainName(invoice.issuerName)} ${invoice.standing}.`,
    `${formatCharged(invoice.amountDue, invoice.currency)} is outstanding; the due date is ${formatWrittenDate(invoice.dueOn)}.`,
  ])

export const money: Handlers = {
  'invoice.sent': (tx, invoice) => {
    const issuer = plainName(invoice.issuerName)
    const amount = formatCharged(invoice.total, invoice.currency)
    return mailBill(tx, invoice, `Invoice ${invoice.number} from ${issuer}`, [
      `${issuer} sent you invoice ${invoice.number} (“${invoice.title}”) for ${amount}.`,
      `It is due on ${formatWrittenDate(invoice.dueOn)}. The invoice is attached as a PDF.`,
    ])
  },
  'invoice.reminded': remind,
  'invoice.reminder-due': remind,
}
