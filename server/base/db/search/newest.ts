import { sql } from 'kysely'
import { isSqlite } from '../engines/dialect.ts'
import type { Db } from '../schema.ts'
import { type EntrySearch, textQuery } from './search.ts'

/** How many of the newest entries of a kind are scanned before the full-text index is queried. */
const WALKED = 5_000
/** A word found in more entries than this is common: only these are searched for headlines. */
const COMMON = 200

export interface Walk {
  /** Subjects of the newest entries that contain every term. */
  found: string[]
  /** Those among them that contain every term in title and keywords. */
  headlines: { subject_id: string; title: string }[]
  /** Whether the full-text index would add no wanted results. */
  enough: boolean
}

/**
 * PostgreSQL's full-text index is unordered: for a common word, it fetches and sorts all entries to show the
 * newest few, which a short scan finds sooner. Returns null if the index is as fast.
 */
export async function walkNewest(db: Db, search: Omit<EntrySearch, 'headlinesOnly'>): Promise<Walk | null> {
  const { kind, agencyId, client, limit } = search
  if (isSqlite(db) || agencyId === null || client !== null) return null
  const anywhere = textQuery({ ...search, headlinesOnly: false })
  const titled = textQuery({ ...search, headlinesOnly: true })
  // A range condition for a single kind, so that the planner uses the index by agency and kind.
  const newest = sql`
    select kind, entry_id, subject_id, title, words from search_entries
    where agency_id = ${agencyId} and kind >= ${kind} and kind <= ${kind}
    order by kind, entry_id desc limit ${WALKED}`
  const visible = search.isVisible?.(sql`newest.subject_id`) ?? sql`true`
  const { rows } = await sql<{ subject_id: string; title: string; headline: boolean }>`
    select subject_id, title, words @@ ${titled}::tsquery as headline
    from (${newest}) as newest
    where words @@ ${anywhere}::tsquery and ${visible}
    order by kind, entry_id desc limit ${COMMON}`.execute(db)
  const found = rows.map((row) => row.subject_id)
  const headlines = rows.filter((row) => row.headline)
  const isSettled = found.length === COMMON || headlines.length >= limit
  return { found, headlines, enough: isSettled || (await isAll(db, search)) }
}

/** Whether a scan covers all entries of the kind. */
async function isAll(db: Db, { kind, agencyId }: Pick<EntrySearch, 'kind' | 'agencyId'>): Promise<boolean> {
  const { rows } = await sql`
    select entry_id from search_entries where agency_id = ${agencyId} and kind >= ${kind} and kind <= ${kind}
    order by kind, entry_id desc limit 1 offset ${WALKED}`.execute(db)
  return rows.length === 0
}
