import type { z } from 'zod'
import type { ClientCounters, ClientDto, clientListInput } from '#shared/clients.ts'
import type { Page } from '#shared/paging.ts'
import type { Scope } from '../auth/scope.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import { containsText } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter } from '../db/scope-guard.ts'
import { fromFlag } from '../db/values.ts'
import { notFound } from '../errors.ts'
import { revenueBetween } from '../finance/queries.ts'
import { outstandingOf, stillOwed } from '../invoices/queries/open.ts'

/** Clients the caller may see, newest first. */
export async function listClients(
  db: Db,
  scope: Scope,
  input: z.output<typeof clientListInput>,
): Promise<Page<ClientDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await visibleClients(db, scope)
    .where('clients.archived_at', input.archived ? 'is not' : 'is', null)
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [eb.ref('clients.name'), eb.ref('clients.email'), eb.ref('clients.company')],
          input.search,
        ),
      ),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('clients.created_at', 'clients.id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('clients.created_at', 'desc')
    .orderBy('clients.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => ({ key: row.created_at, id: row.id }), toClient)
}

/** One client, archived or not; NOT_FOUND when it is missing or foreign. */
export async function getClient(db: Db, scope: Scope, id: string): Promise<ClientDto> {
  const row = await visibleClients(db, scope).where('clients.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This client')
  return toClient(row)
}

/** The summary cards over all clients that are not archived. */
export async function countClients(db: Db, scope: Scope): Promise<ClientCounters> {
  const agencyId = agencyFilter(scope)
  const [clients, projects, revenue, outstanding] = await Promise.all([
    db
      .selectFrom('clients')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('archived_at', 'is', null)
      .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('projects')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('archived_at', 'is', null)
      .where('status', '!=', 'completed')
      .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
      .executeTakeFirstOrThrow(),
    revenueBetween(db, agencyId, null, null),
    outstandingOf(db, agencyId),
  ])
  return {
    total_clients: clients.count,
    active_projects: projects.count,
    total_revenue: revenue,
    outstanding: outstanding.amount,
  }
}

type ClientRow = Awaited<ReturnType<ReturnType<typeof visibleClients>['executeTakeFirstOrThrow']>>

function visibleClients(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  return db
    .selectFrom('clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select((eb) => [
      'clients.id',
      'clients.agency_id',
      'agencies.name as agency_name',
      'agencies.currency',
      'clients.name',
      'clients.email',
      'clients.phone',
      'clients.company',
      'clients.address',
      'clients.portal_access',
      'clients.archived_at',
      'clients.version',
      'clients.created_at',
      eb
        .selectFrom('projects')
        .whereRef('projects.agency_id', '=', 'clients.agency_id')
        .whereRef('projects.assigned_client_id', '=', 'clients.id')
        .where('projects.archived_at', 'is', null)
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .as('project_count'),
      eb
        .selectFrom('ledger_entries')
        .whereRef('ledger_entries.agency_id', '=', 'clients.agency_id')
        .whereRef('ledger_entries.client_id', '=', 'clients.id')
        .where('ledger_entries.direction', '=', 'income')
        .select((sub) => sub.fn.sum<number>('ledger_entries.amount').as('amount'))
        .as('total_paid'),
      eb
        .selectFrom('invoices')
        .whereRef('invoices.agency_id', '=', 'clients.agency_id')
        .whereRef('invoices.client_id', '=', 'clients.id')
        .where('invoices.kind', '=', 'invoice')
        .where('invoices.status', 'in', ['sent', 'overdue'])
        .select((sub) => sub.fn.sum<number>(stillOwed(sub)).as('amount'))
        .as('outstanding_amount'),
    ])
    .$if(agencyId !== null, (query) => query.where('clients.agency_id', '=', agencyId))
}

const toClient = (row: ClientRow): ClientDto => ({
  id: row.id,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  currency: row.currency,
  name: row.name,
  email: row.email,
  phone: row.phone,
  company: row.company,
  address: row.address,
  portal_access: fromFlag(row.portal_access),
  project_count: row.project_count ?? 0,
  total_paid: row.total_paid ?? 0,
  outstanding_amount: row.outstanding_amount ?? 0,
  archived_at: row.archived_at,
  version: row.version,
  created_at: row.created_at,
})
