import { sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import { foldText } from '#shared/base/text/fold.ts'
import { containsFolded, isSqlite } from '../engines/dialect.ts'
import type { Db } from '../schema.ts'

/** With more matches than this, scanning the list in its order finds a page of them sooner. */
export const MAX_CANDIDATES = 4000
const MAX_PIECES = 24

/** Kinds whose trigrams begin with a marker character per kind, as the index's triggers write them. */
export const MARKS = { task: '', project: '\uE001', client: '\uE002', invoice: '\uE003' } as const
export type ListedKind = keyof typeof MARKS

interface ListSearch {
  kind: ListedKind
  /** Null searches all agencies. */
  agencyId: AgencyId | null
  text: string
}

/**
 * The entries of a kind whose title, keywords, or body contains the text; null if scanning the list is
 * better, because too many entries match.
 */
export async function findContaining(db: Db, search: ListSearch): Promise<string[] | null> {
  const folded = foldText(search.text)
  if (folded === '') return null
  const pieces = isSqlite(db) ? piecesOf(folded) : ''
  const { rows } = await (pieces === '' ? entriesOf(db, search) : entriesWith(pieces, search)).execute(db)
  const [{ candidates, ids } = { candidates: 0, ids: '[]' }] = rows
  if (candidates > MAX_CANDIDATES) return null
  const found: string[] = JSON.parse(ids)
  // PostgreSQL doesn't support an empty list.
  return found.length === 0 && !isSqlite(db) ? [''] : found
}

interface Found {
  candidates: number
  ids: string
}

/** By SQLite's trigram index. */
function entriesWith(pieces: string, { kind, text }: ListSearch) {
  const mark = MARKS[kind].repeat(3)
  const match = mark === '' ? pieces : `"${mark}" AND ${pieces}`
  return sql<Found>`
    select count(*) as candidates,
      json_group_array(entry.subject_id) filter (where entry.kind = ${kind} and ${contains(text)}) as ids
    from (
      select rowid as entry_id from search_fts_pieces where search_fts_pieces match ${match}
      limit ${MAX_CANDIDATES + 1}
    ) as found
    cross join search_entries as entry on entry.entry_id = found.entry_id`
}

/** By reading the agency's entries, or PostgreSQL's trigram index if the server has the extension. */
function entriesOf(db: Db, { kind, agencyId, text }: ListSearch) {
  const ids = isSqlite(db)
    ? sql`json_group_array(subject_id)`
    : sql`coalesce(json_agg(subject_id), '[]')::text`
  const ofAgency = agencyId === null ? sql`true` : sql`entry.agency_id = ${agencyId}`
  return sql<Found>`
    select count(*) as candidates, ${ids} as ids
    from (
      select entry.subject_id from search_entries as entry
      where ${ofAgency} and entry.kind = ${sql.lit(kind)} and ${contains(text)}
      limit ${MAX_CANDIDATES + 1}
    ) as found`
}

const contains = (text: string) => containsFolded(sql.ref('entry.folded'), text)

/** FTS5's query for a text's trigrams, limited to as many as are useful. */
function piecesOf(folded: string): string {
  const letters = [...folded]
  const pieces = letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
  return [...new Set(pieces)]
    .slice(0, MAX_PIECES)
    .map((piece) => `"${piece.replaceAll('"', '""')}"`)
    .join(' AND ')
}
