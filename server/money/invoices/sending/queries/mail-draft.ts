import { formatCharged } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import type { MailDraftDto } from '#shared/identity/letterhead/document-mails.ts'
import { fillText, type MailFacts } from '#shared/identity/letterhead/mail-texts.ts'
import { dueStanding } from '#shared/money/invoices/installments.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { mailTextOf } from '../../../../identity/letterhead/queries/mail-texts.ts'
import { getIssued } from '../../queries/invoices.ts'
import { billingRecipients } from './recipients.ts'

/** The recipients and text of a document's mail; placeholders for values that sending assigns remain. */
export async function getMailDraft(ctx: AgencyCtx, { id }: { id: string }): Promise<MailDraftDto> {
  const invoice = await getIssued(ctx, id)
  const { agencyId } = ctx.reach
  const [text, recipients] = await Promise.all([
    mailTextOf(ctx, agencyId, invoice.kind),
    billingRecipients(ctx, invoice.client_id),
  ])
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  const isPlanned = invoice.instalments.length > 0
  const isSettled = invoice.number !== null || (!isPlanned && invoice.dueDate >= today)
  const facts: Partial<MailFacts> = {
    client: invoice.clientName,
    agency: invoice.parties.seller.name,
    title: invoice.title,
    amount: formatCharged(invoice.amount, invoice.currency),
    // Sending chooses another date if it has passed, and may apply credit to installments.
    ...(isSettled && {
      'due date': formatDate(invoice.due_next),
      standing: dueStanding(invoice),
    }),
    // Sending may apply credit.
    ...(invoice.number !== null && {
      number: invoice.number,
      remaining: formatCharged(invoice.amount_due, invoice.currency),
    }),
  }
  return {
    to: recipients.to.map(({ email }) => email),
    cc: recipients.cc,
    bcc: recipients.bcc,
    subject: fillText(text.subject, facts),
    body: fillText(text.body, facts),
  }
}
