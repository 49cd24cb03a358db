import { formatCharged } from '#shared/money.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
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

/** To the client and its contacts for billing, with the invoice as a PDF and a pay link of this mail's own. */
async function mailBill(tx: Tx, bill: Bill, subject: string, paragraphs: string[]): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const { clientId, clientName: name, clientEmail: email } = bill
  for (const recipient of await billingRecipients(tx, { clientId, name, email })) {
    await queueMail(tx, appName, {
      recipient: recipient.email,
      subject,
      greeting: `Hello ${plainName(recipient.name)},`,
      paragraphs,
      button: { label: 'View and pay', url: payLink(publicUrl, bill.payToken) },
      attachments: [{ document: 'invoice', documentId: bill.id }],
    })
  }
}

const remind: NonNullable<Handlers['invoice.reminded']> = (tx, invoice) =>
  mailBill(tx, invoice, `Invoice ${invoice.number} ${invoice.standing}`, [
    `Invoice ${invoice.number} (“${invoice.title}”) from ${plainName(invoice.issuerName)} ${invoice.standing}.`,
    `${formatCharged(invoice.amountDue, invoice.currency)} is outstanding; the due date is ${invoice.dueOn}.`,
  ])

export const money: Handlers = {
  'invoice.sent': (tx, invoice) => {
    const issuer = plainName(invoice.issuerName)
    const amount = formatCharged(invoice.total, invoice.currency)
    return mailBill(tx, invoice, `Invoice ${invoice.number} from ${issuer}`, [
      `${issuer} sent you invoice ${invoice.number} (“${invoice.title}”) for ${amount}.`,
      `It is due on ${invoice.dueOn}. The invoice is attached as a PDF.`,
    ])
  },
  'invoice.reminded': remind,
  'invoice.reminder-due': remind,
}
