import type { z } from 'zod'
import type { mailInvoiceInput } from '#shared/identity/letterhead/schemas/document-mails.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { countRecipients } from '../../../../identity/agencies/commands/count-recipients.ts'
import { getInvoice, getIssued } from '../../queries/invoices.ts'
import { chosenRecipients, countOf } from '../queries/recipients.ts'
import { addPayLink } from './create-pay-link.ts'

/** Mails an issued document: a credit note, or an invoice again. */
export async function mailInvoice(
  ctx: AgencyCtx,
  { id, mail }: z.output<typeof mailInvoiceInput>,
): Promise<InvoiceDocumentDto> {
  await countRecipients(ctx, countOf(mail))
  return transact(ctx, async (tx) => {
    const invoice = await getIssued(tx, id)
    if (invoice.number === null) throw new AppError('BAD_REQUEST', 'Send the invoice first.')
    if (invoice.status === 'void') throw new AppError('CONFLICT', 'A void invoice can’t be emailed.')
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
      payToken: invoice.kind === 'invoice' ? await addPayLink(tx, id) : null,
    })
    return getInvoice(tx, id)
  })
}
