import { randomUUID } from 'node:crypto'
import type { Db, Schema } from '#server/base/db/schema.ts'
import { toInstant } from '#server/base/db/values.ts'
import { TEST_NOW } from '#tests/support/caller.ts'

export const now = toInstant(TEST_NOW)

/** Inserts a copy of the table's first row with the given changes. */
export async function addLike<Table extends keyof Schema & string>(
  db: Db,
  table: Table,
  like: Record<string, unknown>,
  changes: Record<string, unknown>,
): Promise<string> {
  let query = db.selectFrom(table as 'tasks').selectAll()
  for (const [column, value] of Object.entries(like))
    query = query.where(column as 'id', '=', value as string)
  const row = await query.executeTakeFirstOrThrow()
  const id = randomUUID()
  await db
    .insertInto(table as 'tasks')
    .values({ ...row, id, ...changes } as never)
    .execute()
  return id
}

export const insert = (db: Db, table: keyof Schema & string, rows: Record<string, unknown>[]) =>
  db
    .insertInto(table as 'tasks')
    .values(rows as never)
    .execute()
