import { printInvoice } from '../invoices/queries/document.ts'
import { getInvoiceDocument } from '../invoices/queries.ts'
import type { OutgoingMail } from '../services/mail.ts'
import type { Services } from '../trpc/context.ts'

/** The documents of a mail, rendered now: a sent invoice is locked, so it is what was sent. */
export async function renderAttachments(
  services: Pick<Services, 'db' | 'config'>,
  mailId: string,
  now: Date,
): Promise<NonNullable<OutgoingMail['attachments']>> {
  const rows = await services.db
    .selectFrom('mail_attachments')
    .select(['document_id'])
    .where('mail_id', '=', mailId)
    .where('document', '=', 'invoice')
    .orderBy('position')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const invoice = await getInvoiceDocument(services.db, row.document_id, now)
      return {
        filename: `${invoice.number ?? 'invoice'}.pdf`,
        content: await printInvoice(services, invoice),
        contentType: 'application/pdf',
      }
    }),
  )
}
