import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { draftFor } from '#tests/support/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)
const fieldsOf = (fields: Record<string, unknown>) => ({ cause: { details: { fields } } })

const COMPANY = {
  legal_name: 'Harbor Studio GmbH',
  address: 'Pier 1\nHouse B',
  postal_code: '20457',
  city: 'Hamburg',
  country: 'de',
  tax_id: 'de 136 695-976',
  registration_number: 'HRB 12345',
  electronic_address: '9930:DE136695976',
  email: 'Billing@Harbor.example',
  phone: '+49 40 1',
  version: 0,
}

test('before anything is entered the profile tells the standards', async () => {
  expect(await asOwner().billing.profile()).toMatchObject({
    legal_name: null,
    tax_id_check: null,
    payment_terms: 14,
    prices_include_tax: false,
    tax_rates: [],
    version: 0,
  })
})

test('company and bank are kept in their normal form and stand on the next document', async () => {
  const saved = await asOwner().billing.saveCompany(COMPANY)
  expect(saved).toMatchObject({
    country: 'DE',
    tax_id: 'DE136695976',
    email: 'billing@harbor.example',
    version: 1,
  })
  await asOwner().billing.saveBank({
    account_holder: 'Harbor Studio',
    iban: 'de89 3704 0044 0532 0130 00',
    bic: 'cobadeffxxx',
    version: 1,
  })
  const { id } = await asOwner().invoices.save(draftFor(world.home.client.clientId))
  const { parties } = await asOwner().invoices.get({ id })
  expect(parties.seller).toMatchObject({
    company: 'Harbor Studio GmbH',
    address: 'Pier 1\nHouse B',
    city: 'Hamburg',
    country: 'DE',
    tax_id: 'DE136695976',
    electronic_address: '9930:DE136695976',
  })
  expect(parties.bank).toEqual({
    account_holder: 'Harbor Studio',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bank_name: null,
  })
})

test.each([
  [{ tax_id: 'DE136695977' }, 'tax_id'],
  [{ tax_id: 'XI110305879' }, 'tax_id'],
  [{ tax_id: 'CHE-123.456.789' }, 'tax_id'],
])('%j cannot be a VAT number', async (change, field) => {
  await expect(asOwner().billing.saveCompany({ ...COMPANY, ...change })).rejects.toMatchObject(
    fieldsOf({ [field]: expect.stringContaining('not a valid VAT number') }),
  )
})

test.each([
  ['BE 1000.000.021', 'BE1000000021'],
  ['EL094259216', 'EL094259216'],
  ['XI110305878', 'XI110305878'],
  ['CHE-123.456.788 MWST', 'CHE123456788MWST'],
  ['IE6433435OA', 'IE6433435OA'],
  // Without a country's prefix nothing is known of the form.
  ['12/345/67890', '12/345/67890'],
  ['EIN 12-3456789', 'EIN 12-3456789'],
  ['SIREN 303265045', 'SIREN 303265045'],
])('the tax number %s is kept as %s', async (typed, kept) => {
  expect((await asOwner().billing.saveCompany({ ...COMPANY, tax_id: typed })).tax_id).toBe(kept)
})

test('an IBAN whose check digits do not fit, a BIC and an electronic address of the wrong form are refused', async () => {
  await expect(
    asOwner().billing.saveBank({ iban: 'DE89370400440532013001', version: 0 }),
  ).rejects.toMatchObject(fieldsOf({ iban: expect.stringContaining('not a valid IBAN') }))
  await expect(asOwner().billing.saveBank({ bic: 'COBADE', version: 0 })).rejects.toMatchObject(
    fieldsOf({ bic: expect.stringContaining('8 or 11') }),
  )
  await expect(
    asOwner().billing.saveCompany({ ...COMPANY, electronic_address: 'DE136695976' }),
  ).rejects.toThrow('scheme of four digits')
  await expect(asOwner().billing.saveCompany({ ...COMPANY, country: 'XX' })).rejects.toThrow(
    'choose a country',
  )
})

test('a card saved from an older view is a conflict, also when it would be the first', async () => {
  await asOwner().billing.saveCompany(COMPANY)
  await expect(asOwner().billing.saveCompany(COMPANY)).rejects.toMatchObject({ code: 'CONFLICT' })
  await asOwner().billing.saveBank({ version: 1 })
  await expect(asOwner().billing.saveBank({ version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a percentage belongs to charged categories alone, and the others say why', async () => {
  const rate = { name: 'Reverse charge', bps: 0, category: 'reverse_charge' } as const
  await expect(asOwner().billing.saveTaxRate(rate)).rejects.toThrow('must name the reason')
  const note = 'Reverse charge'
  await expect(asOwner().billing.saveTaxRate({ ...rate, bps: 1900, note })).rejects.toThrow(
    'standard or reduced',
  )
  await asOwner().billing.saveTaxRate({ ...rate, note })
  await asOwner().billing.saveTaxRate({ name: 'Books', bps: 0, category: 'zero' })
  await asOwner().billing.addTaxRates({
    rates: [
      { name: 'VAT 19 %', bps: 1900, category: 'standard' },
      { name: 'Books', bps: 700, category: 'reduced' },
    ],
  })
  const { tax_rates } = await asOwner().billing.profile()
  expect(tax_rates.map(({ name, bps }) => [name, bps])).toEqual([
    ['VAT 19 %', 1900],
    ['Books', 0],
    ['Reverse charge', 0],
  ])
})

test('a rate out of use is no default any more and cannot become one; a line keeps it', async () => {
  const rate = await asOwner().billing.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  const defaults = {
    default_tax_rate_id: rate.id,
    prices_include_tax: true,
    payment_terms: 30,
    notes: 'Thanks',
  }
  expect(await asOwner().billing.saveDefaults({ ...defaults, version: 0 })).toMatchObject({
    default_tax_rate_id: rate.id,
    prices_include_tax: true,
    payment_terms: 30,
    notes: 'Thanks',
  })
  await asOwner().billing.setTaxRateArchived({ id: rate.id, archived: true })
  const profile = await asOwner().billing.profile()
  expect(profile).toMatchObject({ default_tax_rate_id: null, tax_rates: [] })
  expect(await asOwner().billing.taxRates()).toHaveLength(1)
  await expect(
    asOwner().billing.saveDefaults({ ...defaults, version: profile.version }),
  ).rejects.toMatchObject(fieldsOf({ default_tax_rate_id: 'This tax rate is archived.' }))
  const items = [{ description: 'Work', quantity: 1, rate: 100_00, tax_rate_id: rate.id }]
  const draft = await asOwner().invoices.save({ ...draftFor(world.home.client.clientId), items })
  expect(draft.tax).toBe(19_00)
})

/** A stand-in for the register, which answers what it is told to. */
async function registerAnswering(answer: unknown, status = 200) {
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked.push([request.url, JSON.parse(Buffer.concat(parts).toString())])
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const viesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, owner: callerAs(db, world.home.owner, { config: { viesUrl } }) }
}

test('the register is asked about the agency and a client, and what it says is kept with the date', async () => {
  const { asked, owner } = await registerAnswering({ valid: true, requestDate: '2026-03-04' })
  await owner.billing.saveCompany(COMPANY)
  const check = { valid: true, checked_at: '2026-03-04T10:00:00.000Z' }
  expect(await owner.billing.checkTaxId()).toEqual({ check })
  expect(await owner.billing.profile()).toMatchObject({ tax_id_check: check })
  expect(asked).toEqual([['/check-vat-number', { countryCode: 'DE', vatNumber: '136695976' }]])
  const { clientId: id } = world.home.client
  await db.updateTable('clients').set({ tax_id: 'EL094259216' }).where('id', '=', id).execute()
  expect(await owner.clients.checkTaxId({ id })).toEqual({ check })
  expect(asked[1]).toEqual(['/check-vat-number', { countryCode: 'EL', vatNumber: '094259216' }])
  const row = await db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ tax_id_valid: 1, tax_id_checked_at: check.checked_at })
})

test('a number the register does not know is kept and marked; another number is unchecked again', async () => {
  const { owner } = await registerAnswering({ valid: false })
  await owner.billing.saveCompany(COMPANY)
  expect((await owner.billing.checkTaxId()).check).toMatchObject({ valid: false })
  const kept = await owner.billing.saveCompany({ ...COMPANY, city: 'Bremen', version: 1 })
  expect(kept.tax_id_check).toMatchObject({ valid: false })
  const moved = await owner.billing.saveCompany({ ...COMPANY, tax_id: 'ATU13585627', version: 2 })
  expect(moved.tax_id_check).toBeNull()
})

test.each([
  [{ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }, 200],
  ['<html>', 503],
  [{ actionSucceed: false, valid: false }, 200],
])('where the register answers %j, it could not be asked, and nothing is kept', async (answer, status) => {
  const { owner } = await registerAnswering(answer, status)
  await owner.billing.saveCompany(COMPANY)
  expect(await owner.billing.checkTaxId()).toEqual({ check: null })
  expect((await owner.billing.profile()).tax_id_check).toBeNull()
})

test('numbers the register cannot know are not asked about', async () => {
  await asOwner().billing.saveCompany({ ...COMPANY, tax_id: 'GB110305878' })
  await expect(asOwner().billing.checkTaxId()).rejects.toThrow('European Union only')
})
