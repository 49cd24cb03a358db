import type { MailDraftDto } from '#shared/billing-mails.ts'
import { formatWrittenDate } from '#shared/dates.ts'
import { fillText, type MailFacts } from '#shared/mail-texts.ts'
import { formatCharged } from '#shared/money.ts'
import { mailTextOf } from '../../billing/queries/mail-texts.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { getIssued } from './invoices.ts'
import { billingRecipients } from './recipients.ts'

/** To whom a document goes and what its mail says, unless somebody edits it: what sending gives it stays open. */
export async function getMailDraft(ctx: AgencyCtx, { id }: { id: string }): Promise<MailDraftDto> {
  const invoice = await getIssued(ctx, id)
  const { agencyId } = ctx.reach
  const [text, recipients] = await Promise.all([
    mailTextOf(ctx, agencyId, invoice.kind),
    billingRecipients(ctx, invoice.client_id),
  ])
  const facts: Partial<MailFacts> = {
    client: invoice.clientName,
    agency: invoice.issuer_name,
    title: invoice.title,
    amount: formatCharged(invoice.amount, invoice.currency),
    remaining: formatCharged(invoice.amount_due, invoice.currency),
    'due date': formatWrittenDate(invoice.dueDate),
    standing: `is due on ${formatWrittenDate(invoice.dueDate)}`,
    ...(invoice.number !== null && { number: invoice.number }),
  }
  return {
    to: recipients.to.map(({ email }) => email),
    cc: recipients.cc,
    bcc: recipients.bcc,
    subject: fillText(text.subject, facts),
    body: fillText(text.body, facts),
  }
}
