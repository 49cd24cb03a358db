import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { linkBilledTime } from '#migrations/0025-billed-sources.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { setUpApproved } from '../../time/timesheets/setup.ts'

/** What the draft's form submits. */
const formOf = (draft: InvoiceDto): InvoiceSaveInput => ({
  id: draft.id,
  version: draft.version,
  client_id: draft.client_id ?? '',
  title: draft.title,
  due_date: draft.dueDate,
  currency: draft.currency,
  items: draft.items.map(({ id, description, quantity, rate, tax_bps }) => ({
    id,
    description,
    quantity,
    rate,
    tax_bps,
  })),
})

/** A draft with two lines of time: 20,000 for layout and 10,000 for general work. */
async function setUpDraft() {
  const world = await setUpApproved()
  const bill = () => world.owner.invoices.fromTime({ ...world.input, title: 'March', due_date: '2026-04-01' })
  const unbilled = async () => (await world.owner.timesheets.unbilled(world.input)).amount
  return { ...world, bill, unbilled, draft: await bill() }
}

test('removing a line from a draft releases only its own hours', async () => {
  const { owner, employee, first, draft, unbilled } = await setUpDraft()
  const [, general] = formOf(draft).items
  if (general === undefined) throw new Error('The draft has two lines.')
  const left = await owner.invoices.save({ ...formOf(draft), items: [general] })
  expect(left).toMatchObject({ amount: 10_000, items: [{ id: general.id }] })
  expect(await unbilled()).toBe(20_000)
  expect((await employee.workLog.get({ id: first.id })).locked).toBe('approved')
})

test('a line keeps its hours when its text or position changes', async () => {
  const { owner, draft, unbilled } = await setUpDraft()
  const form = formOf(draft)
  const changed = form.items.map((item) => ({ ...item, description: 'Design', rate: 1, quantity: 9 }))
  const saved = await owner.invoices.save({
    ...form,
    items: [{ description: 'Fonts', quantity: 1, rate: 500 }, ...changed.toReversed()],
  })
  expect(saved.items.map((item) => item.id).slice(1)).toEqual(form.items.map((item) => item.id).toReversed())
  expect(await unbilled()).toBe(0)
  const again = formOf(saved)
  await owner.invoices.save({ ...again, items: again.items.slice(0, 1) })
  expect(await unbilled()).toBe(30_000)
})

test('a line without an id is new: the hours of the line it replaces are released', async () => {
  const { owner, draft, unbilled } = await setUpDraft()
  const form = formOf(draft)
  await owner.invoices.save({ ...form, items: form.items.map(({ id: _id, ...item }) => item) })
  expect(await unbilled()).toBe(30_000)
})

test("a line of another invoice isn't accepted and stays unchanged", async () => {
  const { owner, draft, unbilled } = await setUpDraft()
  const form = formOf(draft)
  const { id: _id, version: _version, ...other } = form
  const copy = await owner.invoices.save(other)
  expect(copy.items.map((item) => item.id)).not.toEqual(form.items.map((item) => item.id))
  expect((await owner.invoices.get({ id: draft.id })).items).toEqual(draft.items)
  await owner.invoices.delete({ id: copy.id })
  expect(await unbilled()).toBe(0)
  await expect(owner.invoices.save({ ...form, items: [...form.items, ...form.items] })).rejects.toMatchObject(
    { code: 'BAD_REQUEST' },
  )
})

test('deleting, voiding and crediting release the hours left on the invoice', async () => {
  const { owner, draft, bill, unbilled } = await setUpDraft()
  const form = formOf(draft)
  await owner.invoices.save({ ...form, items: form.items.slice(0, 1) })
  await owner.invoices.delete({ id: draft.id })
  expect(await unbilled()).toBe(30_000)
  const sent = await owner.invoices.send({ id: (await bill()).id })
  expect(await unbilled()).toBe(0)
  await owner.invoices.void({ id: sent.id })
  expect(await unbilled()).toBe(30_000)
  const credited = await owner.invoices.send({ id: (await bill()).id })
  await owner.invoices.credit({ id: credited.id, amount: 10_000, reason: 'Half' })
  expect(await unbilled()).toBe(0)
  await owner.invoices.credit({ id: credited.id, reason: 'The other half' })
  expect(await unbilled()).toBe(30_000)
})

test('hours of older drafts are assigned if there is one line, and left unassigned if there are more', async () => {
  const { db, owner, bill, draft, input, unbilled } = await setUpDraft()
  const asBefore = () => db.updateTable('time_entries').set({ invoice_line_id: null }).execute()
  await asBefore()
  await linkBilledTime(db as unknown as Kysely<unknown>)
  await owner.invoices.save({ ...formOf(draft), items: formOf(draft).items.slice(0, 1) })
  expect(await unbilled()).toBe(0)
  await owner.invoices.delete({ id: draft.id })
  expect(await unbilled()).toBe(30_000)

  const single = await owner.invoices.fromTime({
    ...input,
    group_by: 'one',
    title: 'March',
    due_date: '2026-04-01',
  })
  await asBefore()
  await linkBilledTime(db as unknown as Kysely<unknown>)
  const other = { description: 'Fonts', quantity: 1, rate: 500 }
  await owner.invoices.save({ ...formOf(single), items: [other] })
  expect(await unbilled()).toBe(30_000)
  expect((await bill()).amount).toBe(30_000)
})
