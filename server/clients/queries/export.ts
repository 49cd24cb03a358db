import { CLIENT_CSV_COLUMNS, type ClientDto, type CsvFile } from '#shared/clients.ts'
import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import { toCsv } from '../../adapters/csv.ts'
import type { UserCtx } from '../../core/context.ts'
import { isPlatformAdmin } from '../../core/reach.ts'
import { listClients } from './clients.ts'

/** Every client that is not archived, in columns the import reads again. */
export async function exportClients(ctx: UserCtx): Promise<CsvFile> {
  const clients: ClientDto[] = []
  let cursor: string | null = null
  do {
    const page = await listClients(ctx, { cursor, limit: MAX_PAGE_SIZE, search: '', archived: false })
    clients.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  const columns = isPlatformAdmin(ctx) ? ['agency', ...CLIENT_CSV_COLUMNS] : CLIENT_CSV_COLUMNS
  return { filename: 'clients.csv', content: await toCsv(columns, clients, toRow) }
}

const toRow = (client: ClientDto) => ({
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
})
