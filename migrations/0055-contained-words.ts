import { type Kysely, sql } from 'kysely'
import { isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/**
 * Trigrams of tasks for the list's text filter, which finds substrings; the full-text index only finds words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return
  await sql
    .raw(
      `create virtual table search_fts_pieces using fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'trigram', detail = none
      )`,
    )
    .execute(db)
  // Merges sixteen segments at once instead of a few on each write, which would double the cost of writing a task.
  await sql.raw(`insert into search_fts_pieces (search_fts_pieces, rank) values ('automerge', 0)`).execute(db)
  const table = 'search_entries'
  const listed = (row: string) => `${row}.kind = 'task'`
  const text = (row: string) => `${row}.title || char(10) || ${row}.keywords || char(10) || ${row}.body`
  await createTrigger(db, {
    name: 'search_pieces_added',
    table,
    event: 'insert',
    when: listed('new'),
    body: `insert into search_fts_pieces (rowid, text) values (new.entry_id, ${text('new')});`,
  })
  await createTrigger(db, {
    name: 'search_pieces_removed',
    table,
    event: 'delete',
    when: listed('old'),
    body: 'delete from search_fts_pieces where rowid = old.entry_id;',
  })
  await sql
    .raw(
      `insert into search_fts_pieces (rowid, text)
       select entry_id, ${text('entry')} from search_entries as entry where ${listed('entry')}`,
    )
    .execute(db)
}
