import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import type { invoiceListInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { idsContaining } from '../../../base/core/rows/text-filter.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { MAX_CANDIDATES } from '../../../base/db/search/trigrams.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { clientsNamed } from '../../../people/clients/queries/named.ts'
import { invoicesOfProject } from '../../ledger/profit/queries/scope.ts'
import { dueNext, isLate } from './installments.ts'

type Filters = z.output<typeof invoiceListInput>

/** How long an invoice counts as recently paid. */
const RECENT_DAYS = 30

/**
 * Invoices whose displayed status on the caller's current date is the given one; the summary uses the same
 * condition.
 */
export function hasStatus(
  eb: ExpressionBuilder<Schema, 'invoices'>,
  status: NonNullable<Filters['status']>,
  ctx: UserCtx,
) {
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  if (status === 'open') return eb('invoices.status', 'in', ['sent', 'overdue'])
  if (status === 'overdue') return isLate(eb, today)
  if (status === 'sent' || status === 'pending') {
    return eb.and([eb('invoices.status', '=', 'sent'), eb(dueNext(eb), '>=', today)])
  }
  if (status === 'recently_paid') {
    return eb.and([
      eb('invoices.status', '=', 'paid'),
      eb('invoices.kind', '=', 'invoice'),
      eb('invoices.paid_at', '>=', toInstant(addDays(ctx.now, -RECENT_DAYS))),
    ])
  }
  return eb('invoices.status', '=', status)
}

/** Whether a document bills the project, on any of its lines, or credits one that does. */
export function isOfProject(eb: ExpressionBuilder<Schema, 'invoices'>, ctx: UserCtx, projectId: string) {
  const billing = invoicesOfProject(ctx, ctx.reach.agencyId, projectId)
  const credits = eb
    .selectFrom('invoices as credit')
    .select('credit.id')
    .where('credit.credited_invoice_id', 'in', billing)
  // In one list: for two alternatives, databases read every invoice of the agency.
  return eb('invoices.id', 'in', billing.unionAll(credits))
}

/** Issued invoices that may contain the text, directly or in the client's name; null if any invoice may. */
export async function issuedContaining(ctx: UserCtx, text: string): Promise<string[] | null> {
  const clients = await clientsNamed(ctx, text)
  const own = clients === null ? null : await idsContaining(ctx, 'invoice', text)
  if (clients === null || own === null) return null
  if (clients.length === 0) return own
  const ofClients = await selectFrom(ctx, 'invoices')
    .select('invoices.id')
    .where('invoices.agency_id', '=', ctx.reach.agencyId)
    .where('invoices.client_id', 'in', clients)
    .limit(MAX_CANDIDATES + 1)
    .execute()
  return ofClients.length > MAX_CANDIDATES ? null : [...own, ...ofClients.map(({ id }) => id)]
}
