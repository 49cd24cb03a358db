import { type Kysely, sql } from 'kysely'
import { isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/**
 * Every three letters in a row of tasks, for the list's filter: they find a piece of a word
 * anywhere, which the index of words does not.
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
  // Segments are merged sixteen at once instead of a little with each write, which would cost a task twice as much.
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
