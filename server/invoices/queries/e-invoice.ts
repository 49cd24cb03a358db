import { E_INVOICE_FORMATS, type EInvoiceCheck, type EInvoiceFormat } from '#shared/e-invoices.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/invoices.ts'
import { keepDocument, renderInTurn } from '../../adapters/document-renderer.ts'
import { eInvoiceProblems } from '../../adapters/e-invoice-problems.ts'
import type { Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { printerOf, printInvoice } from './document.ts'
import { getInvoice } from './invoices.ts'

/** What is missing for each format, and which one goes out with the invoice. */
export async function checkEInvoice(ctx: Ctx, id: string): Promise<EInvoiceCheck> {
  const document = await getInvoice(ctx, id)
  const problems = E_INVOICE_FORMATS.map((format) => [format, eInvoiceProblems(document, format)])
  return { sent_as: await formatOf(ctx, id), problems: Object.fromEntries(problems) }
}

/** As which e-invoice the document goes out: its client's choice, else the agency's; null for the PDF alone. */
export async function formatOf(ctx: Ctx, id: string): Promise<EInvoiceFormat | null> {
  // Whoever sees the document may know how it is sent.
  const chosen = await selectFrom(acrossAgencies(ctx), 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('billing_profiles', 'billing_profiles.agency_id', 'invoices.agency_id')
    .select(['clients.e_invoice_format as client', 'billing_profiles.e_invoice_format as agency'])
    .where('invoices.id', '=', id)
    .executeTakeFirst()
  const format = chosen?.client ?? chosen?.agency ?? 'none'
  return format === 'none' ? null : format
}

/** True where nothing keeps the document from going out as its client takes it. */
export async function isCompleteEInvoice(ctx: Ctx, id: string): Promise<boolean> {
  const format = await formatOf(ctx, id)
  return format === null || eInvoiceProblems(await getInvoice(ctx, id), format).length === 0
}

/** A sent document as an e-invoice; BAD_REQUEST where something is missing, and what. */
export async function renderEInvoice(
  ctx: Ctx,
  document: InvoiceDocumentDto,
  format: EInvoiceFormat,
): Promise<Buffer> {
  if (document.number === null || document.issuer !== 'agency') {
    throw new AppError('BAD_REQUEST', 'Only an invoice that was sent can be an e-invoice.')
  }
  requireComplete(document, format)
  const content = { document: shownOf(document), format }
  return keepDocument(content, async () => {
    const pdf = format === 'factur_x' ? await printInvoice(ctx, document) : null
    const prepare = async () => ({ kind: 'e-invoice' as const, content: { ...content, pdf } })
    return { pdf: await renderInTurn(printerOf(ctx, document), prepare), whole: true }
  })
}

/** What the file is called, and what it is. */
export const eInvoiceFile = ({ number }: InvoiceDto, format: EInvoiceFormat) =>
  format === 'factur_x'
    ? { name: `${number}.pdf`, type: 'application/pdf' }
    : { name: `${number}-${format}.xml`, type: 'application/xml' }

/** BAD_REQUEST with everything that the format wants and the document lacks. */
export function requireComplete(document: InvoiceDocumentDto, format: EInvoiceFormat): void {
  const problems = eInvoiceProblems(document, format)
  if (problems.length > 0) throw new AppError('BAD_REQUEST', problems.join(' '))
}

/** Without what changes after it was sent, so that the same document is rendered once. */
const shownOf = (document: InvoiceDocumentDto): InvoiceDocumentDto => ({
  ...document,
  amount_paid: 0,
  amount_credited: 0,
  amount_due: document.amount,
  amount_processing: 0,
  due_next: document.dueDate,
  instalments: document.instalments.map((part) => ({ ...part, open: part.amount })),
  parts: null,
  processing: [],
  booking: null,
  receipts: [],
  status: 'sent',
  viewed_at: null,
  reminded_at: null,
  paid_at: null,
  has_pay_link: false,
  payable: false,
  manageable: false,
  version: 1,
})
