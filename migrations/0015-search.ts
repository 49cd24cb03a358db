import { type Kysely, sql } from 'kysely'
import { isSqlite } from './ddl.ts'

/** Indexes for searching short words and narrow audiences without scanning all entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = isSqlite(db) ? ONE_LETTER_PREFIXES : AUDIENCE_IN_INDEX
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Without its own prefix index, a one-letter search reads every word with that letter, entry by entry. */
const ONE_LETTER_PREFIXES = [
  'drop table search_fts',
  `create virtual table search_fts using fts5 (
    title, keywords, body, audience,
    content = 'search_entries', content_rowid = 'entry_id',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4'
  )`,
  `insert into search_fts (search_fts) values ('rebuild')`,
]

/** Lets kind, agency, and a client's projects narrow the search inside the index, like FTS5's column. */
const AUDIENCE_IN_INDEX = [
  `alter table search_entries add column audience_words tsvector
    generated always as (to_tsvector('simple'::regconfig, audience)) stored`,
  'drop index search_entries_words',
  'create index search_entries_words on search_entries using gin (words, audience_words)',
]
