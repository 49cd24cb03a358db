import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), foreign: callerAs(db, world.foreign.owner) }
}

const NAMED = { name: 'Jo Weber', email: 'jo@weber.example' }
const BILLING = {
  company: 'Weber GmbH',
  address: 'Lindenstraße 1\nHinterhaus',
  postal_code: '10969',
  city: 'Berlin',
  region: 'Berlin',
  country: 'DE',
  tax_id: 'DE136695976',
  registration_number: 'HRB 12345 B',
  electronic_address: '0204:991-01234-44',
  buyer_reference: '991-01234-44',
  billing_currency: 'EUR',
  payment_terms: 30,
}

test('a client is saved with billing details, which drafts use', async () => {
  const { owner } = await setUp()
  const rate = await owner.letterhead.saveTaxRate({ name: 'VAT 19%', bps: 1900, category: 'standard' })
  const saved = await owner.clients.save({ ...NAMED, ...BILLING, default_tax_rate_id: rate.id })
  expect(saved).toMatchObject({ ...BILLING, default_tax_rate_id: rate.id, tax_id_check: null })
  expect(await owner.clients.get({ id: saved.id })).toEqual(saved)
  const draft = await owner.invoices.save({
    client_id: saved.id,
    title: 'May',
    due_date: '2026-04-03',
    items: [{ description: 'Work', quantity: 1, rate: 100 }],
  })
  const { parties } = await owner.invoices.get({ id: draft.id })
  expect(parties.buyer).toMatchObject({ city: 'Berlin', country: 'DE', buyer_reference: '991-01234-44' })
})

test('a VAT number is stored without spaces, and invalid check digits are a field error', async () => {
  const { owner } = await setUp()
  const saved = await owner.clients.save({ ...NAMED, tax_id: 'de 136 695 976' })
  expect(saved.tax_id).toBe('DE136695976')
  await expect(owner.clients.save({ ...NAMED, tax_id: 'DE136695977' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { details: { fields: { tax_id: expect.stringContaining('not a valid VAT number') } } },
  })
  expect((await owner.clients.save({ ...NAMED, tax_id: '12/345/67890' })).tax_id).toBe('12/345/67890')
})

test('a VIES result is cleared when the number changes', async () => {
  const { db, owner } = await setUp()
  const { id } = await owner.clients.save({ ...NAMED, tax_id: 'DE136695976' })
  const checked_at = '2026-03-01T00:00:00.000Z'
  await db
    .updateTable('clients')
    .set({ tax_id_valid: 1, tax_id_checked_at: checked_at })
    .where('id', '=', id)
    .execute()
  const same = await owner.clients.save({ ...NAMED, id, tax_id: 'DE 136695976', phone: '1' })
  expect(same.tax_id_check).toEqual({ valid: true, checked_at })
  expect((await owner.clients.save({ ...NAMED, id, tax_id: 'ATU13585627' })).tax_id_check).toBeNull()
})

test("another agency's tax rate is rejected", async () => {
  const { owner, foreign } = await setUp()
  const rate = await foreign.letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  await expect(owner.clients.save({ ...NAMED, default_tax_rate_id: rate.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test.each([
  ['country', 'Atlantis', 'Please choose a country.'],
  ['electronic_address', 'somewhere', 'Please enter a scheme'],
  ['payment_terms', -1, 'Please enter a number of days.'],
])('%s can’t be %s', async (field, value, message) => {
  const { owner } = await setUp()
  await expect(owner.clients.save({ ...NAMED, [field]: value })).rejects.toThrow(message)
})

test('saving an outdated version lists the differences, including tax number and terms', async () => {
  const { owner } = await setUp()
  const { id } = await owner.clients.save({ ...NAMED, ...BILLING })
  await owner.clients.save({ ...NAMED, ...BILLING, id, version: 1, payment_terms: 7 })
  const late = owner.clients.save({ ...NAMED, ...BILLING, id, version: 1, tax_id: null })
  await expect(late).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { fields: { payment_terms: '7', tax_id: 'DE136695976' } } },
  })
})

test('files of older portals can be imported, and new ones include billing details', async () => {
  const { owner, foreign } = await setUp()
  const old = 'name,email,phone,company,address,portal_access\nPia,pia@example.test,,Pia AG,1 Road,no\n'
  expect(await owner.clients.importCsv({ csv: old, dry_run: false })).toMatchObject({ imported: 1 })
  await owner.clients.save({ ...NAMED, ...BILLING })
  const { content } = await owner.clients.exportCsv()
  expect(await foreign.clients.importCsv({ csv: content, dry_run: false })).toMatchObject({
    imported: 3,
    problems: [],
  })
  const { items } = await foreign.clients.list({ search: 'jo@weber' })
  expect(items).toMatchObject([BILLING])
  const { items: pia } = await foreign.clients.list({ search: 'pia@' })
  expect(pia).toMatchObject([{ address: '1 Road', country: null, payment_terms: null, portal_access: false }])
})

test('rows with an invalid VAT number, country or term are reported by line', async () => {
  const { owner } = await setUp()
  const csv = [
    'name,email,country,tax_id,payment_terms',
    'A,a@example.test,de,DE136695976,30',
    'B,b@example.test,DE,DE136695977,',
    'C,c@example.test,Atlantis,,',
    'D,d@example.test,,,soon',
  ].join('\n')
  const { valid, problems } = await owner.clients.importCsv({ csv, dry_run: true })
  expect(valid).toBe(1)
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [3, 'tax_id'],
    [4, 'country'],
    [5, 'payment_terms'],
  ])
})
