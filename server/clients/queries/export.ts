import { CLIENT_CSV_COLUMNS, type ClientDto, type CsvFile } from '#shared/clients.ts'
import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { toCsv } from '../../services/csv.ts'
import { listClients } from '../queries.ts'

/** Every client that is not archived, in columns the import reads again. */
export async function exportClients(db: Db, scope: Scope): Promise<CsvFile> {
  const clients: ClientDto[] = []
  let cursor: string | null = null
  do {
    const page = await listClients(db, scope, { cursor, limit: MAX_PAGE_SIZE, search: '', archived: false })
    clients.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  const columns = isPlatformAdmin(scope) ? ['agency', ...CLIENT_CSV_COLUMNS] : CLIENT_CSV_COLUMNS
  return { filename: 'clients.csv', content: toCsv(columns, clients.map(toRow)) }
}

const toRow = (client: ClientDto) => ({
  agency: client.agency_name,
  name: client.name,
  email: client.email,
  phone: client.phone ?? '',
  company: client.company ?? '',
  address: client.address ?? '',
  portal_access: client.portal_access ? 'yes' : 'no',
})
