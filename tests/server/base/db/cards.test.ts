import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Domain } from '#server/base/core/domain.ts'
import { SEALED } from '#server/base/db/agency-move/arrive.ts'
import { type Ownership, ownershipOf } from '#server/base/db/agency-move/ownership.ts'
import { listReferences } from '#server/base/db/agency-move/rows.ts'
import { type AnyTableCard, classesOf, listCards } from '#server/base/db/table-cards.ts'
import { DOMAINS, TABLES } from '#server/domains.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { databaseTables, type Tables } from '#tests/support/databases/table-types.ts'

const cards = new Map<string, AnyTableCard>(listCards(TABLES))

/** Differences between the cards and the tables of a migrated database. */
function cardProblems(tables: Tables): string[] {
  const missing = Object.entries(tables).flatMap(([table, columns]) => {
    const card = cards.get(table)
    if (card === undefined) return [`${table} has no card`]
    const classes = classesOf(card).map(([column]) => column)
    const times = (column: string) => classes.filter((one) => one === column).length
    return Object.keys(columns)
      .filter((column) => times(column) !== 1)
      .map((column) => `${table}.${column} has ${times(column)} classes`)
  })
  const unknown = [...cards].flatMap(([table, card]) =>
    classesOf(card)
      .filter(([column]) => tables[table]?.[column] === undefined)
      .map(([column]) => `${table}.${column} isn't in the database`),
  )
  return [...missing, ...unknown]
}

test('every table of the migrated database has a card, and every column a class', async () => {
  expect(cardProblems(await databaseTables((await createTestDatabase()).db))).toEqual([])
})

test('missing cards and classes are detected', async () => {
  const { db } = await createTestDatabase()
  await sql`create table extra (id text not null)`.execute(db)
  await sql`alter table client_notes add column nickname text`.execute(db)
  await sql`alter table client_notes rename column text to body`.execute(db)
  expect(cardProblems(await databaseTables(db)).toSorted()).toEqual([
    'client_notes.body has 0 classes',
    'client_notes.nickname has 0 classes',
    "client_notes.text isn't in the database",
    'extra has no card',
  ])
})

test('a table belongs to exactly one domain', () => {
  const named = (DOMAINS as readonly Domain[]).flatMap(({ tables }) => Object.keys(tables))
  expect(named.toSorted()).toEqual([...new Set(named)].toSorted())
})

test('columns with storage keys, secrets or hashes are classified as secret', () => {
  const shown = [...cards].flatMap(([table, card]) =>
    classesOf(card)
      .filter(
        ([column, name]) => /hash|secret|token|idempotency|storage_key/.test(column) && name !== 'secret',
      )
      .map(([column]) => `${table}.${column}`),
  )
  expect(shown).toEqual([])
})

/** Secret columns that aren't encrypted: hashes, storage keys, links, and ids and keys of calls to providers. */
const PLAIN =
  /(_hash|_token|_url|_hint|storage_key|idempotency_key|request_key|refund_key)$|^provider_|^connected_to$/

test('encrypted columns are encrypted again with the key of the installation that an agency moves to', () => {
  const encrypted = [...cards].flatMap(([table, card]) =>
    classesOf(card)
      .filter(([column, name]) => name === 'secret' && ownershipOf(table) !== null && !PLAIN.test(column))
      .map(([column]) => `${table}.${column}`),
  )
  expect(encrypted.toSorted()).toEqual(SEALED.toSorted())
})

test('references to accounts are classified as keys', async () => {
  const references = await listReferences(await createTestDatabase())
  const unnamed = references.filter(({ table, column, refersTo }) => {
    const classes = new Map(classesOf(cards.get(table) as AnyTableCard))
    return refersTo === 'users' && classes.get(column) !== 'key'
  })
  expect(unnamed).toEqual([])
})

test('the table cards and the agency move agree on who owns rows and which tables stay', () => {
  const different = [...cards].flatMap(([table, { of, stays }]) => {
    const moved = ownershipOf(table)
    if (stays !== undefined || moved === null)
      return (stays !== undefined) === (moved === null) ? [] : [table]
    return isDeepStrictEqual(moved, movedAs(of)) ? [] : [table]
  })
  expect(different).toEqual([])
})

function movedAs(of: AnyTableCard['of']): Ownership | null {
  if (of === 'platform') return null
  if (of === 'agency') return { by: 'agency', column: 'agency_id' }
  if ('agency' in of) return { by: 'agency', column: of.agency }
  if ('person' in of) return { by: 'person', column: of.person }
  if ('agencyOrPerson' in of) return { by: 'agency or person', column: of.agencyOrPerson }
  return { by: 'row', column: of.row, table: of.of, key: of.key ?? 'id' }
}
