import { rateLabel } from '#shared/base/amounts/taxes.ts'
import { MAX_PAGE_SIZE, type Page } from '#shared/base/paging.ts'
import { CLIENT_CSV_COLUMNS, type ClientDto, type ClientsCsv } from '#shared/people/clients.ts'
import { clientListInput } from '#shared/people/schemas/clients.ts'
import { toCsv } from '../../../base/adapters/tables/csv.ts'
import { type CsvRow, streamCsv } from '../../../base/adapters/tables/csv-stream.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { acrossAgencies, isPlatformAdmin } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { showEmailsIn } from '../../../base/core/shown-emails.ts'
import { listClients } from './clients.ts'

/** All clients that aren't archived, in the columns of the import. */
export async function exportClients(ctx: UserCtx): Promise<ClientsCsv> {
  const rows: CsvRow[] = []
  for await (const page of clientPages(ctx)) rows.push(...page)
  return { filename: CLIENTS_FILE, content: await toCsv(columnsOf(ctx), rows, (row) => row) }
}

export const CLIENTS_FILE = 'clients.csv'

/** The same file as a stream: each page of clients is read when it is needed. */
export const streamClients = (ctx: UserCtx): AsyncGenerator<string> =>
  streamCsv(columnsOf(ctx), clientPages(ctx))

const columnsOf = (ctx: UserCtx): readonly string[] =>
  isPlatformAdmin(ctx) ? ['agency', ...CLIENT_CSV_COLUMNS] : CLIENT_CSV_COLUMNS

async function* clientPages(ctx: UserCtx): AsyncGenerator<CsvRow[]> {
  let cursor: string | null = null
  do {
    const page: Page<ClientDto> = await listClients(
      ctx,
      clientListInput.parse({ cursor, limit: MAX_PAGE_SIZE }),
    )
    const rates = await rateLabels(ctx, page.items)
    yield page.items.map((client) => showEmailsIn(toRow(client, rates)))
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** The names of the clients' default tax rates, by id; anyone who can see a client can see its tax rate. */
async function rateLabels(ctx: UserCtx, clients: readonly ClientDto[]): Promise<Map<string, string>> {
  const ids = [...new Set(clients.flatMap(({ default_tax_rate_id }) => default_tax_rate_id ?? []))]
  if (ids.length === 0) return new Map()
  const rates = await selectFrom(acrossAgencies(ctx), 'tax_rates')
    .select(['id', 'name', 'bps', 'category'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rates.map((rate) => [rate.id, rateLabel(rate)]))
}

const toRow = (client: ClientDto, rates: Map<string, string>) => ({
  agency: client.agency_name,
  name: client.name,
  email: client.email,
  phone: client.phone ?? '',
  company: client.company ?? '',
  address: client.address ?? '',
  portal_access: client.portal_access ? 'yes' : 'no',
  postal_code: client.postal_code ?? '',
  city: client.city ?? '',
  region: client.region ?? '',
  country: client.country ?? '',
  tax_id: client.tax_id ?? '',
  registration_number: client.registration_number ?? '',
  electronic_address: client.electronic_address ?? '',
  buyer_reference: client.buyer_reference ?? '',
  billing_currency: client.billing_currency ?? '',
  payment_terms: client.payment_terms === null ? '' : String(client.payment_terms),
  default_tax_rate: rates.get(client.default_tax_rate_id ?? '') ?? '',
  e_invoice_format: client.e_invoice_format ?? '',
  billing_cc: client.billing_cc.join(', '),
  billing_bcc: client.billing_bcc.join(', '),
})
