import { type RootOperationNode, sql, WithNode } from 'kysely'
import type { Db } from '#server/base/db/schema.ts'

const REFUSED = sql`refused by the test`.toOperationNode()

/** The same kind of statement, but invalid in every database. */
const refused = (node: RootOperationNode): RootOperationNode =>
  node.kind === 'RawNode'
    ? REFUSED
    : ({ ...node, with: WithNode.create(REFUSED as never) } as RootOperationNode)

/**
 * The same database, which calls back before each of its statements and subqueries, counted from one. Those for which
 * the callback returns false fail.
 */
export function beforeStatements(db: Db, call: (count: number) => boolean): Db {
  let count = 0
  return db.withPlugin({
    transformQuery: ({ node }) => (call(++count) ? node : refused(node)),
    transformResult: async ({ result }) => result,
  }) as Db
}

/** All rows of the given tables, or of all tables by default. */
export async function rowsOf(db: Db, tables?: readonly string[]): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const name of tables ?? (await tablesOf(db))) {
    const found = await db
      .selectFrom(name as 'agencies')
      .selectAll()
      .execute()
    rows[name] = found.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}

/** Excludes those of the full-text index. */
async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, isView }) => (isView || name.includes('fts') ? [] : name))
}
