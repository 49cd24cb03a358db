import { fillText, type MailFacts, type MailOccasion, paragraphsOf } from '#shared/mail-texts.ts'
import { formatCharged } from '#shared/money.ts'
import type { AgencyId } from '#shared/roles.ts'
import { mailTextOf } from '../../../billing/queries/mail-texts.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
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
 * To the client and its contacts for billing, in the agency's words, with the invoice as a PDF and a pay link
 * of this mail's own.
 */
async function mailBill(
  tx: Tx,
  bill: Bill,
  occasion: MailOccasion,
  { amount, standing }: { amount: number; standing: string },
): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const { clientId, clientName: name, clientEmail: email } = bill
  const text = await mailTextOf(tx, bill.agencyId ?? null, occasion)
  const url = payLink(publicUrl, bill.payToken)
  const facts: MailFacts = {
    client: plainName(name),
    agency: plainName(bill.issuerName),
    number: bill.number,
    title: bill.title,
    amount: formatCharged(amount, bill.currency),
    'due date': bill.dueOn,
    standing,
    link: url,
  }
  for (const recipient of await billingRecipients(tx, { clientId, name, email })) {
    await queueMail(tx, appName, {
      recipient: recipient.email,
      subject: fillText(text.subject, facts),
      greeting: `Hello ${plainName(recipient.name)},`,
      paragraphs: paragraphsOf(text.body).map((paragraph) => fillText(paragraph, facts)),
      button: { label: 'View and pay', url },
      attachments: [{ document: 'invoice', documentId: bill.id }],
    })
  }
}

const remind: NonNullable<Handlers['invoice.reminded']> = (tx, invoice) =>
  mailBill(tx, invoice, invoice.occasion, { amount: invoice.amountDue, standing: invoice.standing })

export const money: Handlers = {
  'invoice.sent': (tx, invoice) =>
    mailBill(tx, invoice, 'invoice', { amount: invoice.total, standing: `is due on ${invoice.dueOn}` }),
  'invoice.reminded': remind,
  'invoice.reminder-due': remind,
}
