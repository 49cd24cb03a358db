import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '#server/base/adapters/bank-files/read.ts'
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

describe('a quotation mark that is never closed', () => {
  const emails = async (text: string) =>
    (await readCsv(text, 100)).records.map(({ values }) => values.email || values.date)

  test.each([
    [
      'another cell is quoted',
      'Ada,a@x.test,"Acme\nBo,b@x.test,Beta\nCy,c@x.test,"Gamma"\nDi,d@x.test,Delta',
    ],
    [
      'another cell has a separator',
      'Ada,a@x.test,"Acme\nBo,b@x.test,"Beta, Inc"\nCy,c@x.test,G\nDi,d@x.test,D',
    ],
    [
      'another cell has a mark',
      'Ada,a@x.test,"Acme\nBo,b@x.test,Beta\nCy,c@x.test,15" TV\nDi,d@x.test,Delta',
    ],
    ['another cell is empty', 'Ada,a@x.test,"Acme\nBo,b@x.test,""\nCy,c@x.test,""\nDi,d@x.test,Delta'],
    ['a cell of its row is quoted', '"Ada,a@x.test,"Acme"\nBo,b@x.test,Beta\nCy,c@x.test,C\nDi,d@x.test,D'],
  ])('swallows no rows if %s', async (_what, rows) => {
    expect(await emails(`name,email,company\n${rows}\n`)).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => `${name}@x.test`),
    )
  })

  test('isn’t assumed in a cell with line breaks and separators', async () => {
    const address = 'Main St 1, Yard\n10115, Berlin\n\n+49, 30'
    const text = stringify([
      ['name', 'email', 'address'],
      ['Ada', 'a@x.test', address],
      ['Bo', 'b@x.test', '"Blue", yard\nBonn, Beuel'],
    ])
    const note = 'a,b@x.test,"two\nlines",2026-01-01,c\n'
    expect((await readCsv(`name,email,note,date,more\n${note}`, 10)).records).toMatchObject([
      { values: { note: 'two\nlines', date: '2026-01-01' } },
    ])
    const { records } = await readCsv(text, 10)
    expect(records.map(({ values }) => values.address)).toEqual([address, '"Blue", yard\nBonn, Beuel'])
  })

  test('isn’t assumed in a closed cell whose lines look like rows', async () => {
    const note = 'Met:\nBob, b@b.co, at fair'
    const text = stringify([
      ['name', 'email', 'note'],
      ['Ada', 'a@x.test', note],
      ['Cy', 'c@x.test', note],
    ])
    const { records } = await readCsv(text, 10)
    expect(records.map(({ values }) => values.note)).toEqual([note, note])
    const statement = readBankFile(
      Buffer.from(
        'Date;Amount;Text\n2026-01-01;-5,00;"Phase 1:\n2026-01-02;10,00;deposit"\n2026-01-05;7,00;x\n',
      ),
      { mapping: null, remembered: {}, currency: 'EUR' },
    )
    expect(statement.statements[0]?.lines.map(({ amount }) => amount)).toEqual([-500, 700])
  })

  test('loses no transaction of a bank', () => {
    for (const last of ['"y"', 'y" z', '""', '"y; z"']) {
      const rows = [
        '2026-11-02;10.00;Ada;"rent',
        '2026-11-03;20.00;Bo;x',
        `2026-11-04;30.00;Cy;${last}`,
        '2026-11-05;40.00;Di;z',
      ]
      const text = `Date;Amount;Payee;Text\n${rows.join('\n')}\n`
      const file = readBankFile(Buffer.from(text), { mapping: null, remembered: {}, currency: 'EUR' })
      expect(file.statements[0]?.lines.map((line) => [line.amount, line.text])[0]).toEqual([1000, '"rent'])
      expect(file.statements[0]?.lines.map(({ amount }) => amount)).toEqual([1000, 2000, 3000, 4000])
    }
  })

  test('at the start of any cell leaves the other rows as they are, or the file is refused', async () => {
    const cell = fc.constantFrom('', 'x', 'He said "no"', 'a, b; c', 'two\nlines', '12"', '10.00', ' y ')
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 6 })
    const outer = fc.constantFrom(',', ';', '\t')
    await fc.assert(
      fc.asyncProperty(
        table,
        outer,
        fc.boolean(),
        fc.nat(),
        fc.nat(4),
        async (rows, delimiter, quoted, y, x) => {
          const cells = rows.map((row, at) => [`2026-01-0${at + 1}`, ...row, 'z'])
          const lines = cells.map((row) =>
            row.map((text) => stringify([[text]], { delimiter, quoted, record_delimiter: '' })),
          )
          const at = y % rows.length
          const changed = lines.map((row, line) =>
            row.map((text, column) => (line === at && column === x ? `"${text}` : text)).join(delimiter),
          )
          const text = [['date', 'a', 'b', 'c', 'd'].join(delimiter), ...changed, ''].join('\n')
          const read = await readCsv(text, 100).catch(() => null)
          const dates = read?.records.map(({ values }) => values.date) ?? []
          for (const [line, [date]] of cells.entries()) {
            if (read !== null && line !== at) expect(dates).toContain(date)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
