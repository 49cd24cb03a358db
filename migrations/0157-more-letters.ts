import { type Kysely, sql } from 'kysely'
import { classOf } from '../shared/base/text/letters.ts'
import { isSqlite } from './ddl.ts'
import { inBatches } from './progress.ts'
import { createTextFunctions } from './text-functions.ts'

/** Earlier programs still fold stored and searched texts by the old rules. */
export const oldestProgram = '0157-more-letters'

/**
 * Characters that are now folded or indexed differently: digits of more scripts, dashes, quotation marks, fractions,
 * `×`, `ŀ` and `ŉ`, and pictures.
 */
const CHANGED = `ab bb-be d7 13f-140 149 387 966-96f 9e6-9ef a66-a6f ae6-aef b66-b6f be6-bef c66-c6f ce6-cef d66-d6f
  e50-e59 ed0-ed9 f20-f29 1040-1049 17e0-17e9 2010-2015 201c-201f 2044 207b 208b 2150-215f 2189 2212 231a-231b
  23e9-23fa 2600-27bf 2b1b-2b1c 2b50 2b55 fe31-fe32 fe58 1f000-1fbef`

/** Only texts with such characters are folded and indexed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = isSqlite(db)
  if (!sqlite) await createTextFunctions(db)
  const again = sqlite ? againOnSqlite : againOnPostgres
  const entries = { table: 'search_entries', key: 'entry_id', what: 'folding texts of more letters' }
  await inBatches(db, entries, async (range) => {
    for (const statement of again(`where ${range} and ${changed(sqlite)}`))
      await sql.raw(statement).execute(db)
  })
}

const LISTED = `kind in ('task', 'project', 'client', 'invoice')`

function changed(sqlite: boolean): string {
  const letters = sqlite
    ? `glob '*[${classOf(CHANGED, (code) => String.fromCodePoint(Number.parseInt(code, 16)))}]*'`
    : `~ '[${classOf(CHANGED, (code) => `\\U${code.padStart(8, '0')}`)}]'`
  return `(title ${letters} or keywords ${letters} or body ${letters})`
}

/** The trigger on the folded text adds it to its index. */
const againOnSqlite = (rows: string): string[] => [
  `delete from search_fts where rowid in (select entry_id from search_entries ${rows})`,
  `insert into search_fts (rowid, headline, body, audience)
   select entry_id, indexed_words(title || ' ' || keywords), indexed_words(body), audience from search_entries ${rows}`,
  `delete from search_fts_pieces where rowid in (select entry_id from search_entries ${rows} and ${LISTED})`,
  `update search_entries set folded = fold_text(title || char(10) || keywords || char(10) || body) ${rows} and ${LISTED}`,
]

/** The indexed words are recomputed with the columns that they come from. */
const againOnPostgres = (rows: string): string[] => [
  `update search_entries set title = title, keywords = keywords, body = body,
     folded = case when ${LISTED} then fold_text(title || chr(10) || keywords || chr(10) || body) else folded end ${rows}`,
]
