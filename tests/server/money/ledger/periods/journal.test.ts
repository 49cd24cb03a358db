import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, inject, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { emptyUrl, openUntilDone } from '#tests/support/databases/move.ts'
import {
  EXPENSE,
  type February,
  IN_FEBRUARY,
  IN_MARCH,
  liveFebruary,
} from '#tests/support/money/closed-period.ts'
import { refundForm } from '#tests/support/money/money.ts'

async function journal({ db, world }: February): Promise<string[]> {
  const owner = world.home.owner as SeedMember
  const { content } = await openBooksFile(ctxFor(db, owner), 'journal', { basis: 'issued', bom: false })
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString().trimEnd().split('\r\n')
}

test('the journal names each entry, when and by whom it was recorded', async () => {
  const month = await liveFebruary()
  const [head = '', ...lines] = await journal(month)
  expect(head.split(',').slice(0, 6)).toEqual([
    'entry_id',
    'recorded_at',
    'recorded_by',
    'date',
    'value_date',
    'reverses',
  ])
  const expense = lines.find((line) => line.includes('Licence'))?.split(',') ?? []
  expect(expense[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(expense.slice(1, 4)).toEqual([IN_FEBRUARY.toISOString(), month.world.home.owner.name, '2026-02-10'])
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(lines.length)
})

test('a refund, a correction and a deletion add rows; no earlier row changes', async () => {
  const month = await liveFebruary()
  const { owner, rows } = month
  const before = await journal(month)
  await owner.payments.refund({ id: rows.payment, ...refundForm(50_00) })
  const expense = { ...EXPENSE, id: rows.expense.id, receipt_id: rows.expense.receipt?.id }
  await owner.finance.saveExpense({ ...expense, amount: 238_00 })
  await owner.finance.deleteExpense({ id: rows.expense.id })
  const after = await journal(month)
  expect(before.filter((line) => !after.includes(line))).toEqual([])
  // The refund; the correction and its reversal of the booked entry; the reversal of the correction.
  expect(after.length).toBe(before.length + 4)
  const reversing = after.map((line) => line.split(',')[5]).filter((id) => id !== '' && id !== 'reverses')
  expect(reversing).toHaveLength(2)
})

test('a payment entered late is recorded on the day of entry and dated on the day it arrived', async () => {
  const month = await liveFebruary()
  const { owner, rows } = month
  await owner.payments.recordManual({
    invoice_id: rows.invoice,
    amount: 10_00,
    method: 'cash',
    paid_on: '2026-02-20',
    request_id: randomUUID(),
  })
  const line = (await journal(month)).find((text) => text.includes(IN_MARCH.toISOString()))
  expect(line?.split(',')[3]).toBe('2026-02-20')
})

test('lists and counts leave out what was corrected on the same day', async () => {
  const { owner, rows } = await liveFebruary()
  const expense = { ...EXPENSE, id: rows.expense.id, receipt_id: rows.expense.receipt?.id }
  const list = async () =>
    (await owner.finance.transactions({ flow: 'expense' })).items.map(({ amount }) => amount)
  const counted = async () => (await owner.finance.taxReport({})).input.map(({ count }) => count)
  await owner.finance.saveExpense({ ...expense, amount: 238_00 })
  expect(await list()).toEqual([238_00])
  expect(await counted()).toEqual([1])
  await owner.finance.deleteExpense({ id: rows.expense.id })
  expect(await list()).toEqual([])
  expect(await counted()).toEqual([])
})

test('an upgrade from the previous version preserves entries, their taxes and totals', async () => {
  const { dialect, folder } = inject('testDatabase')
  const file = `file:${join(folder, `${randomUUID()}.db`)}`
  const { db } = openUntilDone(dialect === 'sqlite' ? file : await emptyUrl('postgres'))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateTo('0090-simulated-objects')).error).toBeUndefined()
  const at = '2026-02-10T12:00:00.000Z'
  await sql`insert into users (id, email, password_hash, created_at) values ('u', 'u@example.test', '', ${at})`.execute(
    db,
  )
  await sql`insert into agencies (id, name, owner_id, status, timezone, currency, created_at, updated_at)
    values ('a', 'Home', 'u', 'active', 'UTC', 'USD', ${at}, ${at})`.execute(db)
  await sql`insert into expenses (id, agency_id, category, description, amount, currency, spent_on, rebillable, version,
    created_at, updated_at) values ('x', 'a', 'software', 'Licence', 11900, 'USD', '2026-02-10', 0, 1, ${at}, ${at})`.execute(
    db,
  )
  await sql`insert into ledger_entries (id, agency_id, direction, category, amount, currency, base_amount, tax, base_tax,
    description, expense_id, occurred_at, occurred_on)
    values ('e', 'a', 'expense', 'software', 11900, 'USD', 11900, 1900, 1900, 'Licence', 'x', ${at}, '2026-02-10')`.execute(
    db,
  )
  await sql`insert into ledger_taxes (entry_id, position, agency_id, tax_bps, net, tax, base_net, base_tax)
    values ('e', 0, 'a', 1900, 10000, 1900, 10000, 1900)`.execute(db)
  const read = async () => ({
    taxes: await db
      .selectFrom('ledger_taxes')
      .select(['entry_id', 'position', 'tax_bps', 'net', 'tax', 'base_net', 'base_tax'])
      .execute(),
    tallies: await db.selectFrom('book_tallies').selectAll().execute(),
    entries: await db
      .selectFrom('ledger_entries')
      .select(['id', 'expense_id', 'amount', 'base_amount', 'tax', 'occurred_on'])
      .execute(),
  })
  const before = await read()
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  expect(await read()).toEqual(before)
  expect(before.taxes).toHaveLength(1)
  // The triggers and constraints are still there.
  await db
    .insertInto('ledger_entries')
    .columns([
      'id',
      'agency_id',
      'direction',
      'category',
      'amount',
      'currency',
      'base_amount',
      'description',
      'expense_id',
      'occurred_at',
      'occurred_on',
    ])
    .expression((eb) =>
      eb
        .selectFrom('ledger_entries')
        .select([
          sql<string>`'f'`.as('id'),
          'agency_id',
          'direction',
          'category',
          'amount',
          'currency',
          'base_amount',
        ])
        .select(['description', 'expense_id', 'occurred_at', 'occurred_on']),
    )
    .execute()
  expect((await read()).tallies).toMatchObject([{ entries: 2, base_amount: 23_800 }])
  await expect(db.deleteFrom('ledger_entries').execute()).rejects.toThrow(/never changed/)
})
