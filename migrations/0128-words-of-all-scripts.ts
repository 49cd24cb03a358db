import { type Kysely, sql } from 'kysely'
import { isSqlite } from './ddl.ts'
import { inBatches } from './progress.ts'
import { createTrigger } from './triggers.ts'

export const oldestProgram = '0128-words-of-all-scripts'

/** The search box's index has folded words, and pairs of characters of scripts without spaces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    for (const statement of ON_POSTGRES) await sql.raw(statement).execute(db)
    return
  }
  for (const statement of ON_SQLITE) await sql.raw(statement).execute(db)
  const entries = { table: 'search_entries', key: 'entry_id', what: 'indexing words for search' }
  await inBatches(db, entries, async (range) => {
    await sql.raw(`${ADD} select ${words('entry')} from search_entries as entry where ${range}`).execute(db)
  })
  const table = 'search_entries'
  const body = `${ADD} values (${words('new')});`
  await createTrigger(db, { name: 'search_entries_added', table, event: 'insert', body })
  await createTrigger(db, {
    name: 'search_entries_removed',
    table,
    event: 'delete',
    body: 'delete from search_fts where rowid = old.entry_id;',
  })
}

/** The function returns words separated by spaces, so FTS5 only has to split them there. */
const ON_SQLITE = [
  'drop trigger search_entries_added',
  'drop trigger search_entries_removed',
  'drop table search_fts',
  `create virtual table search_fts using fts5 (
    headline, body, audience,
    content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3 4 5 6 7 8'
  )`,
]

const ADD = 'insert into search_fts (rowid, headline, body, audience)'
const words = (row: string) => `${row}.entry_id, indexed_words(${row}.title || ' ' || ${row}.keywords),
  indexed_words(${row}.body), ${row}.audience`

/** The words are cast, because PostgreSQL's parser splits some scripts within words. */
const ON_POSTGRES = [
  'drop index search_entries_words',
  'alter table search_entries drop column words',
  'drop function search_words(text)',
  `create function word_vector(words text, weight text) returns tsvector language sql immutable parallel safe as $$
     select coalesce(string_agg('''' || left(word, 100) || ''':' || least(place, 16383) || weight, ' '), '')::tsvector
     from unnest(string_to_array(ltrim(words), ' ')) with ordinality as found (word, place)
     where word <> '' $$`,
  `alter table search_entries add column words tsvector generated always as (
     word_vector(indexed_words(title || ' ' || keywords), 'A') || word_vector(indexed_words(body), 'B')
   ) stored`,
  'create index search_entries_words on search_entries using gin (words, audience_words)',
]
