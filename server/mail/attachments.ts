import type { Db } from '../db/schema.ts'
import { getInvoiceDocument } from '../invoices/queries.ts'
import { renderInvoicePdf } from '../services/documents.ts'
import type { OutgoingMail } from '../services/mail.ts'

/** The documents of a mail, rendered now: a sent invoice is locked, so it is what was sent. */
export async function renderAttachments(
  db: Db,
  mailId: string,
  now: Date,
): Promise<NonNullable<OutgoingMail['attachments']>> {
  const rows = await db
    .selectFrom('mail_attachments')
    .select(['document_id'])
    .where('mail_id', '=', mailId)
    .where('document', '=', 'invoice')
    .orderBy('position')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const invoice = await getInvoiceDocument(db, row.document_id, now)
      return {
        filename: `${invoice.number ?? 'invoice'}.pdf`,
        content: await renderInvoicePdf(invoice),
        contentType: 'application/pdf',
      }
    }),
  )
}
