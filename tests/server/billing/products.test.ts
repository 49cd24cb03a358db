import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)
const names = async (filter: object = {}) =>
  (await asOwner().billing.products(filter)).items.map(({ name }) => name)

test('products are listed by name and found by name and unit, a page at a time', async () => {
  const rate = await asOwner().billing.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  await asOwner().billing.saveProduct({ name: 'Workshop', unit: 'day', rate: 1200_00, tax_rate_id: rate.id })
  await asOwner().billing.saveProduct({ name: 'Design', unit: 'hour', rate: 95_00, currency: 'EUR' })
  await asOwner().billing.saveProduct({ name: 'Hosting', unit: 'month', rate: 20_00 })
  expect(await names()).toEqual(['Design', 'Hosting', 'Workshop'])
  expect(await names({ search: 'DAY' })).toEqual(['Workshop'])
  expect(await names({ currency: 'EUR' })).toEqual(['Design'])
  const { items, nextCursor } = await asOwner().billing.products({ limit: 2 })
  expect([items.length, await names({ limit: 2, cursor: nextCursor })]).toEqual([2, ['Workshop']])
  expect((await asOwner().billing.products({ search: 'work' })).items[0]).toMatchObject({
    unit: 'day',
    rate: 1200_00,
    currency: 'USD',
    tax_rate_id: rate.id,
    tax_rate_name: 'VAT',
  })
})

test('a product is changed by its version and archived; a foreign one and a foreign rate do not exist', async () => {
  const { id, version } = await asOwner().billing.saveProduct({ name: 'Design', rate: 95_00 })
  const changed = await asOwner().billing.saveProduct({ id, version, name: 'Design', rate: 99_00 })
  expect(changed).toMatchObject({ rate: 99_00, version: 2 })
  await expect(asOwner().billing.saveProduct({ id, version, name: 'Design', rate: 1 })).rejects.toMatchObject(
    { code: 'CONFLICT' },
  )
  await asOwner().billing.setProductArchived({ id, archived: true })
  expect([await names(), await names({ archived: true })]).toEqual([[], ['Design']])
  const foreign = callerAs(db, world.foreign.owner)
  await expect(foreign.billing.saveProduct({ id, name: 'Mine', rate: 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const rate = await foreign.billing.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  await expect(
    asOwner().billing.saveProduct({ name: 'X', rate: 1, tax_rate_id: rate.id }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
