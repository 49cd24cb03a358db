import { E_INVOICE_FORMATS, type EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'
import { eInvoiceProblems } from '#shared/money/invoices/e-invoice/problems.ts'
import type { EInvoiceCheck } from '#shared/money/invoices/e-invoices.ts'
import { askedOf, paperOf } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/money/invoices/invoices.ts'
import {
  keepDocument,
  renderInTurn,
  unprintableIn,
} from '../../../../base/adapters/documents/document-renderer.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { printerOf, printInvoice } from '../../documents/queries/document.ts'
import { getInvoice } from '../../queries/invoices.ts'

/** What is missing for each format, which format is sent with the invoice, and what can't be printed. */
export async function checkEInvoice(ctx: Ctx, id: string): Promise<EInvoiceCheck> {
  const document = await getInvoice(ctx, id)
  const problems = E_INVOICE_FORMATS.map((format) => [format, eInvoiceProblems(document, format)])
  return {
    // What an issued document lacks can't be added anymore.
    sent_as: document.number === null ? await formatOf(ctx, id) : await attachedFormatOf(ctx, document),
    problems: Object.fromEntries(problems),
    unprintable: await unprintableIn(printerOf(ctx, document), paperOf(document)),
  }
}

/** The e-invoice format to send: the client's, else the agency's; null for only the PDF. */
async function formatOf(ctx: Ctx, id: string): Promise<EInvoiceFormat | null> {
  // Anyone who can see the document may know its format.
  const chosen = await selectFrom(acrossAgencies(ctx), 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('billing_profiles', 'billing_profiles.agency_id', 'invoices.agency_id')
    .select([
      'clients.e_invoice_format as client_format',
      'billing_profiles.e_invoice_format as agency_format',
    ])
    .where('invoices.id', '=', id)
    .executeTakeFirst()
  return chosen === undefined ? null : chosenFormat(chosen)
}

type Choice = EInvoiceFormat | 'none' | null

export function chosenFormat(choices: {
  client_format: Choice
  agency_format: Choice
}): EInvoiceFormat | null {
  const format = choices.client_format ?? choices.agency_format ?? 'none'
  return format === 'none' ? null : format
}

/** The format to attach to a mail; null if the client's lacks something, as for documents sent before they chose it. */
export async function attachedFormatOf(
  ctx: Ctx,
  document: InvoiceDocumentDto,
): Promise<EInvoiceFormat | null> {
  const format = await formatOf(ctx, document.id)
  return format !== null && eInvoiceProblems(document, format).length === 0 ? format : null
}

/** Whether the document can be sent in the client's format. */
export async function isCompleteEInvoice(ctx: Ctx, id: string): Promise<boolean> {
  const format = await formatOf(ctx, id)
  return format === null || eInvoiceProblems(await getInvoice(ctx, id), format).length === 0
}

/** Renders a sent document as an e-invoice; throws BAD_REQUEST listing what is missing. */
export async function renderEInvoice(
  ctx: Ctx,
  document: InvoiceDocumentDto,
  format: EInvoiceFormat,
): Promise<Buffer> {
  if (document.number === null || document.issuer !== 'agency') {
    throw new AppError('BAD_REQUEST', 'Only a sent invoice can be an e-invoice.')
  }
  requireComplete(document, format)
  const content = { document: shownOf(document), format }
  return keepDocument(content, async () => {
    const pdf = format === 'factur_x' ? await printInvoice(ctx, document) : null
    const prepare = async () => ({ kind: 'e-invoice' as const, content: { ...content, pdf } })
    return { pdf: await renderInTurn(printerOf(ctx, document), prepare), whole: true }
  })
}

/** The file's name and content type. */
export const eInvoiceFile = ({ number }: InvoiceDto, format: EInvoiceFormat) =>
  format === 'factur_x'
    ? { name: `${number}.pdf`, type: 'application/pdf' }
    : { name: `${number}-${format}.xml`, type: 'application/xml' }

/** Throws BAD_REQUEST listing everything that the document lacks for the format. */
export function requireComplete(document: InvoiceDocumentDto, format: EInvoiceFormat): void {
  const problems = eInvoiceProblems(document, format)
  if (problems.length > 0) throw new AppError('BAD_REQUEST', problems.join(' '))
}

/** Without values that change after sending, so that the rendered file can be cached. */
const shownOf = (document: InvoiceDocumentDto): InvoiceDocumentDto => ({
  ...document,
  amount_paid: 0,
  amount_credited: 0,
  amount_kept: 0,
  amount_due: askedOf(document),
  amount_processing: 0,
  due_next: document.dueDate,
  instalments: document.instalments.map((part) => ({ ...part, open: part.amount })),
  parts: null,
  processing: [],
  waiting: [],
  booking: null,
  receipts: [],
  status: 'sent',
  viewed_at: null,
  reminded_at: null,
  reopened: 0,
  paid_at: null,
  has_pay_link: false,
  payable: false,
  manageable: false,
  version: 1,
})
