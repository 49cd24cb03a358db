import { sql } from 'kysely'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { FileRecord } from './stored-files.ts'

/** The tables that refer to stored files, with what their rows are called. */
const TABLES = ['files', 'expense_receipts', 'payout_bill_files', 'pictures'] as const

/** The next files by storage key, so that a round covers each file once. */
export async function filesAfter(ctx: Ctx, position: string, limit: number): Promise<FileRecord[]> {
  const lists = await Promise.all(
    TABLES.map((table) =>
      records(ctx, table)
        .where('storage_key', '>', position)
        .orderBy('storage_key')
        .limit(limit)
        .execute()
        .then((rows) => rows.map((row) => toRecord(table, row))),
    ),
  )
  return lists
    .flat()
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
}

/** Those of the keys that the database still refers to. */
export async function filesOf(ctx: Ctx, keys: readonly string[]): Promise<FileRecord[]> {
  if (keys.length === 0) return []
  const lists = await Promise.all(
    TABLES.map(async (table) =>
      (await records(ctx, table).where('storage_key', 'in', keys).execute()).map((row) =>
        toRecord(table, row),
      ),
    ),
  )
  return lists.flat()
}

export async function countFiles(ctx: Ctx): Promise<number> {
  const counts = await Promise.all(
    TABLES.map((table) =>
      selectFrom(ctx, table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { count }) => sum + Number(count), 0)
}

type Table = (typeof TABLES)[number]

/** The columns common to these tables; pictures have no name. */
const records = (ctx: Ctx, table: Table) =>
  selectFrom(ctx, table as 'files')
    .select(['storage_key', 'id', 'agency_id', 'size', 'sha256'])
    .select(sql<string | null>`${sql.raw(table === 'pictures' ? 'null' : 'name')}`.as('name'))

type Row = Awaited<ReturnType<ReturnType<typeof records>['execute']>>[number]

const toRecord = (table: Table, { storage_key, id, agency_id, name, size, sha256 }: Row): FileRecord => ({
  key: storage_key,
  name: name ?? `${table} ${id}`,
  id,
  agencyId: agency_id,
  digest: sha256 === null ? null : { size, sha256 },
})
