import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)
const names = async (filter: object = {}) =>
  (await asOwner().letterhead.products(filter)).items.map(({ name }) => name)

test('products are listed by name, found by name and unit, and paged', async () => {
  const rate = await asOwner().letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  await asOwner().letterhead.saveProduct({
    name: 'Workshop',
    unit: 'day',
    rate: 1200_00,
    tax_rate_id: rate.id,
  })
  await asOwner().letterhead.saveProduct({ name: 'Design', unit: 'hour', rate: 95_00, currency: 'EUR' })
  await asOwner().letterhead.saveProduct({ name: 'Hosting', unit: 'month', rate: 20_00 })
  expect(await names()).toEqual(['Design', 'Hosting', 'Workshop'])
  expect(await names({ search: 'DAY' })).toEqual(['Workshop'])
  expect(await names({ currency: 'EUR' })).toEqual(['Design'])
  const { items, nextCursor } = await asOwner().letterhead.products({ limit: 2 })
  expect([items.length, await names({ limit: 2, cursor: nextCursor })]).toEqual([2, ['Workshop']])
  expect((await asOwner().letterhead.products({ search: 'work' })).items[0]).toMatchObject({
    unit: 'day',
    rate: 1200_00,
    currency: 'USD',
    tax_rate_id: rate.id,
    tax_rate_name: 'VAT',
  })
})

test("a product is updated by version and archived; other agencies' products and rates aren't found", async () => {
  const { id, version } = await asOwner().letterhead.saveProduct({ name: 'Design', rate: 95_00 })
  const changed = await asOwner().letterhead.saveProduct({ id, version, name: 'Design', rate: 99_00 })
  expect(changed).toMatchObject({ rate: 99_00, version: 2 })
  await expect(
    asOwner().letterhead.saveProduct({ id, version, name: 'Design', rate: 1 }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await asOwner().letterhead.setProductArchived({ id, archived: true })
  expect([await names(), await names({ archived: true })]).toEqual([[], ['Design']])
  const foreign = callerAs(db, world.foreign.owner)
  await expect(foreign.letterhead.saveProduct({ id, name: 'Mine', rate: 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const rate = await foreign.letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  await expect(
    asOwner().letterhead.saveProduct({ name: 'X', rate: 1, tax_rate_id: rate.id }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
