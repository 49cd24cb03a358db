import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'

/** Earlier ones don't know the source. */
export const oldestProgram = '0222-clockify'

const EARLIER = "('trello', 'asana', 'toggl', 'harvest')"
const SOURCES = "('trello', 'asana', 'toggl', 'clockify', 'harvest')"

/** Imports from Clockify. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await ddl(
      db,
      `alter table imports drop constraint imports_source_check;
       alter table imports add constraint imports_source_check check (source in ${SOURCES})`,
    )
    return
  }
  // SQLite can't change a constraint, so the table is recreated, and the table that refers to it is emptied meanwhile.
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'imports' and sql is not null`.execute(db)
  const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
  if (!table.includes(EARLIER)) throw new Error('The table imports has another check of its sources.')
  const steps = [
    'create table items_meanwhile as select * from import_items',
    'create table imports_meanwhile as select * from imports',
    'delete from import_items',
    'drop table imports',
    table.replace(EARLIER, SOURCES),
    'insert into imports select * from imports_meanwhile',
    'insert into import_items select * from items_meanwhile',
    'drop table imports_meanwhile',
    'drop table items_meanwhile',
    ...rows.filter(({ type }) => type !== 'table').map((row) => row.sql),
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
