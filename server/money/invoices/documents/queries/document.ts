import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { paperOf } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { statementInput } from '#shared/money/invoices/schemas/statements.ts'
import { keepDocument, renderInTurn } from '../../../../base/adapters/documents/document-renderer.ts'
import type { DocumentContent } from '../../../../base/adapters/documents/documents.ts'
import { toPrintable } from '../../../../base/adapters/documents/picture.ts'
import { instanceAccount } from '../../../../base/adapters/payments/payment-provider.ts'
import { digestOfRow } from '../../../../base/adapters/storage/file-storage.ts'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { partiesOf } from './parties.ts'
import { getStatement } from './statement.ts'

/** Renders the invoice as a PDF. A sent invoice can't change, so its PDF is cached. */
export async function printInvoice(ctx: Ctx, document: InvoiceDocumentDto): Promise<Buffer> {
  const invoice = paperOf(document)
  const caller = printerOf(ctx, document)
  const { logo: path } = invoice.parties
  const notice = instanceAccount(ctx.services.config)?.notice ?? null
  const render = () =>
    renderUnderLogo(ctx, { caller, path, content: (logo) => ({ kind: 'invoice', invoice, logo, notice }) })
  return invoice.number === null
    ? (await render()).pdf
    : keepDocument({ invoice, testMode: notice !== null }, render)
}

/** Renders a client's statement as a PDF with the agency's current letterhead. */
export async function printStatement(ctx: UserCtx, input: z.output<typeof statementInput>): Promise<Buffer> {
  const { client_id, currencies: _, ...stated } = await getStatement(ctx, input)
  const client = await selectFrom(ctx, 'clients')
    .select('agency_id')
    .where('id', '=', client_id)
    .executeTakeFirstOrThrow()
  const {
    seller,
    buyer,
    logo: path,
    accent = null,
  } = await partiesOf(ctx, {
    agency_id: client.agency_id,
    issuer: 'agency',
    issuer_name: '',
    client_id,
    clientName: stated.client_name,
    parties: null,
  })
  const statement = { ...stated, seller, buyer, accent }
  const content = (logo: Buffer | null): DocumentContent => ({ kind: 'statement', statement, logo })
  return (await renderUnderLogo(ctx, { caller: ctx.actor.userId, path, content })).pdf
}

interface Headed {
  caller: string | null
  /** The logo's path; its content never changes. */
  path: string | null
  content: (logo: Buffer | null) => DocumentContent
}

/** Renders without the logo if that can't be read; `whole` is then false. */
export async function renderUnderLogo(ctx: Ctx, { caller, path, content }: Headed) {
  let logo: Buffer | null = null
  const pdf = await renderInTurn(caller, async () => {
    logo = path === null ? null : await printableLogo(ctx, path)
    return content(logo)
  })
  return { pdf, whole: path === null || logo !== null }
}

/**
 * The key for the document queue's limits: a person, the holders of the invoice's link, or null for the
 * portal's mails.
 */
export function printerOf({ actor }: Ctx, invoice: InvoiceDocumentDto): string | null {
  if (actor.kind === 'user') return actor.userId
  return actor.kind === 'job' || actor.kind === 'provider' ? null : `invoice:${invoice.id}`
}

/** Null if it can't be read: the invoice is then rendered without it. */
export async function printableLogo(ctx: Ctx, path: string): Promise<Buffer | null> {
  const stored = await findLogo(ctx, path)
  if (stored === null) return null
  try {
    const storage = openStorage(ctx.services.config)
    return await toPrintable(await buffer(await storage.read(stored.storage_key, digestOfRow(stored))))
  } catch {
    return null
  }
}

/** Anyone who can see a document can see its logo, including holders of a pay link. */
export async function findLogo(ctx: Ctx, path: string) {
  const picture = await selectFrom(acrossAgencies(ctx), 'pictures')
    .leftJoin('damaged_files', 'damaged_files.file_key', 'pictures.storage_key')
    .select(['pictures.storage_key', 'content_type', 'size', 'sha256', 'damaged_files.state as trouble'])
    .where('id', '=', path.slice('/pictures/'.length))
    .executeTakeFirst()
  return picture ?? null
}
