import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { paperOf } from '#shared/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import type { statementInput } from '#shared/statements.ts'
import { keepDocument, renderInTurn } from '../../adapters/document-renderer.ts'
import type { DocumentContent } from '../../adapters/documents.ts'
import { providerName } from '../../adapters/payment-provider.ts'
import { toPrintable } from '../../adapters/picture.ts'
import { openStorage } from '../../adapters/storage.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { partiesOf } from './parties.ts'
import { getStatement } from './statement.ts'

/** The invoice as a PDF. A sent one is frozen: it is rendered once and kept while there is room. */
export async function printInvoice(ctx: Ctx, document: InvoiceDocumentDto): Promise<Buffer> {
  const invoice = paperOf(document)
  const asker = printerOf(ctx, document)
  const { logo: path } = invoice.parties
  const testMode = providerName(ctx.services.config) === 'test'
  const render = () =>
    renderUnderLogo(ctx, { asker, path, content: (logo) => ({ kind: 'invoice', invoice, logo, testMode }) })
  return invoice.number === null ? (await render()).pdf : keepDocument({ invoice, testMode }, render)
}

/** A client's statement as a PDF, under its agency's letterhead of today. */
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
  return (await renderUnderLogo(ctx, { asker: ctx.actor.userId, path, content })).pdf
}

interface Headed {
  asker: string | null
  /** The logo's address, which stands for its bytes for ever. */
  path: string | null
  content: (logo: Buffer | null) => DocumentContent
}

/** Rendered without the logo where that can't be read, which `whole` then tells. */
export async function renderUnderLogo(ctx: Ctx, { asker, path, content }: Headed) {
  let logo: Buffer | null = null
  const pdf = await renderInTurn(asker, async () => {
    logo = path === null ? null : await readLogo(ctx, path)
    return content(logo)
  })
  return { pdf, whole: path === null || logo !== null }
}

/** Who waits in the documents' queue: a person, the holders of the invoice's link, or the portal (a mail). */
export function printerOf({ actor }: Ctx, invoice: InvoiceDocumentDto): string | null {
  if (actor.kind === 'user') return actor.userId
  return actor.kind === 'job' || actor.kind === 'provider' ? null : `invoice:${invoice.id}`
}

/** Null where it cannot be read: better an invoice without its logo than none. */
export async function readLogo(ctx: Ctx, path: string): Promise<Buffer | null> {
  const stored = await findLogo(ctx, path)
  if (stored === null) return null
  try {
    return await toPrintable(await buffer(await openStorage(ctx.services.config).read(stored.storage_key)))
  } catch {
    return null
  }
}

/** Whoever sees a document sees its logo; holders of a pay link, too, who reach nothing else of the agency. */
export async function findLogo(
  ctx: Ctx,
  path: string,
): Promise<{ storage_key: string; content_type: string } | null> {
  const picture = await selectFrom(acrossAgencies(ctx), 'pictures')
    .select(['storage_key', 'content_type'])
    .where('id', '=', path.slice('/pictures/'.length))
    .executeTakeFirst()
  return picture ?? null
}
