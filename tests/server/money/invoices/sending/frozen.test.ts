import { expect, test } from 'vitest'
import type { TaxCategory } from '#shared/base/amounts/taxes.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const { agencyId, client } = home
  const owner = callerAs(db, home.owner)
  await db
    .updateTable('clients')
    .set({ name: 'Jordan Blake', company: 'Harbor & Co', city: 'Hamburg', country: 'DE', tax_id: 'DE1' })
    .where('id', '=', client.clientId)
    .execute()
  const rename = async () => {
    await db
      .updateTable('clients')
      .set({ name: 'Somebody Else', company: 'Pier Ltd', city: 'Bremen', tax_id: 'DE2' })
      .where('id', '=', client.clientId)
      .execute()
    await db
      .updateTable('agencies')
      .set({ name: 'Renamed', logo: '/pictures/other', invoice_details: 'Elsewhere' })
      .where('id', '=', agencyId)
      .execute()
  }
  return { db, home, owner, clientId: client.clientId, rename }
}

test("renaming client or agency doesn't change sent documents or their credit notes", async () => {
  const { home, db, owner, clientId, rename } = await setUp()
  const id = await sendInvoiceTo(owner, clientId)
  const sent = await owner.invoices.get({ id })
  expect(sent.parties.buyer).toMatchObject({ company: 'Harbor & Co', city: 'Hamburg', tax_id: 'DE1' })
  await rename()
  const later = await owner.invoices.get({ id })
  expect(later.parties).toEqual(sent.parties)
  expect(later.clientName).toBe('Jordan Blake')
  const asClient = await callerAs(db, home.client).invoices.get({ id })
  expect(asClient.parties).toEqual(sent.parties)
  const credit = await owner.invoices.credit({ id, amount: 1000, reason: 'Late' })
  expect((await owner.invoices.get({ id: credit.id })).parties).toEqual(sent.parties)
})

test('a draft follows changes of client and agency', async () => {
  const { owner, clientId, rename } = await setUp()
  const draft = await owner.invoices.save(draftFor(clientId))
  await rename()
  const { parties, clientName } = await owner.invoices.get({ id: draft.id })
  expect(parties).toMatchObject({
    seller: { name: 'Renamed' },
    buyer: { company: 'Pier Ltd' },
    details: 'Elsewhere',
  })
  expect(clientName).toBe('Somebody Else')
})

test("a line stores its tax rate's name, category and note, and keeps them once it is sent", async () => {
  const { owner, clientId } = await setUp()
  const rate = { name: 'VAT', category: 'standard' as TaxCategory }
  const { id: tax_rate_id } = await owner.letterhead.saveTaxRate({ ...rate, bps: 1900, note: 'Art. 1' })
  const items = [{ description: 'Work', quantity: 1, rate: 10_000, tax_rate_id }]
  const { id } = await owner.invoices.save({ ...draftFor(clientId), items })
  await owner.invoices.send({ id })
  await owner.letterhead.saveTaxRate({ ...rate, id: tax_rate_id, bps: 2000, note: '' })
  const { items: lines, tax } = await owner.invoices.get({ id })
  expect(tax).toBe(1900)
  expect(lines[0]).toMatchObject({
    tax_rate_id,
    tax_bps: 1900,
    tax_name: 'VAT',
    tax_category: 'standard',
    tax_note: 'Art. 1',
  })
})

test("another agency's tax rate isn't found", async () => {
  const { owner, clientId } = await setUp()
  const items = [{ description: 'Work', quantity: 1, rate: 10_000, tax_rate_id: crypto.randomUUID() }]
  await expect(owner.invoices.save({ ...draftFor(clientId), items })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
