import { buffer } from 'node:stream/consumers'
import type { InvoiceDto } from '#shared/invoices.ts'
import { type Letterhead, renderInvoicePdf } from '../../adapters/documents.ts'
import { toPrintable } from '../../adapters/picture.ts'
import { openStorage } from '../../adapters/storage.ts'
import type { Ctx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'

/** The invoice as a PDF under its issuer's letterhead. */
export async function printInvoice(ctx: Ctx, invoice: InvoiceDto): Promise<Buffer> {
  return renderInvoicePdf(invoice, await letterheadOf(ctx, invoice))
}

/**
 * Agencies have a letterhead of their own; the platform's invoices bear the platform's logo. Who sees the
 * invoice sees it, holders of a pay link too, who reach nothing of the agency itself.
 */
async function letterheadOf(ctx: Ctx, invoice: InvoiceDto): Promise<Letterhead> {
  if (invoice.issuer === 'supplier') return { logo: null, details: null }
  const { logo, details } =
    invoice.agency_id === null
      ? await platformHead(ctx)
      : await selectFrom(acrossAgencies(ctx), 'invoices')
          .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
          .select(['agencies.logo', 'agencies.invoice_details as details'])
          .where('invoices.id', '=', invoice.id)
          .executeTakeFirstOrThrow()
  return { logo: logo === null ? null : await readLogo(ctx, logo), details }
}

async function platformHead(ctx: Ctx): Promise<{ logo: string | null; details: null }> {
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
