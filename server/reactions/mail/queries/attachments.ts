import type { OutgoingMail } from '../../../adapters/mail.ts'
import type { Ctx } from '../../../core/context.ts'
import { printInvoice } from '../../../invoices/queries/document.ts'
import { eInvoiceFile, formatOf, renderEInvoice } from '../../../invoices/queries/e-invoice.ts'
import { getInvoice } from '../../../invoices/queries/invoices.ts'
import { getReceipt, printReceipt } from '../../../payments/queries/receipt.ts'

/** The documents of a mail, rendered now: a sent invoice is locked, so it is what was sent. */
export async function renderAttachments(
  ctx: Ctx,
  mailId: string,
): Promise<NonNullable<OutgoingMail['attachments']>> {
  const rows = await ctx.db
    .selectFrom('mail_attachments')
    .select(['document', 'document_id'])
    .where('mail_id', '=', mailId)
    .orderBy('position')
    .execute()
  const files = await Promise.all(
    rows.map((row) => (row.document === 'receipt' ? receiptOf : invoiceOf)(ctx, row.document_id)),
  )
  return files.flat()
}

async function receiptOf(ctx: Ctx, paymentId: string) {
  const receipt = await getReceipt(ctx, paymentId)
  const content = await printReceipt(receipt, null)
  return [{ filename: `${receipt.number}.pdf`, content, contentType: 'application/pdf' }]
}

/** The page people read and, where the client takes one, the e-invoice: beside it, or in one file with it. */
async function invoiceOf(ctx: Ctx, invoiceId: string) {
  const invoice = await getInvoice(ctx, invoiceId)
  const format = await formatOf(ctx, invoiceId)
  const page = {
    filename: `${invoice.number ?? 'invoice'}.pdf`,
    content: await printInvoice(ctx, invoice),
    contentType: 'application/pdf',
  }
  if (format === null) return [page]
  const { name, type } = eInvoiceFile(invoice, format)
  const file = { filename: name, content: await renderEInvoice(ctx, invoice, format), contentType: type }
  return format === 'factur_x' ? [file] : [page, file]
}
