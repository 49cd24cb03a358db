import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { documentNumber } from '#shared/identity/letterhead/numbering.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = (now: Date = TEST_NOW) => callerAs(db, world.home.owner, { now })
const YEARLY = {
  kind: 'invoice',
  prefix: '{YYYY}-',
  digits: 4,
  yearly: true,
  next_number: 1,
  version: 0,
} as const

async function drafts(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.push((await asOwner().invoices.save(draftFor(world.home.client.clientId))).id)
  }
  return ids
}

async function sendOne(now?: Date): Promise<string | null> {
  const [id = ''] = await drafts(1)
  return (await asOwner(now).invoices.send({ id })).number
}

const series = async (kind = 'invoice', now?: Date) =>
  (await asOwner(now).letterhead.numbering()).find((one) => one.kind === kind)

test('an agency without settings keeps its numbers unchanged', async () => {
  expect(await series()).toEqual({
    kind: 'invoice',
    prefix: 'INV-',
    digits: 1,
    yearly: false,
    next: { continuous: 1001, yearly: 1 },
    today: '2026-03-04',
    version: 0,
  })
  expect([await sendOne(), await sendOne()]).toEqual(['INV-1001', 'INV-1002'])
  const [id = ''] = await drafts(1)
  await asOwner().invoices.send({ id })
  const { number } = await asOwner().invoices.credit({ id, reason: 'Late' })
  expect(number).toBe('CN-1001')
})

test('prefix, padding and start apply per series; credit notes have their own', async () => {
  await asOwner().letterhead.saveNumbering({
    ...YEARLY,
    prefix: 'R{YY}{MM}-',
    digits: 5,
    yearly: false,
    next_number: 42,
  })
  await asOwner().letterhead.saveNumbering({ ...YEARLY, kind: 'credit_note', prefix: 'G{YYYY}.' })
  expect(await sendOne()).toBe('R2603-00042')
  const [id = ''] = await drafts(1)
  expect((await asOwner().invoices.send({ id })).number).toBe('R2603-00043')
  expect((await asOwner().invoices.credit({ id, reason: 'Late' })).number).toBe('G2026.0001')
})

// More would wait for one of the pool's ten connections, which on a busy machine takes too long.
test('ten concurrent invoices across the fiscal year end leave no gaps in either year', async () => {
  await asOwner().letterhead.saveNumbering(YEARLY)
  const ids = await drafts(10)
  // The agency is in Berlin: its year starts an hour before UTC's.
  const before = new Date('2026-12-31T22:59:59.000Z')
  const after = new Date('2026-12-31T23:00:01.000Z')
  const sent = await Promise.all(
    ids.map((id, index) =>
      asOwner(index % 2 === 0 ? before : after).invoices.send({ id, due_date: '2027-01-31' }),
    ),
  )
  const numbers = sent.map(({ number }) => number).toSorted()
  const year = (name: string) =>
    Array.from({ length: 5 }, (_, index) => `${name}-${String(index + 1).padStart(4, '0')}`)
  expect(numbers).toEqual([...year('2026'), ...year('2027')])
  for (const { number, issued_on } of sent) expect(issued_on?.slice(0, 4)).toBe(number?.slice(0, 4))
  expect(await series('invoice', after)).toMatchObject({ next: { continuous: 1001, yearly: 6 } })
})

test('a failed send releases its number', async () => {
  await asOwner().letterhead.saveNumbering(YEARLY)
  const [id = ''] = await drafts(1)
  await asOwner().invoices.send({ id })
  await expect(asOwner().invoices.send({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await sendOne()).toBe('2026-0002')
})

test('the next number can only increase once numbering has started', async () => {
  await sendOne()
  const standard = { ...YEARLY, prefix: 'INV-', digits: 1, yearly: false }
  await expect(asOwner().letterhead.saveNumbering({ ...standard, next_number: 1001 })).rejects.toThrow(
    'The next invoice number cannot be below 1002.',
  )
  expect((await series())?.version).toBe(0)
  await asOwner().letterhead.saveNumbering({ ...standard, next_number: 2000 })
  expect(await sendOne()).toBe('INV-2000')
  expect((await asOwner().settings.get()).agency?.next_invoice_number).toBe(2001)
})

test('numbers already used in another format are skipped', async () => {
  await asOwner().letterhead.saveNumbering({ ...YEARLY, prefix: '2026-', yearly: false, next_number: 1 })
  expect([await sendOne(), await sendOne()]).toEqual(['2026-0001', '2026-0002'])
  await asOwner().letterhead.saveNumbering({ ...YEARLY, version: 1 })
  expect(await sendOne()).toBe('2026-0003')
})

test("both series can't share a prefix, yearly numbering includes the year, and file names use the prefix", async () => {
  const save = (change: object) => asOwner().letterhead.saveNumbering({ ...YEARLY, ...change })
  await expect(save({ prefix: 'cn-', yearly: false })).rejects.toThrow('different prefixes')
  await expect(save({ prefix: 'R-' })).rejects.toThrow('needs {YYYY} or {YY}')
  await expect(save({ prefix: '{YYYY}/' })).rejects.toThrow('Use letters, digits')
  await expect(save({ prefix: '{DD}{YYYY}' })).rejects.toThrow('Use letters, digits')
  await save({})
  await expect(save({})).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('numbers are unique within a format and day', () => {
  const formats = fc.record({
    prefix: fc.constantFrom('INV-', '{YYYY}-', 'R{YY}{MM}', ''),
    digits: fc.integer({ min: 1, max: 9 }),
    yearly: fc.boolean(),
  })
  const value = fc.integer({ min: 1, max: 999_999_999 })
  fc.assert(
    fc.property(formats, value, value, (format, one, other) => {
      const [first, second] = [one, other].map((number) => documentNumber(format, number, '2026-03-04'))
      expect(first === second).toBe(one === other)
      expect(first?.endsWith(String(one))).toBe(true)
    }),
  )
})
