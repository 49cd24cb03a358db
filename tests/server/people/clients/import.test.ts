import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, SURPLUS, toCsv } from '#server/base/adapters/tables/csv.ts'
import { streamClients } from '#server/people/clients/queries/export.ts'
import { CLIENT_CSV_COLUMNS } from '#shared/people/clients.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

/** A thousand rows, of which the given seven are invalid. */
function thousandRows(bad: Map<number, string>): string {
  const rows = Array.from(
    { length: 1000 },
    (_, index) => `Client ${index},client${index}@example.test,,Company,,yes`,
  )
  for (const [line, row] of bad) rows[line - 2] = row
  return ['Name,Email,Phone,Company,Address,Portal access', ...rows].join('\r\n')
}

test('7 invalid of 1,000 rows are reported by line, and a dry run writes nothing', async () => {
  const { db, owner } = await setUp()
  const bad = new Map([
    [3, ',no-name@example.test,,,,'],
    [50, 'No Email,,,,,'],
    [100, 'Bad Email,not-an-address,,,,'],
    [101, 'Twice,client0@example.test,,,,'],
    [500, 'Known,home.client@example.test,,,,'],
    [777, 'Maybe,maybe@example.test,,,,perhaps'],
    [1001, `${'x'.repeat(201)},long@example.test,,,,`],
  ])
  const csv = thousandRows(bad)

  const before = await db.selectFrom('activity').select('id').execute()
  const dry = await owner.clients.importCsv({ csv, dry_run: true })
  expect(dry).toMatchObject({ rows: 1000, valid: 993, imported: 0 })
  expect(dry.problems.map((problem) => problem.line)).toEqual([...bad.keys()])
  expect(dry.problems.map((problem) => problem.column)).toEqual([
    'name',
    'email',
    'email',
    'email',
    'email',
    'portal_access',
    'name',
  ])
  expect((await owner.clients.counters()).total_clients).toBe(1)
  expect(await db.selectFrom('activity').select('id').execute()).toEqual(before)

  const real = await owner.clients.importCsv({ csv, dry_run: false })
  expect(real).toMatchObject({ imported: 993, problems: dry.problems })
  expect((await owner.clients.counters()).total_clients).toBe(994)
})

test('semicolons, a byte order mark, quoted commas and line breaks are parsed', async () => {
  const { owner } = await setUp()
  const csv = '\uFEFFName;Email;Address\n"Nair; Priya";priya@example.test;"1 Road\nTown"\n'
  expect(await owner.clients.importCsv({ csv, dry_run: false })).toMatchObject({ imported: 1 })
  const { items } = await owner.clients.list({ search: 'priya' })
  expect(items).toMatchObject([{ name: 'Nair; Priya', address: '1 Road\nTown', portal_access: true }])
})

test.for([
  ['no column for the email', 'name\nJo\n', 'The first line must name these columns: email.'],
  ['an open quote', 'name,email\n"Jo,jo@example.test\n', 'This file cannot be read'],
])('%s is rejected with a message', async ([, csv, message]) => {
  const { owner } = await setUp()
  await expect(owner.clients.importCsv({ csv: csv ?? '', dry_run: true })).rejects.toThrow(message)
})

test('an export is safe in spreadsheets and can be imported unchanged', async () => {
  const { db, world, owner } = await setUp()
  await owner.clients.save({
    name: '=1+1',
    email: 'sum@example.test',
    phone: '+49 30 1234',
    company: 'A, "B"',
  })
  const { filename, content } = await owner.clients.exportCsv()
  expect(filename).toBe('clients.csv')
  expect(content.startsWith('\uFEFFname,email,phone,company,address,portal_access,postal_code,')).toBe(true)
  expect(content).toContain("'=1+1")

  const neighbor = callerAs(db, world.foreign.owner)
  expect(await neighbor.clients.importCsv({ csv: content, dry_run: false })).toMatchObject({ imported: 2 })
  const { items } = await neighbor.clients.list({ search: 'sum@' })
  expect(items).toMatchObject([{ name: '=1+1', phone: '+49 30 1234', company: 'A, "B"' }])
})

test('the downloaded file has the same rows, read a page of clients at a time', async () => {
  const { db, world, owner } = await setUp()
  await owner.clients.importCsv({ csv: thousandRows(new Map()), dry_run: false })
  const { content } = await owner.clients.exportCsv()
  const pieces: string[] = []
  for await (const piece of streamClients(ctxFor(db, world.home.owner))) pieces.push(piece)
  expect(pieces).toHaveLength(12)
  expect(pieces.join('').replaceAll('\r\n', '\n')).toBe(content)
})

test('any cell content survives a round trip', async () => {
  const cell = fc
    .string({ maxLength: 20, unit: 'grapheme' })
    .map((text) => text.replace(/^[\s']+/, '').trimEnd())
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: cell, b: cell }), { maxLength: 8 }), async (rows) => {
      const csv = await toCsv(['a', 'b', 'end'], rows, (row) => ({ ...row, end: '.' }))
      const { records } = await readCsv(csv, 100)
      expect(records.map(({ values }) => ({ a: values.a, b: values.b }))).toEqual(rows)
    }),
  )
})

test('a row with characters lost before the import is reported in any column', async () => {
  const { owner } = await setUp()
  const row = (column: string) =>
    CLIENT_CSV_COLUMNS.map((name) => (name === column ? 'J\uFFFDrgen' : name === 'email' ? 'j@a.test' : ''))
  for (const column of CLIENT_CSV_COLUMNS) {
    const csv = `${CLIENT_CSV_COLUMNS.join(',')}\n${row(column).join(',')}`
    const { valid, problems } = await owner.clients.importCsv({ csv, dry_run: false })
    expect({ valid, problems }).toMatchObject({ valid: 0, problems: [{ line: 2, column }] })
    expect(problems[0]?.message).toContain('lost characters')
  }
})

test('a person can run one import at a time', async () => {
  const { owner } = await setUp()
  const rows = Array.from({ length: 2000 }, (_, row) => `Client ${row},client-${row}@example.test`)
  const csv = ['name,email', ...rows].join('\n')
  const check = () => owner.clients.importCsv({ csv, dry_run: true })
  const [first, second] = await Promise.allSettled([check(), check()])
  expect(first).toMatchObject({ status: 'fulfilled', value: { valid: 2000 } })
  expect(second).toMatchObject({
    reason: { code: 'TOO_MANY_REQUESTS', cause: { details: { reason: 'busy' } } },
  })
})

test('default tax rate, e-invoice format and copies are exported and imported; unknown ones are reported', async () => {
  const { db, world, owner } = await setUp()
  const rate = await owner.letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  await owner.clients.save({
    name: 'Nair',
    email: 'nair@example.test',
    default_tax_rate_id: rate.id,
    e_invoice_format: 'xrechnung',
    billing_cc: ['cfo@example.test', 'books@example.test'],
    billing_bcc: ['file@example.test'],
  })
  const { content } = await owner.clients.exportCsv()
  expect(content).toContain('VAT 19%,xrechnung,"cfo@example.test, books@example.test",file@example.test')

  const neighbor = callerAs(db, world.foreign.owner)
  const refused = await neighbor.clients.importCsv({ csv: content, dry_run: true })
  expect(refused.problems).toMatchObject([
    { column: 'default_tax_rate', message: 'There is no tax rate “VAT 19%”.' },
  ])
  const own = await neighbor.letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  await neighbor.clients.importCsv({ csv: content, dry_run: false })
  const { items } = await neighbor.clients.list({ search: 'nair@' })
  expect(items).toMatchObject([
    {
      default_tax_rate_id: own.id,
      e_invoice_format: 'xrechnung',
      billing_cc: ['cfo@example.test', 'books@example.test'],
      billing_bcc: ['file@example.test'],
    },
  ])
})

test("columns that clients don't have are reported", async () => {
  const { owner } = await setUp()
  const check = (csv: string) => owner.clients.importCsv({ csv, dry_run: true })
  const file = await check(
    'Name,Email,Telefon,Notes,,\r\nIna,ina@example.test,030 1,,,\nBo,bo@example.test,,,,x\rLee, Jo,jo@example.test\r\n',
  )
  expect(file).toMatchObject({ rows: 3, valid: 1 })
  expect(file.problems).toEqual([
    { line: 1, column: 'telefon', message: 'This column isn’t known and is left out.' },
    { line: 3, column: null, message: SURPLUS },
    { line: 4, column: 'email', message: 'Please enter a valid email address.' },
  ])
  await expect(check('name,email,Email\nIna,ina@example.test,other@example.test')).rejects.toThrow(
    'The first line names the column “email” twice.',
  )
})

test('payment terms are a whole number of days, in plain digits', async () => {
  const { owner } = await setUp()
  const rows = ['30', '0x1E', '3e1', '14.0', ''].map((terms, at) => `Jo,jo${at}@example.test,${terms}`)
  const csv = ['name,email,payment_terms', ...rows].join('\n')
  const { imported, problems } = await owner.clients.importCsv({ csv, dry_run: false })
  expect(imported).toBe(2)
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [3, 'payment_terms'],
    [4, 'payment_terms'],
    [5, 'payment_terms'],
  ])
})
