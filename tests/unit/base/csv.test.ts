import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readCsv } from '#server/base/adapters/tables/csv.ts'

test('parsing a long file yields to other work', async () => {
  // An odd length, so that multi-byte characters cross chunk boundaries.
  const name = 'Ünïcode 🏡 '.repeat(9)
  const text = [
    'Name, E mail',
    ...Array.from({ length: 5000 }, (_, row) => `${name}${row},${row}@a.test`),
  ].join('\n')
  let turns = 0
  let done = false
  const others = (async () => {
    for (; !done; turns++) await setImmediate()
  })()

  const { columns, records } = await readCsv(text, 5000)
  done = true
  await others

  expect(turns).toBeGreaterThan(5)
  expect(columns).toEqual(['name', 'e_mail'])
  expect(records).toHaveLength(5000)
  for (const [row, record] of records.entries()) {
    expect(record).toEqual({ line: row + 2, values: { name: `${name}${row}`, e_mail: `${row}@a.test` } })
  }
})

test('a file with too many rows is rejected, however long it is', async () => {
  const text = `name\n${'x\n'.repeat(60_000)}`
  await expect(readCsv(text, 5000)).rejects.toThrow('Use a file with at most 5000 rows.')
})

test('an invalid CSV file is rejected with its line', async () => {
  await expect(readCsv('name\n"a"b"\n', 10)).rejects.toMatchObject({ details: { reason: 'bad_csv' } })
})
