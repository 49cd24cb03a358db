import { sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import type { Db } from './schema.ts'
import { type EntrySearch, textQuery } from './search.ts'

/** Entries of a kind that are read one after the other, the newest first, before the index of words is asked … */
const WALKED = 5_000
/** … and a word that so many of them hold is common: its headlines are looked for among these alone. */
const COMMON = 200

export interface Walk {
  /** The newest entries that hold every word, by subject. */
  found: string[]
  /** Those of them that hold every word in title and keywords. */
  headlines: string[]
  /** Whether the index would find nothing that is wanted besides. */
  enough: boolean
}

/**
 * PostgreSQL's index of words has no order and no weights: of a common word it fetches and sorts every entry to
 * show the newest few, which a short walk meets. Null where the index finds them as fast.
 */
export async function walkNewest(db: Db, search: Omit<EntrySearch, 'headlinesOnly'>): Promise<Walk | null> {
  const { kind, agencyId, client, limit } = search
  if (isSqlite(db) || agencyId === null || client !== null) return null
  const anywhere = textQuery({ ...search, headlinesOnly: false })
  const titled = textQuery({ ...search, headlinesOnly: true })
  // One kind in the words of a range, so that the planner walks the index by agency and kind.
  const newest = sql`
    select kind, entry_id, subject_id, words from search_entries
    where agency_id = ${agencyId} and kind >= ${kind} and kind <= ${kind}
    order by kind, entry_id desc limit ${WALKED}`
  const { rows } = await sql<{ subject_id: string; headline: boolean }>`
    select subject_id, words @@ to_tsquery('simple', ${titled}) as headline
    from (${newest}) as newest
    where words @@ to_tsquery('simple', ${anywhere})
    order by kind, entry_id desc limit ${COMMON}`.execute(db)
  const found = rows.map((row) => row.subject_id)
  const headlines = rows.filter((row) => row.headline).map((row) => row.subject_id)
  const isSettled = found.length === COMMON || headlines.length >= limit
  return { found, headlines, enough: isSettled || (await isAll(db, search)) }
}

/** Whether a walk meets every entry of the kind. */
async function isAll(db: Db, { kind, agencyId }: Pick<EntrySearch, 'kind' | 'agencyId'>): Promise<boolean> {
  const { rows } = await sql`
    select entry_id from search_entries where agency_id = ${agencyId} and kind >= ${kind} and kind <= ${kind}
    order by kind, entry_id desc limit 1 offset ${WALKED}`.execute(db)
  return rows.length === 0
}
