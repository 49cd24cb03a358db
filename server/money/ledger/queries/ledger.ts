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

/** Amounts written off, but not of void invoices; the constant is what the partial index requires. */
export const lossesOf = (ctx: Ctx, period: Period) =>
  ledgerOf(ctx, period).where('ledger_entries.direction', '=', sql.lit('write_off')).where(isListed)
