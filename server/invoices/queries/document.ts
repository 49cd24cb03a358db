import { buffer } from 'node:stream/consumers'
import type { InvoiceDto } from '#shared/invoices.ts'
import type { Db } from '../../db/schema.ts'
import { type Letterhead, renderInvoicePdf } from '../../services/documents.ts'
import { toPrintable } from '../../services/picture.ts'
import { openStorage } from '../../services/storage.ts'
import type { Services } from '../../trpc/context.ts'

type PrintServices = Pick<Services, 'db' | 'config'>

/** The invoice as a PDF under its issuer's letterhead. */
export async function printInvoice(services: PrintServices, invoice: InvoiceDto): Promise<Buffer> {
  return renderInvoicePdf(invoice, await letterheadOf(services, invoice))
}

/** Agencies have a letterhead of their own; the platform's invoices bear the platform's logo. */
async function letterheadOf(services: PrintServices, invoice: InvoiceDto): Promise<Letterhead> {
  if (invoice.issuer === 'supplier') return { logo: null, details: null }
  const { logo, details } =
    invoice.agency_id === null
      ? await platformHead(services.db)
      : await services.db
          .selectFrom('invoices')
          .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
          .select(['agencies.logo', 'agencies.invoice_details as details'])
          .where('invoices.id', '=', invoice.id)
          .executeTakeFirstOrThrow()
  return { logo: logo === null ? null : await readLogo(services, logo), details }
}

async function platformHead(db: Db): Promise<{ logo: string | null; details: null }> {
  const settings = await db.selectFrom('platform_settings').select('logo').executeTakeFirst()
  return { logo: settings?.logo ?? null, details: null }
}

/** Null where the picture cannot be read: an invoice without its logo is better than none. */
async function readLogo({ db, config }: PrintServices, path: string): Promise<Buffer | null> {
  const picture = await db
    .selectFrom('pictures')
    .select('storage_key')
    .where('id', '=', path.slice('/pictures/'.length))
    .executeTakeFirst()
  if (picture === undefined) return null
  try {
    return await toPrintable(await buffer(await openStorage(config).read(picture.storage_key)))
  } catch {
    return null
  }
}
