import { type Kysely, sql } from 'kysely'
import {
  ALIKE,
  APOSTROPHES,
  classOf,
  DOUBLE_PRIME,
  HEBREW,
  MARKS,
  PAIRED,
  SEPARATORS,
  WHITE_SPACE,
} from '../shared/base/text/letters.ts'

/**
 * PostgreSQL functions that fold texts like the program's functions, which it adds to SQLite. Their bodies call none of
 * ours, because restoring a backup and maintenance execute them without a search path.
 */
export async function createTextFunctions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ icu: boolean }>`
    select exists (select from pg_collation where collname = 'und-x-icu') as icu`.execute(db)
  const plain = plainText(rows[0]?.icu ? ' collate "und-x-icu"' : '')
  await replace(
    db,
    'fold_text(text) returns text',
    `regexp_replace(replace(${plain}, '''', ''), '${oneOf(WHITE_SPACE)}+', ' ', 'g')`,
  )
  await replace(db, 'indexed_words(text) returns text', wordsOf(plain))
}

/** Immutable, and a single expression where possible, which PostgreSQL inlines into queries. */
const replace = async (db: Kysely<unknown>, signature: string, body: string): Promise<void> => {
  await sql
    .raw(
      `create or replace function ${signature} language sql immutable parallel safe as $fold$ select ${body} $fold$`,
    )
    .execute(db)
}

const escaped = (code: string): string => `\\U${code.padStart(8, '0')}`
const oneOf = (ranges: string): string => `[${classOf(ranges, escaped)}]`

/** Most texts are ASCII, for which the database's fastest functions suffice. */
function plainText(collation: string): string {
  const letters = Object.entries(ALIKE)
  const single = letters.filter(([, alike]) => alike.length === 1)
  const from = single.map(([letter]) => letter).join('')
  const to = single.map(([, alike]) => alike.replace("'", "''")).join('')
  const quotes = "''".repeat(APOSTROPHES.length)
  const decomposed = `lower(normalize(translate($1, '${APOSTROPHES}${DOUBLE_PRIME}', '${quotes}"'), NFKD)${collation})`
  const unmarked = `regexp_replace(${decomposed}, '${oneOf(MARKS)}', '', 'g')`
  const alike = letters
    .filter(([, other]) => other.length > 1)
    .reduce(
      (text, [letter, other]) => `replace(${text}, '${letter}', '${other}')`,
      `translate(${unmarked}, '${from}', '${to}')`,
    )
  const joined = `regexp_replace(${alike}, '(?<=${oneOf(HEBREW)})"(?=${oneOf(HEBREW)}|$)', '''', 'g')`
  return `case when octet_length($1) = char_length($1) then translate(lower($1 collate "C"), '\`', '''')
    else normalize(${joined}, NFC) collate "C" end`
}

function wordsOf(plain: string): string {
  const [separators, paired] = [classOf(SEPARATORS, escaped), classOf(PAIRED, escaped)]
  const word = `([^${separators}]+)`
  const spelled = `regexp_replace(${plain}, '${word}''${word}(?:''${word})?', '\\1\\2\\3 \\1 \\2\\3 \\2 \\3', 'g')`
  const spaced = `regexp_replace(replace(${spelled}, '''', ''), '[${separators}]+', ' ', 'g')`
  const runs = `regexp_replace(${spaced}, '([${paired}]+)', ' \\1 ', 'g')`
  const pairs = `regexp_replace(${runs}, '([${paired}])', '\\1 \\1', 'g')`
  return `rtrim(regexp_replace(' ' || ${pairs}, ' +', ' ', 'g'))`
}
