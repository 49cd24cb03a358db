import type { UserCtx } from '../../../base/core/context.ts'
import { isTenantTable, selectFrom } from '../../../base/core/rows/rows.ts'
import { type AnyTableCard, listCards, type TableName } from '../../../base/db/table-cards.ts'
import { seenRates } from '../../../time/work-log/policy.ts'

/** Everything stored about the caller according to the table cards, as JSON text. */
export async function exportOwnData(ctx: UserCtx): Promise<{ json: string }> {
  const parts = await Promise.all(
    listCards(ctx.services.tables).flatMap(([table, { ownData }]) =>
      ownData === undefined ? [] : [readPart(ctx, table, ownData)],
    ),
  )
  return { json: JSON.stringify(Object.fromEntries(parts), null, 2) }
}

async function readPart(
  ctx: UserCtx,
  table: TableName,
  { as, by, columns, where, one }: NonNullable<AnyTableCard['ownData']>,
): Promise<[name: string, rows: unknown]> {
  const query = (
    isTenantTable(ctx, table) ? selectFrom(ctx, table as 'messages') : ctx.db.selectFrom(table as 'sessions')
  ) as ReturnType<typeof selectFrom<'messages'>>
  const own = query
    .select(columns.filter((column) => isShown(ctx, column)) as 'id'[])
    .where((eb) => eb(eb.ref(by as 'id'), '=', ctx.actor.userId))
  const rows = await (where === undefined
    ? own
    : own.where((eb) => eb(eb.ref(where[0] as 'id'), where[1], where[2] as string))
  ).execute()
  return [as, one ? (rows[0] ?? null) : rows]
}

/** Rates of the caller's hours are only included if the caller can see rates elsewhere. */
function isShown(ctx: UserCtx, column: string): boolean {
  const { billing, cost } = seenRates(ctx, true)
  return (column !== 'billing_rate' || billing) && (column !== 'cost_rate' || cost)
}
