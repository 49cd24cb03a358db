import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World
let rateId: string

const VAT = { name: 'VAT', category: 'standard' as const }

const asOwner = () => callerAs(db, world.home.owner)

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  rateId = (await asOwner().letterhead.saveTaxRate({ ...VAT, bps: 1900 })).id
})

const changeTo = (bps: number) => asOwner().letterhead.saveTaxRate({ ...VAT, id: rateId, bps })

type Items = InvoiceSaveInput['items']

const atRate = (): Items => [{ description: 'Care', quantity: 1, rate: 100_00, tax_rate_id: rateId }]
const typed = (): Items => [{ description: 'Care', quantity: 1, rate: 100_00, tax_bps: 1900 }]

const draftOf = (items = atRate(), more = {}) =>
  asOwner().invoices.save({ ...draftFor(world.home.client.clientId), items, ...more })

function planOf(items = atRate()) {
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  return asOwner().invoices.saveRecurring({
    ...{ ...content, items },
    frequency: 'monthly',
    starts_on: '2026-03-10',
  })
}

const write = (day: string) =>
  writeRecurringInvoices(ctxFor(testServices(db), null, new Date(`${day}T12:00:00Z`)))

test('drafts and plans follow a changed tax rate; sent documents keep the old one', async () => {
  const draft = await draftOf()
  const lasting = await draftOf(typed())
  const plan = await planOf()
  const { id: sent } = await draftOf()
  await asOwner().invoices.send({ id: sent })
  await changeTo(2100)
  const { invoices } = asOwner()
  const changed = await invoices.get({ id: draft.id })
  expect(changed).toMatchObject({ tax: 21_00, amount: 121_00, version: draft.version + 1 })
  expect(changed.items[0]).toMatchObject({ id: draft.items[0]?.id, tax_bps: 2100, tax_name: 'VAT' })
  expect(await invoices.get({ id: sent })).toMatchObject({ tax: 19_00, amount: 119_00 })
  expect(await invoices.get({ id: lasting.id })).toEqual(lasting)
  expect((await invoices.recurring({})).items).toMatchObject([{ id: plan.id, amount: 121_00 }])
  await write('2026-03-10')
  const [written] = (await invoices.list({})).items
  expect(written).toMatchObject({ tax: 21_00, status: 'sent' })
  // Saving the same values again changes no document.
  await changeTo(2100)
  expect(await invoices.get({ id: draft.id })).toEqual(changed)
})

test("an invoice created by a plan has the rate of its day, whatever the plan's own lines say", async () => {
  await planOf()
  await db.updateTable('tax_rates').set({ bps: 2100 }).where('id', '=', rateId).execute()
  await write('2026-03-10')
  expect((await asOwner().invoices.list({})).items).toMatchObject([{ tax: 21_00, amount: 121_00 }])
})

test('a new name, category or note of a rate applies to drafts too', async () => {
  const { id } = await draftOf()
  const exempt = { name: 'Exempt', bps: 0, category: 'exempt' as const, note: 'Art. 132' }
  await asOwner().letterhead.saveTaxRate({ ...exempt, id: rateId })
  const { items, tax } = await asOwner().invoices.get({ id })
  expect(tax).toBe(0)
  expect(items).toMatchObject([
    { tax_bps: 0, tax_name: 'Exempt', tax_category: 'exempt', tax_note: 'Art. 132' },
  ])
})

test('a rate lists the plans and drafts that use it, and those that stay at its percentage', async () => {
  const draft = await draftOf(atRate(), { title: 'A draft' })
  const stays = await draftOf(typed(), { title: 'Typed' })
  const plan = await planOf()
  await draftOf([{ description: 'Other', quantity: 1, rate: 100, tax_bps: 700 }])
  const { id: sent } = await draftOf()
  await asOwner().invoices.send({ id: sent })
  await asOwner().letterhead.saveProduct({ name: 'Care', rate: 100, tax_rate_id: rateId })
  const { clientName } = draft
  expect(await asOwner().letterhead.taxRateUses({ id: rateId })).toEqual({
    documents: [
      { id: draft.id, kind: 'draft', title: 'A draft', clientName, use: 'follows' },
      { id: plan.id, kind: 'recurring', title: 'Milestone 2', clientName, use: 'follows' },
      { id: stays.id, kind: 'draft', title: 'Typed', clientName, use: 'typed' },
    ],
    clients: 0,
    products: 1,
  })
})

test('a plan at an archived rate creates a draft without sending it, and its owner is notified', async () => {
  await planOf()
  await planOf(typed())
  await asOwner().letterhead.setTaxRateArchived({ id: rateId, archived: true })
  await write('2026-03-10')
  const { items } = await asOwner().invoices.list({})
  expect(items.map(({ status }) => status).toSorted()).toEqual(['draft', 'sent'])
  const { items: news } = await asOwner().notifications.list({})
  const held = items.find(({ status }) => status === 'draft')
  expect(news.filter(({ event }) => event === 'invoice_held')).toMatchObject([
    { title: 'Invoice “Milestone 2” wasn’t sent: the tax rate VAT 19% is archived' },
  ])
  expect(news.some(({ link }) => link.includes(held?.id ?? 'none'))).toBe(true)
})

test('the send dialog shows where a draft differs from the tax rates', async () => {
  const reduced = await asOwner().letterhead.saveTaxRate({ name: 'Reduced', category: 'reduced', bps: 700 })
  const { id } = await draftOf([
    { description: 'Archived', quantity: 1, rate: 100, tax_rate_id: rateId },
    { description: 'Changed', quantity: 1, rate: 100, tax_rate_id: reduced.id },
    ...[550, 700, 0, 550].map((tax_bps) => ({ description: `${tax_bps}`, quantity: 1, rate: 100, tax_bps })),
  ])
  const notes = async () => (await asOwner().invoices.sendingNotes({ id })).taxes
  expect(await notes()).toEqual([{ reason: 'typed', tax: '5.5%', lines: ['550', '550'] }])
  await asOwner().letterhead.setTaxRateArchived({ id: rateId, archived: true })
  await db.updateTable('tax_rates').set({ bps: 800 }).where('id', '=', reduced.id).execute()
  expect(await notes()).toEqual([
    { reason: 'archived', tax: 'VAT 19%', lines: ['Archived'] },
    { reason: 'changed', tax: 'Reduced 7%', lines: ['Changed'] },
    { reason: 'typed', tax: '5.5%', lines: ['550', '550'] },
    { reason: 'typed', tax: '7%', lines: ['700'] },
  ])
})

test('an agency without tax rates gets no notices about typed ones', async () => {
  const owner = callerAs(db, world.foreign.owner)
  const { id } = await owner.invoices.save({ ...draftFor(world.foreign.client.clientId), items: typed() })
  expect((await owner.invoices.sendingNotes({ id })).taxes).toEqual([])
})

test('a draft of a final invoice keeps its rate, because it deducts received amounts, and says so', async () => {
  const advance = await draftOf(atRate(), { stage: 'advance' })
  await asOwner().invoices.send({ id: advance.id })
  const form = { method: 'bank', request_id: crypto.randomUUID() } as const
  await asOwner().payments.recordManual({ invoice_id: advance.id, amount: 50_00, ...form })
  const final = await draftOf(atRate(), { stage: 'final', advance_ids: [advance.id] })
  await changeTo(2100)
  expect(await asOwner().invoices.get({ id: final.id })).toEqual(final)
  expect((await asOwner().letterhead.taxRateUses({ id: rateId })).documents).toMatchObject([
    { id: final.id, use: 'deducts' },
  ])
  expect((await asOwner().invoices.sendingNotes({ id: final.id })).taxes).toMatchObject([
    { reason: 'changed', tax: 'VAT 19%' },
  ])
})

test('an expense added to a draft refers to the tax rate of its first line', async () => {
  const { clientId } = world.home.client
  const draft = await draftOf()
  const expense = await asOwner().finance.saveExpense({
    ...{ description: 'Train', amount: 50_00, spent_on: '2026-03-01', category: 'travel' as const },
    ...{ client_id: clientId, rebillable: true },
  })
  const added = await asOwner().invoices.addExpenses({ id: draft.id, expense_ids: [expense.id] })
  const tax = { tax_rate_id: rateId, tax_bps: 1900, tax_name: 'VAT', tax_category: 'standard' }
  expect(added.items).toMatchObject([tax, tax])
})
