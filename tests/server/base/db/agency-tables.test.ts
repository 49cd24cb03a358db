import { expect, inject, test } from 'vitest'
import { type ForeignKey, foreignKeys } from '#server/base/db/agency-move/foreign-keys.ts'
import { CROSSING, PARENTS, TABLES_APART } from '#server/base/db/agency-tables.ts'
import { VISIBILITY } from '#server/domains.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { databaseTables, type Tables } from '#tests/support/databases/table-types.ts'

/** Tables whose rows belong to an agency, which is part of the references between them. */
const AGENCY_TABLES = [
  ...Object.keys(VISIBILITY).filter((table) => !Object.hasOwn(TABLES_APART, table)),
  'search_entries',
]

/** References without the agency, although both rows always have one. */
const NARROW = [
  // Only the autopay job writes attempts, with mandates of the invoice's agency.
  'autopay_attempts (mandate_id) → autopay_mandates',
]

/** Tables without an agency column that refer to rows of agencies. */
const REFERRING = ['profiles', 'balance_movements']

const nameOf = ({ table, columns, refers_to }: ForeignKey) =>
  `${table} (${columns.join(', ')}) → ${refers_to}`

test('every table has an agency column or is listed with a reason', async () => {
  const tables = await databaseTables((await createTestDatabase()).db)
  const named = [...AGENCY_TABLES, ...Object.keys(TABLES_APART)].filter((name) => !name.startsWith('kysely_'))
  expect(named.toSorted()).toEqual(Object.keys(tables).toSorted())
  const without = AGENCY_TABLES.filter((name) => tables[name]?.agency_id === undefined)
  expect(without.toSorted()).toEqual(Object.keys(PARENTS).toSorted())
})

/** Whether every row has an agency. */
const isKept = (tables: Tables, table: string) =>
  AGENCY_TABLES.includes(table) && tables[table]?.agency_id?.nullable === false

test.runIf(inject('testDatabase').dialect === 'postgres')(
  'references between agency tables include the agency',
  async () => {
    const { db } = await createTestDatabase()
    const [tables, references] = [await databaseTables(db), await foreignKeys(db)]
    const narrow = references.filter(
      ({ table, columns, refers_to }) =>
        isKept(tables, table) && isKept(tables, refers_to) && !columns.includes('agency_id'),
    )
    expect(narrow.map(nameOf)).toEqual(NARROW)

    const outside = references.filter(
      ({ table, refers_to }) => !AGENCY_TABLES.includes(table) && AGENCY_TABLES.includes(refers_to),
    )
    expect([...new Set(outside.map(({ table }) => table))].toSorted()).toEqual(REFERRING.toSorted())

    // Every listed entry must exist, so that outdated ones get removed.
    const columns = references.map((one) => `${one.table}.${one.columns}`)
    expect(CROSSING.filter((name) => !columns.includes(name))).toEqual([])
    const parents = references.map((one) => `${one.table}.${one.columns} ${one.refers_to}`)
    for (const [table, { column, table: parent }] of Object.entries(PARENTS)) {
      expect(parents).toContain(`${table}.${column} ${parent}`)
    }
  },
)
