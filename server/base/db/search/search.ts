import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import { foldText } from '#shared/base/text/fold.ts'
import type { SearchKind } from '#shared/overview/search.ts'
import { isSqlite } from '../engines/dialect.ts'
import { containsTerm, type SearchTerm } from '../engines/words.ts'
import type { Db } from '../schema.ts'
import { MARKS } from './trigrams.ts'

export interface EntrySearch {
  terms: SearchTerm[]
  kind: SearchKind
  /** Null searches all agencies. */
  agencyId: AgencyId | null
  /** For a client: the company and its projects, to whose visible entries the search is limited. */
  client: { id: string; projectIds: string[] } | null
  /** For a kind of which the index has rows that only some of this audience may see. */
  isVisible?: (subjectId: RawBuilder<string>) => RawBuilder<SqlBool>
  /** Excludes bodies. */
  headlinesOnly: boolean
  limit: number
  /** On PostgreSQL, only these subjects, found by an earlier scan. */
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

/** A word in more entries of a kind than this is common. */
const COMMON = 2_000
/** For common words, how many of the newest entries are searched for headlines. */
const NEWEST_OF_COMMON = 200

/** The newest entries that contain each term. The limit ends the index scan. */
export async function findEntries(db: Db, search: EntrySearch): Promise<FoundEntry[]> {
  if (search.headlinesOnly && isSqlite(db) && (await areCommon(db, search))) {
    return newestHeadlines(db, search)
  }
  const { rows } = await entriesQuery(db, search).execute(db)
  return rows
}

/**
 * FTS5 keeps one list per word for titles and bodies, so a search in titles would scan all of a word that is
 * common in bodies.
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
  return rows.filter((entry) => isHeadline(entry, search.terms)).slice(0, search.limit)
}

/** How many of the newest entries with the terms in their headline are ranked by their title. */
export const RANKED = 100

/** Exact titles first, then those that begin with the query, then those that contain its words; each newest first. */
export function byTitle<Entry extends { title: string }>(
  headlines: readonly Entry[],
  query: string,
): Entry[] {
  const wanted = plainTitle(query)
  const rankOf = ({ title }: Entry): number => {
    const plain = plainTitle(title)
    return plain === wanted ? 0 : plain.startsWith(wanted) ? 1 : 2
  }
  return headlines.toSorted((one, other) => rankOf(one) - rankOf(other))
}

const plainTitle = (title: string): string => foldText(title).trim()

/** Whether the title or keywords contain every term. */
export const isHeadline = ({ title, keywords }: FoundEntry, terms: readonly SearchTerm[]): boolean =>
  terms.every((term) => containsTerm(`${title} ${keywords}`, term))

/** The SQL statement, exported so that its plan can be inspected. */
export function entriesQuery(db: Db, search: EntrySearch): RawBuilder<FoundEntry> {
  const sqlite = isSqlite(db)
  const source = sqlite
    ? sql`search_fts cross join search_entries as entry on entry.entry_id = search_fts.rowid`
    : sql`search_entries as entry`
  const matches = sqlite
    ? sql`search_fts match ${fullTextQuery(search)}`
    : search.subjects === undefined
      ? sql`entry.words @@ ${textQuery(search)}::tsquery`
      : sql`entry.subject_id in (${sql.join(search.subjects)})`
  // After the scan of the newest entries, few are left to sort; without this, the planner would scan them
  // again.
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
  if (search.isVisible !== undefined) conditions.push(search.isVisible(sql`entry.subject_id`))
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

/** The FTS5 query. The audience's tokens speed up the search; access is decided by the conditions above. */
function fullTextQuery(search: EntrySearch): string {
  const columns = search.headlinesOnly ? 'headline' : '{headline body}'
  const terms = search.terms.map(({ text, prefix }) => `"${text}"${prefix ? '*' : ''}`)
  return `${columns} : (${terms.join(' AND ')}) AND audience : (${audienceOf(search, ' AND ', ' OR ')})`
}

/** The tokens that an entry's audience must contain, in either full-text syntax. */
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

/** PostgreSQL's query for the terms. */
export function textQuery({ terms, headlinesOnly }: Pick<EntrySearch, 'terms' | 'headlinesOnly'>): string {
  const weight = headlinesOnly ? 'A' : ''
  const suffix = (prefix: boolean) => (prefix || headlinesOnly ? `:${prefix ? '*' : ''}${weight}` : '')
  const ofTerm = ({ text, prefix }: SearchTerm) =>
    text
      .split(' ')
      .map((word) => `'${word}'${suffix(prefix)}`)
      .join(' <-> ')
  return terms.map((term) => `(${ofTerm(term)})`).join(' & ')
}

/** Rebuilds SQLite's full-text indexes from all entries, which is faster than updating them one by one. */
export async function rebuildFullText(db: Db): Promise<void> {
  await sql`insert into search_fts (search_fts) values ('delete-all')`.execute(db)
  await sql`
    insert into search_fts (rowid, headline, body, audience)
    select entry_id, indexed_words(title || ' ' || keywords), indexed_words(body), audience
    from search_entries`.execute(db)
  await sql`insert into search_fts_pieces (search_fts_pieces) values ('delete-all')`.execute(db)
  const { project, client, invoice } = MARKS
  const mark = sql`case kind when 'project' then ${project.repeat(3)} when 'client' then ${client.repeat(3)}
    when 'invoice' then ${invoice.repeat(3)} else '' end`
  await sql`
    insert into search_fts_pieces (rowid, text)
    select entry_id, ${mark} || folded
    from search_entries where kind in ('task', 'project', 'client', 'invoice')`.execute(db)
}
