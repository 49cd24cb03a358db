import type { Expression } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { ProfitBasis } from '#shared/money/ledger/profit.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { workedOn } from '../../../../time/timesheets/queries/days.ts'

/** The owner of the profit, and the days it covers. */
export interface Scope {
  basis: ProfitBasis
  /** Null for the platform's ledger. */
  agencyId: AgencyId | null
  currency: string
  from: string | null
  to: string | null
  projectId: string | null
  clientId: string | null
}

/** Whether sums are split by project and client. */
export interface Splitting {
  split: boolean
}

interface Asked {
  basis: ProfitBasis
  from?: string | null | undefined
  to?: string | null | undefined
  project_id?: string | null | undefined
  client_id?: string | null | undefined
}

/** Throws NOT_FOUND for a record that the caller can't see; its agency is the ledger's. */
export async function scopeOf(ctx: Ctx, asked: Asked): Promise<Scope> {
  const agencyId = await agencyOf(ctx, asked)
  return {
    basis: asked.basis,
    agencyId,
    currency: await agencyCurrency(ctx, agencyId),
    from: asked.from ?? null,
    to: asked.to ?? null,
    projectId: asked.project_id ?? null,
    clientId: asked.client_id ?? null,
  }
}

async function agencyOf(ctx: Ctx, { project_id, client_id }: Asked): Promise<AgencyId | null> {
  let { agencyId } = ctx.reach
  if (project_id) {
    const project = await selectFrom(ctx, 'projects')
      .select('agency_id')
      .where('id', '=', project_id)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    agencyId = project.agency_id
  }
  if (client_id) {
    const client = await selectFrom(ctx, 'clients')
      .select('agency_id')
      .where('id', '=', client_id)
      .executeTakeFirst()
    if (client === undefined) throw notFound('This client')
    agencyId = client.agency_id
  }
  return agencyId
}

/** The scope's time. Time outside an agency is private and never counts. */
export function timeOf(ctx: Ctx, { agencyId, from, to, projectId, clientId }: Scope) {
  return selectFrom(ctx, 'time_entries')
    .where('time_entries.agency_id', '=', agencyId)
    .$call((query) => workedOn(query, { from, to }))
    .$call((query) => whereSet(query, 'time_entries.project_id', projectId))
    .$call((query) =>
      clientId === null ? query : query.where('time_entries.project_id', 'in', projectsOf(ctx, clientId)),
    )
}

/** The client of a project, which grouped rows look up once for each group. */
export const clientOf = (ctx: Ctx, projectId: Expression<string | null>) =>
  selectFrom(ctx, 'projects').select('projects.assigned_client_id').where('projects.id', '=', projectId)

/** A client's projects. */
export const projectsOf = (ctx: Ctx, clientId: string) =>
  selectFrom(ctx, 'projects').select('projects.id').where('projects.assigned_client_id', '=', clientId)

/**
 * The invoices of a project, for `in`: those that name it, or have a line that does, or bill its time. Neither
 * duplicates nor the nulls of unbilled time are removed, because SQLite would read an agency's whole index for
 * that.
 */
export function invoicesOfProject(ctx: Ctx, agencyId: AgencyId | null, projectId: string) {
  let named = selectFrom(ctx, 'invoices').where('invoices.project_id', '=', projectId)
  let billed = selectFrom(ctx, 'time_entries').where('time_entries.project_id', '=', projectId)
  let released = selectFrom(ctx, 'released_time').where('released_time.project_id', '=', projectId)
  // Indexes begin with the agency.
  if (agencyId !== null) {
    named = named.where('invoices.agency_id', '=', agencyId)
    billed = billed.where('time_entries.agency_id', '=', agencyId)
    released = released.where('released_time.agency_id', '=', agencyId)
  }
  return named
    .select('invoices.id')
    .unionAll(
      selectFrom(ctx, 'invoice_items')
        .select('invoice_items.invoice_id as id')
        .where('invoice_items.project_id', '=', projectId),
    )
    .unionAll(billed.select((eb) => eb.ref('time_entries.invoice_id').$notNull().as('id')))
    .unionAll(released.select((eb) => eb.ref('released_time.invoice_id').$notNull().as('id')))
}
