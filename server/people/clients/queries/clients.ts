import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { ClientCounters, ClientDto } from '#shared/people/clients.ts'
import type { clientListInput } from '#shared/people/schemas/clients.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sortedBy, sortedPage } from '../../../base/core/rows/sorting.ts'
import { idsContaining } from '../../../base/core/rows/text-filter.ts'
import { containsText, inNoOrder, sumOf } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { fromFlag, toAddresses } from '../../../base/db/values.ts'
import { toTaxIdCheck } from '../../../identity/letterhead/queries/profile.ts'
import { CLIENT_KEYS, clientFacts, isTallied } from './facts.ts'

type ClientList = z.output<typeof clientListInput>

/** The clients visible to the caller, newest first or by a column. */
export async function listClients(ctx: UserCtx, input: ClientList): Promise<Page<ClientDto>> {
  const { order, descending, cursor, limit, archived, search } = input
  const ids = archived ? null : await idsContaining(ctx, 'client', search)
  if (order === 'newest') {
    const matching = selectClients(ctx)
      .where((eb) => matches(eb, input))
      .$if(ids !== null, (query) =>
        query.where('clients.id', 'in', ids ?? []).orderBy(inNoOrder('clients.created_at')),
      )
    return pageAfter(matching, ['clients.created_at', 'clients.id'], input, toClient)
  }
  const matching = selectFrom(ctx, 'clients')
    .select('clients.id')
    .where((eb) => matches(eb, input))
    .$if(ids !== null, (query) => query.where('clients.id', 'in', ids ?? []))
  const sorting = { key: CLIENT_KEYS[order], descending, cursor }
  return sortedPage({
    order: isTallied(order)
      ? sortedBy(withTallies(matching), 'client_tallies.client_id', sorting)
      : sortedBy(matching, 'clients.id', sorting),
    limit,
    load: (ids) => selectClients(ctx).where('clients.id', 'in', ids).execute(),
    toItem: toClient,
  })
}

/** Joined to the tallies, whose indexes have the list's order. */
const withTallies = <Selected>(clients: SelectQueryBuilder<Schema, 'clients', Selected>) =>
  clients.innerJoin('client_tallies', (join) =>
    join
      .onRef('client_tallies.agency_id', '=', 'clients.agency_id')
      .onRef('client_tallies.client_id', '=', 'clients.id'),
  )

const matches = (eb: ExpressionBuilder<Schema, 'clients'>, { archived, search }: ClientList) =>
  eb.and([
    eb('clients.archived_at', archived ? 'is not' : 'is', null),
    ...(search === ''
      ? []
      : [
          containsText(
            eb,
            [
              eb.ref('clients.name'),
              eb.ref('clients.email'),
              eb.ref('clients.unicode_email'),
              eb.ref('clients.company'),
            ],
            search,
          ),
        ]),
  ])

/** One client, including archived ones; throws NOT_FOUND if missing or not accessible. */
export async function getClient(ctx: UserCtx, id: string): Promise<ClientDto> {
  const row = await selectClients(ctx).where('clients.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This client')
  return toClient(row)
}

/** The summary cards, over all clients that aren't archived. */
export async function countClients(ctx: UserCtx): Promise<ClientCounters> {
  const [clients, projects, revenue, outstanding] = await Promise.all([
    selectFrom(ctx, 'clients')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'projects')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('archived_at', 'is', null)
      .where('status', '!=', 'completed')
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'book_tallies')
      .select((eb) => sumOf<number | null>(eb(eb.ref('base_amount'), '-', eb.ref('base_tax'))).as('amount'))
      .where('direction', '=', 'income')
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'client_tallies')
      .select((eb) => sumOf<number | null>(eb.ref('outstanding')).as('amount'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    total_clients: clients.count,
    active_projects: projects.count,
    total_revenue: revenue.amount ?? 0,
    outstanding: outstanding.amount ?? 0,
  }
}

type ClientRow = Awaited<ReturnType<ReturnType<typeof selectClients>['executeTakeFirstOrThrow']>>

function selectClients(ctx: UserCtx) {
  return selectFrom(ctx, 'clients')
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
      'clients.postal_code',
      'clients.city',
      'clients.region',
      'clients.country',
      'clients.tax_id',
      'clients.tax_id_valid',
      'clients.tax_id_checked_at',
      'clients.registration_number',
      'clients.electronic_address',
      'clients.buyer_reference',
      'clients.billing_currency',
      'clients.default_tax_rate_id',
      'clients.payment_terms',
      'clients.e_invoice_format',
      'clients.billing_cc',
      'clients.billing_bcc',
      'clients.portal_access',
      'clients.archived_at',
      'clients.version',
      'clients.created_at',
      ...clientFacts(eb),
    ])
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
  postal_code: row.postal_code,
  city: row.city,
  region: row.region,
  country: row.country,
  tax_id: row.tax_id,
  tax_id_check: toTaxIdCheck(row),
  registration_number: row.registration_number,
  electronic_address: row.electronic_address,
  buyer_reference: row.buyer_reference,
  billing_currency: row.billing_currency,
  default_tax_rate_id: row.default_tax_rate_id,
  payment_terms: row.payment_terms,
  e_invoice_format: row.e_invoice_format,
  billing_cc: toAddresses(row.billing_cc),
  billing_bcc: toAddresses(row.billing_bcc),
  portal_access: fromFlag(row.portal_access),
  project_count: row.project_count ?? 0,
  active_project_count: row.active_project_count ?? 0,
  total_paid: row.total_paid ?? 0,
  outstanding_amount: row.outstanding_amount ?? 0,
  last_invoice_on: row.last_invoice_on,
  last_payment_on: row.last_payment_on,
  archived_at: row.archived_at,
  version: row.version,
  created_at: row.created_at,
})
