import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { givePasswords, PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  await givePasswords(db)
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

test('an empty profile returns the defaults', async () => {
  expect(await asOwner().letterhead.profile()).toMatchObject({
    legal_name: null,
    tax_id_check: null,
    payment_terms: 14,
    prices_include_tax: false,
    tax_rates: [],
    version: 0,
  })
})

test('company and bank details are normalized and appear on the next document', async () => {
  const saved = await asOwner().letterhead.saveCompany(COMPANY)
  expect(saved).toMatchObject({
    country: 'DE',
    tax_id: 'DE136695976',
    email: 'billing@harbor.example',
    version: 1,
  })
  await asOwner().letterhead.saveBank({
    account_holder: 'Harbor Studio',
    iban: 'de89 3704 0044 0532 0130 00',
    bic: 'cobadeffxxx',
    version: 1,
    password: PASSWORD,
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
])('rejects %j as a VAT number', async (change, field) => {
  await expect(asOwner().letterhead.saveCompany({ ...COMPANY, ...change })).rejects.toMatchObject(
    fieldsOf({ [field]: expect.stringContaining('not a valid VAT number') }),
  )
})

test.each([
  ['BE 1000.000.021', 'BE1000000021'],
  ['EL094259216', 'EL094259216'],
  ['XI110305878', 'XI110305878'],
  ['CHE-123.456.788 MWST', 'CHE123456788MWST'],
  ['IE6433435OA', 'IE6433435OA'],
  // Without a country prefix the format is unknown.
  ['12/345/67890', '12/345/67890'],
  ['EIN 12-3456789', 'EIN 12-3456789'],
  ['SIREN 303265045', 'SIREN 303265045'],
])('normalizes the tax number %s to %s', async (typed, kept) => {
  expect((await asOwner().letterhead.saveCompany({ ...COMPANY, tax_id: typed })).tax_id).toBe(kept)
})

test('invalid IBAN check digits, BICs and electronic addresses are rejected', async () => {
  await expect(
    asOwner().letterhead.saveBank({ iban: 'DE89370400440532013001', version: 0, password: PASSWORD }),
  ).rejects.toMatchObject(fieldsOf({ iban: expect.stringContaining('not a valid IBAN') }))
  await expect(
    asOwner().letterhead.saveBank({ bic: 'COBADE', version: 0, password: PASSWORD }),
  ).rejects.toMatchObject(fieldsOf({ bic: expect.stringContaining('8 or 11') }))
  await expect(
    asOwner().letterhead.saveCompany({ ...COMPANY, electronic_address: 'DE136695976' }),
  ).rejects.toThrow('scheme of four digits')
  await expect(asOwner().letterhead.saveCompany({ ...COMPANY, country: 'XX' })).rejects.toThrow(
    'choose a country',
  )
})

test('saving an outdated card is a conflict, even for the first save', async () => {
  await asOwner().letterhead.saveCompany(COMPANY)
  await expect(asOwner().letterhead.saveCompany(COMPANY)).rejects.toMatchObject({ code: 'CONFLICT' })
  await asOwner().letterhead.saveBank({ version: 1, password: PASSWORD })
  await expect(asOwner().letterhead.saveBank({ version: 1, password: PASSWORD })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('only taxable categories have a percentage; others require a reason', async () => {
  const rate = { name: 'Reverse charge', bps: 0, category: 'reverse_charge' } as const
  await expect(asOwner().letterhead.saveTaxRate(rate)).rejects.toThrow('must state the reason')
  const note = 'Reverse charge'
  await expect(asOwner().letterhead.saveTaxRate({ ...rate, bps: 1900, note })).rejects.toThrow(
    'standard or reduced',
  )
  await asOwner().letterhead.saveTaxRate({ ...rate, note })
  await asOwner().letterhead.saveTaxRate({ name: 'Books', bps: 0, category: 'zero' })
  await asOwner().letterhead.addTaxRates({
    rates: [
      { name: 'VAT 19 %', bps: 1900, category: 'standard' },
      { name: 'Books', bps: 700, category: 'reduced' },
    ],
  })
  const { tax_rates } = await asOwner().letterhead.profile()
  expect(tax_rates.map(({ name, bps }) => [name, bps])).toEqual([
    ['VAT 19 %', 1900],
    ['Books', 0],
    ['Reverse charge', 0],
  ])
})

test("an archived rate can't be or stay the default; lines that use it are unaffected", async () => {
  const rate = await asOwner().letterhead.saveTaxRate({ name: 'VAT', bps: 1900, category: 'standard' })
  const defaults = {
    default_tax_rate_id: rate.id,
    prices_include_tax: true,
    payment_terms: 30,
    notes: 'Thanks',
  }
  expect(await asOwner().letterhead.saveDefaults({ ...defaults, version: 0 })).toMatchObject({
    default_tax_rate_id: rate.id,
    prices_include_tax: true,
    payment_terms: 30,
    notes: 'Thanks',
  })
  await asOwner().letterhead.setTaxRateArchived({ id: rate.id, archived: true })
  const profile = await asOwner().letterhead.profile()
  expect(profile).toMatchObject({
    default_tax_rate_id: null,
    tax_rates: [],
    archived_tax_rates: [{ id: rate.id }],
  })
  expect(await asOwner().letterhead.taxRates()).toHaveLength(1)
  await expect(
    asOwner().letterhead.saveDefaults({ ...defaults, version: profile.version }),
  ).rejects.toMatchObject(fieldsOf({ default_tax_rate_id: 'This tax rate is archived.' }))
  const items = [{ description: 'Work', quantity: 1, rate: 100_00, tax_rate_id: rate.id }]
  const draft = await asOwner().invoices.save({ ...draftFor(world.home.client.clientId), items })
  expect(draft.tax).toBe(19_00)
})

/** A VIES stand-in that returns configured responses. */
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

test("the agency's and clients' tax ids are checked with VIES, and the result is stored with its date", async () => {
  const { asked, owner } = await registerAnswering({ valid: true, requestDate: '2026-03-04' })
  await owner.letterhead.saveCompany(COMPANY)
  const check = { valid: true, checked_at: '2026-03-04T10:00:00.000Z' }
  expect(await owner.letterhead.checkTaxId()).toEqual({ check })
  expect(await owner.letterhead.profile()).toMatchObject({ tax_id_check: check })
  expect(asked).toEqual([['/check-vat-number', { countryCode: 'DE', vatNumber: '136695976' }]])
  const { clientId: id } = world.home.client
  await db.updateTable('clients').set({ tax_id: 'EL094259216' }).where('id', '=', id).execute()
  expect(await owner.clients.checkTaxId({ id })).toEqual({ check })
  expect(asked[1]).toEqual(['/check-vat-number', { countryCode: 'EL', vatNumber: '094259216' }])
  const row = await db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ tax_id_valid: 1, tax_id_checked_at: check.checked_at })
})

test('an unregistered number is stored and marked; a changed number is unchecked', async () => {
  const { owner } = await registerAnswering({ valid: false })
  await owner.letterhead.saveCompany(COMPANY)
  expect((await owner.letterhead.checkTaxId()).check).toMatchObject({ valid: false })
  const kept = await owner.letterhead.saveCompany({ ...COMPANY, city: 'Bremen', version: 1 })
  expect(kept.tax_id_check).toMatchObject({ valid: false })
  const moved = await owner.letterhead.saveCompany({ ...COMPANY, tax_id: 'ATU13585627', version: 2 })
  expect(moved.tax_id_check).toBeNull()
})

test.each([
  [{ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }, 200],
  ['<html>', 503],
  [{ actionSucceed: false, valid: false }, 200],
])('if VIES answers %j, the check is unavailable and nothing is stored', async (answer, status) => {
  const { owner } = await registerAnswering(answer, status)
  await owner.letterhead.saveCompany(COMPANY)
  expect(await owner.letterhead.checkTaxId()).toEqual({ check: null })
  expect((await owner.letterhead.profile()).tax_id_check).toBeNull()
})

test("numbers VIES doesn't cover aren't checked", async () => {
  await asOwner().letterhead.saveCompany({ ...COMPANY, tax_id: 'GB110305878' })
  await expect(asOwner().letterhead.checkTaxId()).rejects.toThrow('only covers VAT numbers')
})
