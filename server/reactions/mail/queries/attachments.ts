import type { OutgoingMail } from '../../../base/adapters/mail.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { printableLogo, printInvoice } from '../../../money/invoices/documents/queries/document.ts'
import { getInvoice } from '../../../money/invoices/queries/invoices.ts'
import {
  attachedFormatOf,
  eInvoiceFile,
  renderEInvoice,
} from '../../../money/invoices/sending/queries/e-invoice.ts'
import { getReceipt, printReceipt } from '../../../money/payments/charge/queries/receipt.ts'
import { MARK_PNG } from '../mark-picture.ts'
import { LOGO_CID, MARK_CID } from '../templates.ts'

type Attachments = NonNullable<OutgoingMail['attachments']>

/** Renders a mail's documents on delivery; a sent invoice can't change in between. */
export async function renderAttachments(ctx: Ctx, mailId: string): Promise<Attachments> {
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
  const content = await printReceipt(ctx, receipt, null)
  return [{ filename: `${receipt.number}.pdf`, content, contentType: 'application/pdf' }]
}

/** The PDF and, if the client receives one, the e-invoice: separate or embedded. */
async function invoiceOf(ctx: Ctx, invoiceId: string) {
  const invoice = await getInvoice(ctx, invoiceId)
  const format = await attachedFormatOf(ctx, invoice)
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

/** Only the template contains this: quotes in user-supplied text are escaped. */
const PICTURE = /src="cid:([\w-]+)"/g

/** The images that a mail's HTML refers to. An unreadable logo is replaced by the agency's name. */
export async function inlinePictures(ctx: Ctx, html: string): Promise<Attachments> {
  const cids = [...new Set([...html.matchAll(PICTURE)].map(([, cid = '']) => cid))]
  const pictures = await Promise.all(cids.map(async (cid) => ({ cid, content: await pictureOf(ctx, cid) })))
  return pictures.flatMap(({ cid, content }) =>
    content === null ? [] : [{ cid, content, filename: `${cid}.png`, contentType: 'image/png' }],
  )
}

function pictureOf(ctx: Ctx, cid: string): Promise<Buffer | null> | Buffer | null {
  if (cid === MARK_CID) return MARK_PNG
  return cid.startsWith(LOGO_CID) ? printableLogo(ctx, `/pictures/${cid.slice(LOGO_CID.length)}`) : null
}
