import { expect, test } from 'vitest'
import { listTables } from '#server/base/db/move/tables.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { typedTables } from '#tests/support/databases/table-types.ts'

test('every table and column of the product is moved, and nothing else', async () => {
  const typed = Object.entries(typedTables()).map(([name, columns]) => [name, Object.keys(columns).sort()])
  const moved = (await listTables(await createTestDatabase())).map(({ name, columns }) => [
    name,
    columns.map((column) => column.name),
  ])
  expect(Object.fromEntries(moved)).toEqual(Object.fromEntries(typed))
})
