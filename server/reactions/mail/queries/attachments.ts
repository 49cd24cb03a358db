import type { OutgoingMail } from '../../../adapters/mail.ts'
import type { Ctx } from '../../../core/context.ts'
import { printInvoice } from '../../../invoices/queries/document.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'

/** The documents of a mail, rendered now: a sent invoice is locked, so it is what was sent. */
export async function renderAttachments(
  ctx: Ctx,
  mailId: string,
): Promise<NonNullable<OutgoingMail['attachments']>> {
  const rows = await ctx.db
    .selectFrom('mail_attachments')
    .select(['document_id'])
    .where('mail_id', '=', mailId)
    .where('document', '=', 'invoice')
    .orderBy('position')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const invoice = await getInvoice(ctx, row.document_id)
      return {
        filename: `${invoice.number ?? 'invoice'}.pdf`,
        content: await printInvoice(ctx, invoice),
        contentType: 'application/pdf',
      }
    }),
  )
}
