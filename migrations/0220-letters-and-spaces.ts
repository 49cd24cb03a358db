import { type Kysely, sql } from 'kysely'
import { classOf, HEBREW } from '../shared/base/text/letters.ts'
import { isSqlite } from './ddl.ts'
import { inBatches } from './progress.ts'
import { createTextFunctions } from './text-functions.ts'

/** Earlier programs still fold stored and searched texts by the old rules. */
export const oldestProgram = '0220-letters-and-spaces'

/** Letters, primes, dashes and quotation marks that are now folded or indexed differently. */
const CHANGED = '18f 259 490-491 5be 5f4 6c1-6c2 1d4a 2033-2034 2039-203a 2057 2094 301c fba6-fba9 1e067'
const OTHER_SPACES = '9-d 85 1680 2028-2029'

/** Only texts with such characters, Hebrew abbreviations or repeated spaces are folded again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = isSqlite(db)
  if (!sqlite) await createTextFunctions(db)
  const again = sqlite ? againOnSqlite : againOnPostgres
  const letters = anyContains(sqlite, [oneOf(sqlite, CHANGED), `${oneOf(sqlite, HEBREW)}"`])
  const spaces = `(folded like '%  %' or ${anyContains(sqlite, [oneOf(sqlite, OTHER_SPACES)])})`
  const entries = { table: 'search_entries', key: 'entry_id', what: 'folding more letters and spaces' }
  await inBatches(db, entries, async (range) => {
    for (const statement of again(
      `where ${range} and ${letters}`,
      `where ${range} and ${LISTED} and (${letters} or ${spaces})`,
    ))
      await sql.raw(statement).execute(db)
  })
}

const LISTED = `kind in ('task', 'project', 'client', 'invoice')`

const oneOf = (sqlite: boolean, ranges: string): string =>
  `[${classOf(ranges, (code) => (sqlite ? String.fromCodePoint(Number.parseInt(code, 16)) : `\\U${code.padStart(8, '0')}`))}]`

function anyContains(sqlite: boolean, parts: readonly string[]): string {
  const contains = (column: string) =>
    sqlite
      ? parts.map((part) => `${column} glob '*${part}*'`).join(' or ')
      : `${column} ~ '${parts.join('|')}'`
  return `(${['title', 'keywords', 'body'].map(contains).join(' or ')})`
}

const foldedBy = (newLine: string) => `fold_text(title || ${newLine} || keywords || ${newLine} || body)`

/** Spaces don't change the indexed words. The trigger on the folded text adds it to its index. */
const againOnSqlite = (indexed: string, folded: string): string[] => [
  `delete from search_fts where rowid in (select entry_id from search_entries ${indexed})`,
  `insert into search_fts (rowid, headline, body, audience)
   select entry_id, indexed_words(title || ' ' || keywords), indexed_words(body), audience
   from search_entries ${indexed}`,
  `delete from search_fts_pieces where rowid in (select entry_id from search_entries ${folded})`,
  `update search_entries set folded = ${foldedBy('char(10)')} ${folded}`,
]

/** The indexed words are recomputed with the columns that they come from. */
const againOnPostgres = (indexed: string, folded: string): string[] => [
  `update search_entries set title = title, keywords = keywords, body = body ${indexed}`,
  `update search_entries set folded = ${foldedBy('chr(10)')} ${folded}`,
]
