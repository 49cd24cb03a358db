import type { AgencyId } from '#shared/roles.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import { toInstant } from '../../db/values.ts'

/** Income that succeeded between two instants (null is open): one agency's, or for null that of all agencies. */
export async function revenueBetween(
  ctx: Ctx,
  agencyId: AgencyId | null,
  from: Date | null,
  to: Date | null,
): Promise<number> {
  let income = selectFrom(ctx, 'ledger_entries')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('direction', '=', 'income')
    .where('agency_id', agencyId === null ? 'is not' : '=', agencyId)
  if (from !== null) income = income.where('occurred_at', '>=', toInstant(from))
  if (to !== null) income = income.where('occurred_at', '<', toInstant(to))
  return (await income.executeTakeFirstOrThrow()).amount ?? 0
}

/** All-time income of each agency, in minor units. */
export async function revenueByAgency(ctx: Ctx): Promise<Map<string, number>> {
  const rows = await selectFrom(ctx, 'ledger_entries')
    .select(['agency_id'])
    .select((eb) => sumOf(eb.ref('amount')).as('amount'))
    .where('direction', '=', 'income')
    .where('agency_id', 'is not', null)
    .groupBy('agency_id')
    .execute()
  return new Map(rows.flatMap((row) => (row.agency_id === null ? [] : [[row.agency_id, row.amount]])))
}
