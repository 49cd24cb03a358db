import { expressionBuilder, sql } from 'kysely'
import { containsText, isSqlite } from '../engines/dialect.ts'
import type { Db, Schema } from '../schema.ts'

/** With more matches than this, scanning the list in its order finds a page of them sooner. */
const MOST_CANDIDATES = 4000
const MOST_PIECES = 24

/** Kinds whose trigrams begin with a marker character per kind, as the index's triggers write them. */
export const MARKS = { task: '', project: '\uE001', client: '\uE002', invoice: '\uE003' } as const
export type ListedKind = keyof typeof MARKS

/**
 * The entries of a kind whose title, keywords, or body contains the text; null if scanning the list is
 * better, because too many entries match or there is no trigram index.
 */
export async function findContaining(db: Db, kind: ListedKind, text: string): Promise<string[] | null> {
  return isSqlite(db) ? onSqlite(db, kind, text) : onPostgres(db, kind, text)
}

async function onSqlite(db: Db, kind: ListedKind, text: string): Promise<string[] | null> {
  const pieces = piecesOf(text)
  if (pieces === '') return null
  const mark = MARKS[kind].repeat(3)
  const match = mark === '' ? pieces : `"${mark}" AND ${pieces}`
  const { rows } = await sql<{ candidates: number; ids: string }>`
    select count(*) as candidates,
      json_group_array(entry.subject_id) filter (where entry.kind = ${kind} and ${contains(text)}) as ids
    from (
      select rowid as entry_id from search_fts_pieces where search_fts_pieces match ${match}
      limit ${MOST_CANDIDATES + 1}
    ) as found
    cross join search_entries as entry on entry.entry_id = found.entry_id`.execute(db)
  const [{ candidates, ids } = { candidates: 0, ids: '[]' }] = rows
  return candidates > MOST_CANDIDATES ? null : JSON.parse(ids)
}

/** Other texts have no trigram in PostgreSQL's index. */
const THREE_LETTERS = /[a-z0-9]{3}/i

/** As migration 0058 indexes them, if the server has the extension. */
async function onPostgres(db: Db, kind: ListedKind, text: string): Promise<string[] | null> {
  if (!THREE_LETTERS.test(text)) return null
  const whole = sql<string>`title || chr(10) || keywords || chr(10) || body`
  const { rows } = await sql<{ indexed: boolean; candidates: number; ids: string }>`
    select to_regclass('search_entries_pieces') is not null as indexed, count(*) as candidates,
      coalesce(json_agg(entry.subject_id) filter (where ${contains(text)}), '[]')::text as ids
    from (
      select subject_id, title, keywords, body from search_entries
      where to_regclass('search_entries_pieces') is not null
        and kind = ${sql.lit(kind)} and ${containsText(expressionBuilder<Schema>(), [whole], text)}
      limit ${MOST_CANDIDATES + 1}
    ) as entry`.execute(db)
  const [{ indexed, candidates, ids } = { indexed: false, candidates: 0, ids: '[]' }] = rows
  if (!indexed || candidates > MOST_CANDIDATES) return null
  const found: string[] = JSON.parse(ids)
  return found.length === 0 ? NO_SUBJECT : found
}

/** PostgreSQL doesn't support an empty list. */
const NO_SUBJECT = ['']

const contains = (text: string) =>
  containsText(
    expressionBuilder<Schema>(),
    ['title', 'keywords', 'body'].map((column) => sql.ref<string>(`entry.${column}`)),
    text,
  )

/** FTS5's query for a text's trigrams, limited to as many as are useful. */
function piecesOf(text: string): string {
  const letters = [...text.toLowerCase()]
  const pieces = letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
  return [...new Set(pieces)]
    .slice(0, MOST_PIECES)
    .map((piece) => `"${piece.replaceAll('"', '""')}"`)
    .join(' AND ')
}
