import { type Kysely, sql } from 'kysely'
import { isSqlite } from './ddl.ts'

interface Trigger {
  name: string
  table: string
  /** `insert`, `delete`, or `update of column, column`. */
  event: string
  /** A condition on `old` and `new`. */
  when?: string
  /** Statements on `old` and `new`, each ending in `;`. */
  body: string
}

/** Creates a row-level AFTER trigger from the same text on both dialects. */
export async function createTrigger(db: Kysely<unknown>, trigger: Trigger): Promise<void> {
  const { name, table, event, body } = trigger
  const when = trigger.when === undefined ? '' : `when (${trigger.when})`
  if (isSqlite(db)) {
    await sql
      .raw(`create trigger ${name} after ${event} on ${table} for each row ${when} begin ${body} end`)
      .execute(db)
    return
  }
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`)
    .execute(db)
  await sql
    .raw(`create trigger ${name} after ${event} on ${table} for each row ${when} execute function ${name}()`)
    .execute(db)
}

interface Refusal extends Omit<Trigger, 'body'> {
  /** May read other tables, unlike `when`. */
  unless?: string
  words: string
}

/** Makes the database refuse a change with an error message. */
export async function refuse(db: Kysely<unknown>, { unless, words, ...trigger }: Refusal): Promise<void> {
  const body = isSqlite(db)
    ? `select raise(abort, '${words}')${unless === undefined ? '' : ` where not (${unless})`};`
    : unless === undefined
      ? `raise exception '${words}';`
      : `if not (${unless}) then raise exception '${words}'; end if;`
  await createTrigger(db, { ...trigger, body })
}

export async function dropTrigger(db: Kysely<unknown>, { name, table }: Pick<Trigger, 'name' | 'table'>) {
  if (isSqlite(db)) return void (await sql.raw(`drop trigger ${name}`).execute(db))
  await sql.raw(`drop trigger ${name} on ${table}`).execute(db)
  await sql.raw(`drop function ${name}()`).execute(db)
}

/** The statement's time as instants are stored: ISO 8601 in UTC with milliseconds. */
export const nowInstant = (db: Kysely<unknown>): string =>
  isSqlite(db)
    ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
    : `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
