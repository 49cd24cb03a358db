import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { databaseOf } from '#server/base/db/engines/connection.ts'
import { containsTerm, indexedWords, searchTerms } from '#server/base/db/engines/words.ts'
import type { Db } from '#server/base/db/schema.ts'
import { findContaining } from '#server/base/db/search/trigrams.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { foldText } from '#shared/base/text/fold.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { NAMES } from '#tests/support/planted/names.ts'
import { foundInIndex } from '#tests/support/planted/texts.ts'

/** The texts that the database's function and the program's fold differently. */
async function foldedApart(texts: readonly string[]): Promise<string[]> {
  const { db } = await createTestDatabase()
  const given =
    inject('testDatabase').dialect === 'sqlite'
      ? sql`json_each(${JSON.stringify(texts)})`
      : sql`json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality as given (value, key)`
  const { rows } = await sql<{ folded: string; words: string }>`
    select fold_text(value) as folded, indexed_words(value) as words from ${given} order by key`.execute(db)
  expect(rows).toHaveLength(texts.length)
  return texts.filter(
    (text, index) => rows[index]?.folded !== foldText(text) || rows[index]?.words !== indexedWords(text),
  )
}

/** Letters newer than Unicode 14, which PostgreSQL 15 doesn't know. */
const YOUNG: [from: number, to: number][] = [
  ...([
    [0x1c89, 0x1c8a],
    [0xa7cb, 0xa7dc],
    [0xa7f1, 0xa7f1],
    [0x105c0, 0x105ff],
  ] as [number, number][]),
  ...([
    [0x10d40, 0x10d8f],
    [0x16ea0, 0x16ed3],
    [0x1ccd6, 0x1ccf9],
    [0x1e030, 0x1e06d],
  ] as [number, number][]),
]
/** The rest of the large blocks behaves the same. */
const LARGE: [from: number, to: number][] = [
  [0x3500, 0x9f00],
  [0xac80, 0xd700],
  [0xd800, 0xdfff],
]

test('the database folds every letter as the program does', async () => {
  const letters = Array.from({ length: 0x1_ffff }, (_, code) => code + 1)
    .filter((code) => ![...YOUNG, ...LARGE].some(([from, to]) => code >= from && code <= to))
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[^\p{Cn}\p{Co}]/u.test(letter))
  expect(await foldedApart(letters)).toEqual([])
})

test('the database folds texts as the program does', async () => {
  const letters = [...new Set(Object.keys(NAMES).join(''))]
  const marks = [
    "'",
    '’',
    ' ',
    '-',
    '\n',
    '"',
    '′',
    '\t',
    '\u0301',
    '\u0323',
    '\u3099',
    '\u064b',
    '\u05b8',
    'ῧ',
    'ﬃ',
    '½',
    '\\',
    '%',
  ]
  const text = fc.string({ unit: fc.constantFrom(...letters, ...marks), maxLength: 30 })
  const [texts = []] = fc.sample(fc.array(text, { minLength: 3000, maxLength: 3000 }), 1)
  expect(await foldedApart([...texts, ...Object.keys(NAMES)])).toEqual([])
})

const contains = (text: string, query: string): boolean =>
  searchTerms(query).every((term) => containsTerm(text, term))

test('the index finds prefixes of words, and any part of a script without spaces', () => {
  const starts = fc.constantFrom(...Object.keys(NAMES)).chain((name) => {
    const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
    return fc.record({ name: fc.constant(name), word: fc.constantFrom(...words), length: fc.nat(9) })
  })
  fc.assert(
    fc.property(starts, ({ name, word, length }) => {
      const query = [...word].slice(0, length + 1).join('')
      expect(contains(name, query), query).toBe(true)
    }),
  )
  for (const [text, query] of [
    ['東京都庁の改修', '都庁の'],
    ['โครงการออกแบบบ้าน', 'การออก'],
    ['ガイドブック', 'ドブ'],
  ] as const) {
    expect(contains(text, query)).toBe(true)
  }
})

test('the index finds no inner parts of other words, and no single letters', () => {
  expect(contains('Harbor', 'arbor')).toBe(false)
  expect(contains('設備計画', '設計')).toBe(false)
  expect(contains('バス', 'パス')).toBe(false)
  expect(contains('हिन्दी', 'हान')).toBe(false)
})

/** Sort orders of lists; the rest of the server leaves case-insensitive comparison to `containsText`. */
const ORDERS = /orders\.ts$|sorting\.ts$|facts\.ts$|by-name\.ts$|platform\/agencies\/queries\/agencies\.ts$/

/** An option of a list in the browser, or a text that is searched there. */
const OWN_CHOICE =
  /\.toLowerCase\(\)(\.trim\(\))?\.(includes|startsWith|indexOf)\(|\b(lower|query)\w* = .*toLowerCase\(/

test('no list compares texts by its own rule', () => {
  const found = (pattern: string, rule: RegExp) =>
    globSync(pattern).filter((file) => !ORDERS.test(file) && rule.test(readFileSync(file, 'utf8')))
  expect(found('server/**/*.ts', /\blower\(|\bilike\b/)).toEqual([])
  expect(found('client/**/*.{ts,tsx}', OWN_CHOICE)).toEqual([])
})

test('an upgrade folds the texts of earlier versions', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const db = await upgradedFrom('0126-lower-letters', async (old) => {
    await sql`insert into clients (id, agency_id, name, email, phone, company, address, portal_access, created_at, updated_at, version)
      values ('c', 'a', 'Łódź', 'c@example.test', '', 'Straße', '', 0, ${at}, ${at}, 1)`.execute(old)
  })
  const entries = await db.selectFrom('search_entries').select(['kind', 'folded']).execute()
  expect(entries).toEqual([{ kind: 'client', folded: 'lodz strasse c@example.test ' }])
  const { dialect } = inject('testDatabase')
  for (const word of ['lodz', 'strasse']) expect(await foundInIndex({ db, dialect }, word)).toBe(1)
})

/** Writes rows at a version that only converts texts to lower case. */
async function foldedBefore(db: Db, write: () => Promise<void>): Promise<void> {
  const database = databaseOf(db)
  const words = (text: string) => ` ${text.toLowerCase()}`
  if (database.dialect === 'sqlite') {
    database.file.function('fold_text', { deterministic: true }, (text) => String(text).toLowerCase())
    database.file.function('indexed_words', { deterministic: true }, (text) => words(String(text)))
    await write()
    database.file.function('fold_text', { deterministic: true }, (text) => foldText(String(text)))
    database.file.function('indexed_words', { deterministic: true }, (text) => indexedWords(String(text)))
    return
  }
  for (const [name, body] of [
    ['fold_text', 'lower($1)'],
    ['indexed_words', "' ' || lower($1)"],
  ]) {
    await sql
      .raw(`create or replace function ${name}(text) returns text language sql immutable parallel safe
      as $fold$ select ${body} $fold$`)
      .execute(db)
  }
  await write()
}

interface Upgrade {
  from: string
  titles: readonly string[]
  /** Each with the client that it finds. */
  queries: Readonly<Record<string, string>>
}

const UPGRADES: Upgrade[] = [
  {
    from: '0156-paid-contributors',
    titles: ['coŀlecció', 'Jahr २०२६', '10×12 – „Rohbau“', 'Feier 🎉'],
    queries: { collecció: 'c0', 2026: 'c1', '10x12': 'c2', rohbau: 'c2', '🎉': 'c3' },
  },
  {
    from: '0215-paid-elsewhere',
    titles: ['Acme בע״מ', 'צה"ל', '10時〜12時', '27‴ Əliyev', 'Annual \t Report'],
    queries: { 'בע"מ': 'c0', צהל: 'c1', '時～12': 'c2', eliyev: 'c3', 'annual report': 'c4' },
  },
]

test.each(UPGRADES)('an upgrade from $from folds texts again with more letters', async (upgrade) => {
  const at = '2026-03-01T10:00:00.000Z'
  const { titles } = upgrade
  const db = await upgradedFrom(upgrade.from, async (old) => {
    await foldedBefore(old, async () => {
      for (const [index, title] of titles.entries()) {
        await sql`insert into clients (id, agency_id, name, email, phone, company, address, portal_access, created_at,
            updated_at, version)
          values (${`c${index}`}, 'a', ${title}, '', '', '', '', 0, ${at}, ${at}, 1)`.execute(old)
      }
    })
    const [before] = await old.selectFrom('search_entries').select('folded').orderBy('entry_id').execute()
    expect(before?.folded).toContain(titles[0]?.toLowerCase())
  })
  const entries = await db.selectFrom('search_entries').select('folded').orderBy('entry_id').execute()
  expect(entries.map(({ folded }) => folded.trim())).toEqual(titles.map(foldText))
  const { dialect } = inject('testDatabase')
  for (const [query, id] of Object.entries(upgrade.queries)) {
    expect(await foundInIndex({ db, dialect }, searchTerms(query)[0]?.text ?? ''), query).toBe(1)
    const search = { kind: 'client', agencyId: 'a' as AgencyId, text: query } as const
    expect(await findContaining(db, search), query).toEqual([id])
  }
})
