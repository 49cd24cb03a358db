import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { inBatches } from './progress.ts'
import { createTextFunctions } from './text-functions.ts'
import { createTrigger } from './triggers.ts'

export const oldestProgram = '0127-folded-texts'

/** The texts that lists search are stored in folded form, from which their trigrams are computed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = isSqlite(db)
  await ddl(db, "alter table search_entries add column folded text not null default ''")
  for (const statement of sqlite ? BEFORE_ON_SQLITE : BEFORE_ON_POSTGRES) await sql.raw(statement).execute(db)
  if (!sqlite) await createTextFunctions(db)
  const entries = { table: 'search_entries', key: 'entry_id', what: 'folding texts for lists' }
  await inBatches(db, entries, async (range) => {
    const rows = `where ${range} and ${listed('entry')}`
    await sql.raw(`update search_entries as entry set folded = ${folded(db, 'entry')} ${rows}`).execute(db)
    if (sqlite)
      await sql.raw(`${ADD_PIECES} ${pieces('entry')} from search_entries as entry ${rows}`).execute(db)
  })
  await (sqlite ? keepOnSqlite(db) : keepOnPostgres(db))
}

/** Lets SQLite search a list of entries in its index, without calling the function for each entry. */
const BEFORE_ON_SQLITE = [
  'drop trigger search_pieces_added',
  `insert into search_fts_pieces (search_fts_pieces) values ('delete-all')`,
]

const BEFORE_ON_POSTGRES = ['drop index if exists search_entries_pieces', 'drop function lower_letters(text)']

const listed = (row: string) => `${row}.kind in ('task', 'project', 'client', 'invoice')`

function folded(db: Kysely<unknown>, row: string): string {
  const newLine = isSqlite(db) ? 'char(10)' : 'chr(10)'
  return `fold_text(${row}.title || ${newLine} || ${row}.keywords || ${newLine} || ${row}.body)`
}

const ADD_PIECES = 'insert into search_fts_pieces (rowid, text) select'

/** Prefixed with a marker by kind, as in migration 0056. */
const pieces = (row: string) => `${row}.entry_id, case ${row}.kind
    when 'project' then char(57345, 57345, 57345) when 'client' then char(57346, 57346, 57346)
    when 'invoice' then char(57347, 57347, 57347) else '' end || ${row}.folded`

/** Two triggers, because bulk imports drop the second one temporarily. */
async function keepOnSqlite(db: Kysely<unknown>): Promise<void> {
  const table = 'search_entries'
  await createTrigger(db, {
    name: 'search_entries_folded',
    table,
    event: 'insert',
    when: listed('new'),
    body: `update search_entries set folded = ${folded(db, 'new')} where entry_id = new.entry_id;`,
  })
  await createTrigger(db, {
    name: 'search_pieces_added',
    table,
    event: 'update of folded',
    when: listed('new'),
    body: `${ADD_PIECES} ${pieces('new')};`,
  })
}

async function keepOnPostgres(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create function search_entries_folded() returns trigger language plpgsql as
     $$ begin new.folded := ${folded(db, 'new')}; return new; end $$`,
    `create trigger search_entries_folded before insert on search_entries
     for each row when (${listed('new')}) execute function search_entries_folded()`,
    INDEX_PIECES,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** As in migration 0058: without the extension, lists are scanned entry by entry. */
const INDEX_PIECES = `
  do $$ begin
    create extension if not exists pg_trgm;
    create index search_entries_pieces on search_entries using gin (folded gin_trgm_ops)
      where kind in ('task', 'project', 'client', 'invoice');
  exception when undefined_file or feature_not_supported or insufficient_privilege or undefined_object then
    raise notice 'pg_trgm is not available: lists look for texts without an index';
  end $$`
