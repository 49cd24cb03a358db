import { type RawBuilder, sql } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import { type SearchKind, wordsOf } from '#shared/search.ts'
import { isSqlite } from './dialect.ts'
import type { Db } from './schema.ts'
import { MARKS } from './search-pieces.ts'

export interface EntrySearch {
  /** Letters and digits only; each is the beginning of a word to be found. */
  words: string[]
  kind: SearchKind
  /** Null searches all agencies. */
  agencyId: AgencyId | null
  /** For a client: the company, and its projects, whose visible entries alone are found. */
  client: { id: string; projectIds: string[] } | null
  /** Leaves bodies out. */
  headlinesOnly: boolean
  limit: number
  /** Of PostgreSQL's entries these subjects alone, whose words were looked at before. */
  subjects?: readonly string[]
}

export interface FoundEntry {
  kind: SearchKind
  subject_id: string
  project_id: string | null
  title: string
  keywords: string
  body: string
  project_name: string | null
  agency_name: string
}

/** Words that more entries of a kind hold than this are common … */
const COMMON = 2_000
/** … and their headlines are looked for among so many of the newest. */
const NEWEST_OF_COMMON = 200

/** The newest entries in which every word begins some word; the limit ends the walk through the index. */
export async function findEntries(db: Db, search: EntrySearch): Promise<FoundEntry[]> {
  if (search.headlinesOnly && isSqlite(db) && (await areCommon(db, search))) {
    return newestHeadlines(db, search)
  }
  const { rows } = await entriesQuery(db, search).execute(db)
  return rows
}

/**
 * FTS5 keeps a word's titles and bodies in one list, so that looking for a word of many bodies and few titles
 * would walk all of it.
 */
async function areCommon(db: Db, search: EntrySearch): Promise<boolean> {
  const anywhere = fullTextQuery({ ...search, headlinesOnly: false })
  const { rows } = await sql`
    select rowid from search_fts where search_fts match ${anywhere}
    order by rowid desc limit 1 offset ${COMMON}`.execute(db)
  return rows.length > 0
}

async function newestHeadlines(db: Db, search: EntrySearch): Promise<FoundEntry[]> {
  const newest = { ...search, headlinesOnly: false, limit: NEWEST_OF_COMMON }
  const { rows } = await entriesQuery(db, newest).execute(db)
  return rows.filter((entry) => isHeadline(entry, search.words)).slice(0, search.limit)
}

/** Whether every word begins one of the title or the keywords. */
export function isHeadline({ title, keywords }: FoundEntry, words: readonly string[]): boolean {
  const own = wordsOf(`${title} ${keywords}`)
  return words.every((sought) => own.some((word) => word.startsWith(sought)))
}

/** The statement, apart so that its plan can be looked at. */
export function entriesQuery(db: Db, search: EntrySearch): RawBuilder<FoundEntry> {
  const sqlite = isSqlite(db)
  const source = sqlite
    ? sql`search_fts cross join search_entries as entry on entry.entry_id = search_fts.rowid`
    : sql`search_entries as entry`
  const matches = sqlite
    ? sql`search_fts match ${fullTextQuery(search)}`
    : search.subjects === undefined
      ? sql`entry.words @@ to_tsquery('simple', ${textQuery(search)})`
      : sql`entry.subject_id in (${sql.join(search.subjects)})`
  // Once the newest were walked, few are left to be sorted; the planner would walk all of them again.
  const newest = sqlite
    ? sql`search_fts.rowid`
    : search.agencyId === null
      ? sql`entry.entry_id`
      : sql`entry.entry_id + 0`
  const conditions = [matches, sql`entry.kind = ${search.kind}`]
  if (!sqlite && search.subjects === undefined) {
    conditions.push(sql`entry.audience_words @@ to_tsquery('simple', ${audienceOf(search, ' & ', ' | ')})`)
  }
  if (search.agencyId !== null) conditions.push(sql`entry.agency_id = ${search.agencyId}`)
  if (search.client !== null) {
    const { id } = search.client
    conditions.push(sql`entry.client_visible = 1`)
    conditions.push(sql`(entry.client_id = ${id} or projects.assigned_client_id = ${id})`)
  }
  return sql<FoundEntry>`
    select entry.kind, entry.subject_id, entry.project_id, entry.title, entry.keywords, entry.body,
      projects.name as project_name, agencies.name as agency_name
    from ${source}
    left join projects on projects.id = entry.project_id
    left join agencies on agencies.id = entry.agency_id
    where ${sql.join(conditions, sql` and `)}
    order by ${newest} desc
    limit ${search.limit}`
}

/** FTS5: the audience's tokens narrow the walk; the conditions above remain what decides. */
function fullTextQuery(search: EntrySearch): string {
  const columns = search.headlinesOnly ? '{title keywords}' : '{title keywords body}'
  const terms = search.words.map((word) => `"${word}"*`)
  return `${columns} : (${terms.join(' AND ')}) AND audience : (${audienceOf(search, ' AND ', ' OR ')})`
}

/** The tokens an entry's audience must hold, in the words of either full-text language. */
function audienceOf({ kind, agencyId, client }: EntrySearch, and: string, or: string): string {
  const token = (letter: string, id: string) => `"${letter}${id.replaceAll('-', '')}"`
  const audience = [`"k${kind}"`]
  if (agencyId !== null) audience.push(token('a', agencyId))
  if (client !== null) {
    const reached = [token('c', client.id), ...client.projectIds.map((id) => token('p', id))]
    audience.push(`(${reached.join(or)})`)
  }
  return audience.join(and)
}

/** PostgreSQL's query for the words, each the beginning of one. */
export const textQuery = ({ words, headlinesOnly }: Pick<EntrySearch, 'words' | 'headlinesOnly'>): string =>
  words.map((word) => `${word}:*${headlinesOnly ? 'A' : ''}`).join(' & ')

/** Builds SQLite's indexes of texts anew from all entries: faster than one entry after the other. */
export async function rebuildFullText(db: Db): Promise<void> {
  await sql`insert into search_fts (search_fts) values ('rebuild')`.execute(db)
  await sql`insert into search_fts_pieces (search_fts_pieces) values ('delete-all')`.execute(db)
  const { project, client, invoice } = MARKS
  const mark = sql`case kind when 'project' then ${project.repeat(3)} when 'client' then ${client.repeat(3)}
    when 'invoice' then ${invoice.repeat(3)} else '' end`
  await sql`
    insert into search_fts_pieces (rowid, text)
    select entry_id, ${mark} || title || char(10) || keywords || char(10) || body
    from search_entries where kind in ('task', 'project', 'client', 'invoice')`.execute(db)
}
