import { sql } from 'kysely'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { isListed } from './standing.ts'

/** Calendar dates; null is unbounded. */
export interface Period {
  from: string | null
  to: string | null
  /** Only these days of it. */
  days?: readonly string[]
}

/** The entries of the caller's ledger: their agency's, or the platform's for an administrator. */
export function ledgerOf(ctx: Ctx, { from, to, days }: Period) {
  const { agencyId } = ctx.reach
  let entries = selectFrom(ctx, 'ledger_entries').where(
    'ledger_entries.agency_id',
    agencyId === null ? 'is' : '=',
    agencyId,
  )
  if (from !== null) entries = entries.where('ledger_entries.occurred_on', '>=', from)
  if (to !== null) entries = entries.where('ledger_entries.occurred_on', '<=', to)
  if (days !== undefined) entries = entries.where('ledger_entries.occurred_on', 'in', days)
  return entries
}

/** What lists of entries show of them, with the client’s name. */
export const withClient = (entries: ReturnType<typeof ledgerOf>) =>
  entries
    .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
    .select([
      'ledger_entries.id',
      'ledger_entries.occurred_at',
      'ledger_entries.occurred_on',
      'ledger_entries.description',
      'ledger_entries.amount',
      'ledger_entries.base_amount',
      'ledger_entries.currency',
      'ledger_entries.invoice_id',
      'ledger_entries.expense_id',
      'clients.name as client_name',
    ])

/** Amounts written off, but not of void invoices; the constant is what the partial index requires. */
export const lossesOf = (ctx: Ctx, period: Period) =>
  ledgerOf(ctx, period).where('ledger_entries.direction', '=', sql.lit('write_off')).where(isListed)
