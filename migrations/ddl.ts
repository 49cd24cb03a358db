import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Whether the dialect is SQLite. Defined here because migrations import no application code. */
export const isSqlite = (db: Kysely<unknown>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

/**
 * Runs DDL statements separated by `;`, written once for both dialects: on SQLite `bigint` becomes `integer`,
 * `double precision` `real`, `bigserial` an autoincrement, and all tables are STRICT.
 */
export async function ddl(db: Kysely<unknown>, definitions: string): Promise<void> {
  const sqlite = isSqlite(db)
  for (const definition of definitions.split(';')) {
    let statement = definition.trim()
    if (statement === '') continue
    if (sqlite) {
      statement = statement
        .replace(/\bbigserial primary key\b/g, 'integer primary key autoincrement')
        .replace(/\bbigint\b/g, 'integer')
        .replace(/\bdouble precision\b/g, 'real')
      if (statement.startsWith('create table')) statement += ' strict'
    }
    await sql.raw(statement).execute(db)
  }
}

interface CheckChange {
  table: string
  /** The part of the table's definition that changes, and what replaces it. */
  from: string
  to: string
  /** A table that refers to it, which is emptied meanwhile. */
  referring?: string
}

/** Changes a check on SQLite, which can't alter a constraint, by recreating the table with its indexes and triggers. */
export async function changeCheck(
  db: Kysely<unknown>,
  { table, from, to, referring }: CheckChange,
): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and sql is not null`.execute(db)
  const definition = rows.find(({ type }) => type === 'table')?.sql ?? ''
  if (!definition.includes(from)) throw new Error(`The table ${table} has another definition than ${from}.`)
  const copied = referring === undefined ? [table] : [referring, table]
  const steps = [
    ...copied.map((name) => `create table ${name}_meanwhile as select * from ${name}`),
    ...(referring === undefined ? [] : [`delete from ${referring}`]),
    `drop table ${table}`,
    definition.replace(from, to),
    ...copied.toReversed().map((name) => `insert into ${name} select * from ${name}_meanwhile`),
    ...copied.map((name) => `drop table ${name}_meanwhile`),
    ...rows.filter(({ type }) => type !== 'table').map((row) => row.sql),
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
