import type { z } from 'zod'
import type { mailInvoiceInput } from '#shared/billing-mails.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import { consumeLimit, type Limit } from '../../adapters/rate-limit.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { formatOf, requireComplete } from '../queries/e-invoice.ts'
import { getInvoice, getIssued } from '../queries/invoices.ts'
import { chosenRecipients } from '../queries/recipients.ts'
import { addPayLink } from './create-pay-link.ts'

/** Own words to addresses of one's own choice: enough for any agency, too little for bulk mail. */
const OWN_MAILS: Limit = { name: 'own-billing-mails', points: 200, duration: 3600 }

/** Counts a mail whose recipients and text were chosen. */
export const limitOwnMails = (ctx: AgencyCtx): Promise<void> =>
  consumeLimit(ctx.db, OWN_MAILS, ctx.reach.agencyId)

/** Emails a document that was issued: a credit note, or an invoice once more. */
export async function mailInvoice(
  ctx: AgencyCtx,
  { id, mail }: z.output<typeof mailInvoiceInput>,
): Promise<InvoiceDocumentDto> {
  await limitOwnMails(ctx)
  return transact(ctx, async (tx) => {
    const invoice = await getIssued(tx, id)
    if (invoice.number === null) throw new AppError('BAD_REQUEST', 'Send the invoice first.')
    if (invoice.status === 'void') throw new AppError('CONFLICT', "A void invoice can't be emailed.")
    const format = await formatOf(tx, id)
    if (format !== null) requireComplete(invoice, format)
    await record(tx, 'invoice.mailed', {
      id,
      agencyId: ctx.reach.agencyId,
      clientId: invoice.client_id,
      kind: invoice.kind,
      number: invoice.number,
      title: invoice.title,
      issuerName: invoice.issuer_name,
      clientName: invoice.clientName,
      mailTo: await chosenRecipients(tx, invoice.client_id, mail),
      mailText: mail,
      total: invoice.amount,
      currency: invoice.currency,
      dueOn: invoice.dueDate,
      payToken: invoice.kind === 'invoice' ? await addPayLink(tx, id) : null,
    })
    return getInvoice(tx, id)
  })
}
