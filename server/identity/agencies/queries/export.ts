import { sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { FileTrouble } from '#shared/work/files.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { afterCursor, pagesOf } from '../../../base/core/rows/paging.ts'
import { inAgency, isPlatformAdmin } from '../../../base/core/rows/reach.ts'
import { isTenantTable, selectFrom } from '../../../base/core/rows/rows.ts'
import { type AnyTableCard, classesOf, listCards, type TableName } from '../../../base/db/table-cards.ts'
import type { TenantTable } from '../../../base/db/tenants.ts'

export interface AgencyExport {
  name: string
  tables: string[]
  /** Streams the rows of one table as JSON text. */
  read: (table: string) => AsyncIterable<string>
  files: {
    name: string
    storage_key: string
    size: number
    sha256: string
    trouble: FileTrouble | null
    created_at: string
  }[]
}

/**
 * Exports everything an owner can see of an agency: any agency for a platform administrator, their own for an
 * owner.
 */
export async function openAgencyExport(ctx: UserCtx, id: string): Promise<AgencyExport> {
  if (!isPlatformAdmin(ctx) && ctx.reach.agencyId !== id) throw notFound('This agency')
  const agency = await selectFrom(ctx, 'agencies')
    .select(['id', 'name'])
    .where(sql.ref<string>('agencies.id'), '=', id)
    .executeTakeFirst()
  if (agency === undefined) throw notFound('This agency')
  const agencyId = agency.id
  const exported = listCards(ctx.services.tables).filter(([table, card]) => isExported(ctx, table, card))
  const cards = new Map(exported)
  const files = await Promise.all(
    (['files', 'expense_receipts', 'payout_bill_files'] as const).map((table) =>
      selectFrom(ctx, table)
        .leftJoin('damaged_files', 'damaged_files.file_key', `${table}.storage_key`)
        .select(['name', 'size', 'sha256', 'created_at'])
        .select([`${table}.storage_key`, 'damaged_files.state as trouble'])
        .where('agency_id', '=', agencyId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    ),
  )
  return {
    name: agency.name,
    tables: [
      'agencies',
      ...exported
        .map(([table]) => table)
        .filter((table) => table !== 'agencies')
        .sort(),
    ],
    files: files.flat(),
    read: (table) => {
      const card = cards.get(table as TenantTable)
      if (card === undefined) throw notFound('This table')
      return readJson(ctx, agencyId, { table, card })
    },
  }
}

const ROWS_AT_ONCE = 500

/** Excludes data derived from other tables or meaningless elsewhere. */
const isExported = (ctx: Ctx, table: TableName, { of, derived, stays }: AnyTableCard): boolean =>
  isTenantTable(ctx, table) &&
  derived === undefined &&
  stays === undefined &&
  (typeof of === 'string' || !('person' in of))

/** One row per line, read page by page so that large exports don't block others. */
async function* readJson(ctx: Ctx, agencyId: AgencyId, from: Exported) {
  let line = '['
  for await (const rows of readRows(ctx, agencyId, from)) {
    for (const row of rows) {
      yield `${line}\n${JSON.stringify(row)}`
      line = ','
    }
  }
  yield line === '[' ? '[]\n' : '\n]\n'
}

interface Exported {
  table: string
  card: AnyTableCard
}

/**
 * The rows by id; tables without ids, which only join others, are read at once. Uses the owner's reach, which
 * excludes members' private data such as quick tasks and notifications.
 */
async function* readRows(
  ctx: Ctx,
  agencyId: AgencyId,
  { table, card }: Exported,
): AsyncGenerator<readonly Record<string, unknown>[]> {
  const columns = classesOf(card).flatMap(([column, name]) => (name === 'secret' ? [] : [column]))
  const shown = selectFrom(inAgency(ctx, { agencyId }), table as 'tasks')
    .select(columns as 'id'[])
    .where(ofAgency(card, agencyId))
  if (!columns.includes('id')) return yield await shown.execute()
  const id = `${table}.id` as 'tasks.id'
  yield* pagesOf(
    (after, limit) => afterCursor(shown, [id], after, 'asc').limit(limit).execute(),
    (row) => [row.id],
    ROWS_AT_ONCE,
  )
}

function ofAgency({ of }: AnyTableCard, agencyId: AgencyId) {
  if (typeof of === 'object' && 'row' in of) {
    return sql<boolean>`${sql.ref(of.row)} in (select id from ${sql.table(of.of)} where agency_id = ${agencyId})`
  }
  const column = typeof of === 'object' && 'agency' in of ? of.agency : 'agency_id'
  return sql<boolean>`${sql.ref(column)} = ${agencyId}`
}
