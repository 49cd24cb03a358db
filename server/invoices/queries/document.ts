import { buffer } from 'node:stream/consumers'
import type { InvoiceDto } from '#shared/invoices.ts'
import { keepDocument, renderInTurn } from '../../adapters/document-renderer.ts'
import type { PrintedInvoice } from '../../adapters/documents.ts'
import { providerName } from '../../adapters/payment-provider.ts'
import { toPrintable } from '../../adapters/picture.ts'
import { openStorage } from '../../adapters/storage.ts'
import type { Ctx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'

/** The invoice as a PDF under its issuer's letterhead. A sent one is locked: it is rendered once and kept. */
export async function printInvoice(ctx: Ctx, invoice: InvoiceDto): Promise<Buffer> {
  const printed = printedInvoice(invoice)
  const { logo, details } = await letterheadOf(ctx, invoice)
  const test = providerName(ctx.services.config) === 'test' ? { test_mode: true } : {}
  const render = async () => {
    let picture: Buffer | null = null
    const pdf = await renderInTurn(printerOf(ctx, invoice), async () => {
      picture = logo === null ? null : await readLogo(ctx, logo)
      return { kind: 'invoice', invoice: printed, letterhead: { logo: picture, details, ...test } }
    })
    return { pdf, whole: logo === null || picture !== null }
  }
  return invoice.number === null
    ? (await render()).pdf
    : keepDocument({ printed, logo, details, ...test }, render)
}

/** Who waits in the documents' queue: a person, the holders of the invoice's link, or the portal (a mail). */
function printerOf({ actor }: Ctx, invoice: InvoiceDto): string | null {
  if (actor.kind === 'user') return actor.userId
  return actor.kind === 'job' || actor.kind === 'provider' ? null : `invoice:${invoice.id}`
}

const printedInvoice = (invoice: InvoiceDto): PrintedInvoice => ({
  kind: invoice.kind,
  number: invoice.number,
  title: invoice.title,
  description: invoice.description,
  notes: invoice.notes,
  currency: invoice.currency,
  issuer_name: invoice.issuer_name,
  clientName: invoice.clientName,
  issued_on: invoice.issued_on,
  dueDate: invoice.dueDate,
  items: invoice.items,
  subtotal: invoice.subtotal,
  discount: invoice.discount,
  tax: invoice.tax,
  amount: invoice.amount,
  amount_paid: invoice.amount_paid,
  amount_credited: invoice.amount_credited,
  amount_due: invoice.amount_due,
})

/** The address of its picture, which stands for these bytes for ever, and the lines to print. */
interface Head {
  logo: string | null
  details: string | null
}

/**
 * Agencies have a letterhead of their own; the platform's invoices bear the platform's logo. Who sees the
 * invoice sees it, holders of a pay link too, who reach nothing of the agency itself.
 */
async function letterheadOf(ctx: Ctx, invoice: InvoiceDto): Promise<Head> {
  if (invoice.issuer === 'supplier') return { logo: null, details: null }
  if (invoice.agency_id === null) return platformHead(ctx)
  return selectFrom(acrossAgencies(ctx), 'invoices')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .select(['agencies.logo', 'agencies.invoice_details as details'])
    .where('invoices.id', '=', invoice.id)
    .executeTakeFirstOrThrow()
}

async function platformHead(ctx: Ctx): Promise<Head> {
  const settings = await ctx.db.selectFrom('platform_settings').select('logo').executeTakeFirst()
  return { logo: settings?.logo ?? null, details: null }
}

/** Whoever sees the invoice sees its logo. Null where it cannot be read: better an invoice without than none. */
async function readLogo(ctx: Ctx, path: string): Promise<Buffer | null> {
  const picture = await selectFrom(acrossAgencies(ctx), 'pictures')
    .select('storage_key')
    .where('id', '=', path.slice('/pictures/'.length))
    .executeTakeFirst()
  if (picture === undefined) return null
  try {
    return await toPrintable(await buffer(await openStorage(ctx.services.config).read(picture.storage_key)))
  } catch {
    return null
  }
}
