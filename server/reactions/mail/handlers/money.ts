import { formatCharged } from '#shared/money.ts'
import type { Handlers } from '../../../core/events.ts'
import { payLink } from '../../../invoices/rules.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'

/** With the invoice as a PDF and a pay link of its own. */
const remind: NonNullable<Handlers['invoice.reminded']> = async (tx, invoice) => {
  const { appName, publicUrl } = tx.services.config
  await queueMail(tx, appName, {
    recipient: invoice.clientEmail,
    subject: `Invoice ${invoice.number} ${invoice.standing}`,
    greeting: `Hello ${plainName(invoice.clientName)},`,
    paragraphs: [
      `Invoice ${invoice.number} (“${invoice.title}”) from ${plainName(invoice.issuerName)} ${invoice.standing}.`,
      `${formatCharged(invoice.amountDue, invoice.currency)} is outstanding; the due date is ${invoice.dueOn}.`,
    ],
    button: { label: 'View and pay', url: payLink(publicUrl, invoice.payToken) },
    attachments: [{ document: 'invoice', documentId: invoice.id }],
  })
}

export const money: Handlers = {
  'invoice.sent': async (tx, invoice) => {
    const { appName, publicUrl } = tx.services.config
    const amount = formatCharged(invoice.total, invoice.currency)
    await queueMail(tx, appName, {
      recipient: invoice.clientEmail,
      subject: `Invoice ${invoice.number} from ${plainName(invoice.issuerName)}`,
      greeting: `Hello ${plainName(invoice.clientName)},`,
      paragraphs: [
        `${plainName(invoice.issuerName)} sent you invoice ${invoice.number} (“${invoice.title}”) for ${amount}.`,
        `It is due on ${invoice.dueOn}. The invoice is attached as a PDF.`,
      ],
      button: { label: 'View and pay', url: payLink(publicUrl, invoice.payToken) },
      attachments: [{ document: 'invoice', documentId: invoice.id }],
    })
  },
  'invoice.reminded': remind,
  'invoice.reminder-due': remind,
}
