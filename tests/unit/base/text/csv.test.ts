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
  await expect(readCsv('name\n"a\n', 10)).rejects.toMatchObject({ details: { reason: 'bad_csv' } })
})

const ROWS = [
  { line: 2, values: { name: 'Pipe 5", long', email: 'a@a.test' } },
  { line: 4, values: { name: 'He said "no"', email: 'b@a.test' } },
]
const inLines = (lines: string[], end = '\r\n') => lines.join(end) + end
const moved = (by: number) => ROWS.map(({ line, values }) => ({ line: line + by, values }))

test.each([
  ['commas', ['name,email', '"Pipe 5"", long",a@a.test', ',', '"He said ""no""",b@a.test'], 0],
  ['semicolons', ['name;email', 'Pipe 5", long;a@a.test', ' ; ', 'He said "no";b@a.test', ';'], 0],
  ['tabs', ['name\temail', 'Pipe 5", long\ta@a.test', '\t', 'He said "no"\tb@a.test', '\t'], 0],
  [
    'an announced separator',
    ['sep=;', 'name;email', 'Pipe 5", long;a@a.test', ';', 'He said "no";b@a.test'],
    1,
  ],
  [
    'a quoted announcement',
    ['"sep=\t"', 'name\temail', 'Pipe 5", long\ta@a.test', '', 'He said "no"\tb@a.test'],
    1,
  ],
])('a file saved by a spreadsheet is parsed with line numbers: %s', async (_separator, lines, before) => {
  for (const end of ['\r\n', '\n']) {
    for (const mark of ['', '\uFEFF']) {
      const { columns, records } = await readCsv(mark + inLines(lines, end), 10)
      expect(columns).toEqual(['name', 'email'])
      expect(records).toEqual(moved(before))
    }
  }
})
