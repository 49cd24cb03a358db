import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { card, draftFor, refundForm } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)

async function send(content: Partial<InvoiceSaveInput>): Promise<string> {
  const { id } = await asOwner().invoices.save({ ...draftFor(world.home.client.clientId), ...content })
  await asOwner().invoices.send({ id })
  return id
}

/** 3 × 33.33 at 20 % and 50.00 at 7 %: 99.99 + 50.00 net, 20.00 + 3.50 tax. */
const ITEMS = [
  { description: 'Design', quantity: 3, unit: 'hours', rate: 33_33, tax_bps: 2000 },
  { description: 'Books', quantity: 1, rate: 50_00, tax_bps: 700 },
]

const payAll = (invoiceId: string) =>
  callerAs(db, world.home.client).payments.payInvoice({ invoice_id: invoiceId, ...card() })

const creditOf = async () =>
  (await asOwner().invoices.clientCredit({ client_id: world.home.client.clientId })).balances

test('a line is credited by quantity, amount or in full, with the tax of its rate', async () => {
  const id = await send({ items: ITEMS })
  const byQuantity = await asOwner().invoices.credit({
    id,
    lines: [{ position: 0, quantity: 1 }],
    reason: 'Less',
  })
  expect(byQuantity).toMatchObject({
    amount: 40_00,
    tax: 6_67,
    items: [{ description: 'Design (1 of 3 hours)', rate: 33_33, tax: 6_67, tax_bps: 2000 }],
  })
  const byAmount = await asOwner().invoices.credit({
    id,
    lines: [{ position: 1, amount: 10_00 }],
    reason: 'Less',
  })
  expect(byAmount).toMatchObject({ amount: 10_70, items: [{ description: 'Books', rate: 10_00, tax: 70 }] })
  expect(await asOwner().invoices.creditable({ id })).toMatchObject({
    left: 173_49 - 50_70,
    lines: [
      { left_quantity: 2, left: 66_66, left_tax: 13_33 },
      { left_quantity: 1, left: 40_00, left_tax: 2_80 },
    ],
  })
  await asOwner().invoices.credit({ id, lines: [{ position: 0 }, { position: 1 }], reason: 'All of it' })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ status: 'paid', amount_credited: 173_49 })
})

test('tax-inclusive prices are credited as entered', async () => {
  const id = await send({
    prices_include_tax: true,
    items: [{ ...ITEMS[0], quantity: 1, rate: 120_00 }] as never,
  })
  const note = await asOwner().invoices.credit({
    id,
    lines: [{ position: 0, amount: 60_00 }],
    reason: 'Half',
  })
  expect(note).toMatchObject({ amount: 60_00, subtotal: 50_00, tax: 10_00 })
})

test('no line is credited beyond its amount, also concurrently', async () => {
  const id = await send({ items: ITEMS })
  const refusal = 'A credit note can’t exceed the remaining amount of a line.'
  const credit = (line: { position: number; quantity?: number; amount?: number }) =>
    asOwner().invoices.credit({ id, lines: [line], reason: 'Less' })
  await expect(credit({ position: 0, quantity: 3.001 })).rejects.toThrow(refusal)
  await expect(credit({ position: 1, amount: 50_01 })).rejects.toThrow(refusal)
  await expect(credit({ position: 2 })).rejects.toThrow(refusal)
  const tried = await Promise.allSettled([1, 2, 3, 4].map(() => credit({ position: 0, quantity: 2 })))
  expect(tried.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
})

test('crediting a paid invoice turns the payment into credit, or into nothing', async () => {
  const id = await send({ items: ITEMS })
  await payAll(id)
  const lines = [{ position: 1 }]
  await expect(asOwner().invoices.credit({ id, lines, reason: 'Returned' })).rejects.toThrow(
    'A credit note can’t exceed the amount due.',
  )
  await asOwner().invoices.credit({ id, lines, keep_as_credit: true, reason: 'Returned' })
  expect(await asOwner().invoices.get({ id })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_credited: 53_50,
    amount_applied: -53_50,
  })
  expect(await creditOf()).toEqual([{ amount: 53_50, currency: 'USD' }])
})

test('a refund credits lines in one step and leaves no credit', async () => {
  const id = await send({ items: ITEMS })
  const { payment_id } = await payAll(id)
  const form = { ...refundForm(), credit_lines: [{ position: 0, quantity: 1 }] }
  await asOwner().payments.refund({ id: payment_id, ...form })
  expect(await asOwner().invoices.get({ id })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_paid: 133_49,
    amount_credited: 40_00,
    amount_applied: 0,
  })
  expect(await creditOf()).toEqual([])
  const entries = await db.selectFrom('ledger_entries').select(['amount', 'direction']).execute()
  const sumOf = (direction: string) =>
    entries.filter((entry) => entry.direction === direction).reduce((sum, entry) => sum + entry.amount, 0)
  expect([sumOf('income'), sumOf('liability')]).toEqual([133_49, 0])
})

const random = fc.record({
  prices_include_tax: fc.boolean(),
  discount: fc.oneof(
    fc.constant({ type: 'none' as const, value: 0 as const }),
    fc.record({ type: fc.constant('percent' as const), value: fc.integer({ min: 0, max: 9000 }) }),
  ),
  items: fc.array(
    fc.record({
      description: fc.constant('Work'),
      quantity: fc.integer({ min: 1, max: 9 }),
      rate: fc.integer({ min: 100, max: 99_999 }),
      tax_bps: fc.constantFrom(0, 700, 775, 1900),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** How much of each line's remainder is credited first, in tenths; by quantity or by amount. */
  first: fc.array(fc.record({ tenths: fc.integer({ min: 1, max: 9 }), byQuantity: fc.boolean() }), {
    minLength: 4,
    maxLength: 4,
  }),
  /** An amount previously credited on the whole invoice, in hundredths of the amount due. */
  amount: fc.integer({ min: 0, max: 30 }),
})

test('crediting everything line by line equals the invoice, net and tax by rate', async () => {
  await fc.assert(
    fc.asyncProperty(random, async ({ first, amount, ...content }) => {
      const id = await send(content)
      const owner = asOwner()
      const invoice = await owner.invoices.get({ id })
      const byAmount = Math.floor((invoice.amount * amount) / 100)
      if (byAmount > 0) await owner.invoices.credit({ id, amount: byAmount, reason: 'Some' })
      for (const line of (await owner.invoices.creditable({ id })).lines) {
        const { tenths, byQuantity } = first[line.position] ?? { tenths: 5, byQuantity: false }
        const quantity = Math.floor((line.left_quantity * tenths) / 10)
        const part = Math.floor((line.left * tenths) / 10)
        const choice = byQuantity ? { quantity } : { amount: part }
        if ((byQuantity ? quantity : part) === 0) continue
        await owner.invoices
          .credit({ id, lines: [{ position: line.position, ...choice }], reason: 'Part' })
          .catch((error: Error) => expect(error.message).toContain('the remaining amount of a line'))
      }
      for (const line of (await owner.invoices.creditable({ id })).lines) {
        if (line.left_net + line.left_tax === 0) continue
        expect(Math.min(line.left_net, line.left_tax)).toBeGreaterThanOrEqual(0)
        await owner.invoices.credit({ id, lines: [{ position: line.position }], reason: 'The rest' })
      }
      const credited = await db
        .selectFrom('invoice_items')
        .innerJoin('invoices', 'invoices.id', 'invoice_items.invoice_id')
        .selectAll('invoice_items')
        .where('invoices.credited_invoice_id', '=', id)
        .execute()
      const byRate = (items: readonly TaxedPart[]) =>
        taxSummary(items)
          .map(({ tax_bps, net, tax }) => ({ tax_bps, net, tax }))
          .filter(({ net, tax }) => net + tax > 0)
          .toSorted((a, b) => a.tax_bps - b.tax_bps)
      expect(byRate(credited)).toEqual(byRate(invoice.items))
      expect(await owner.invoices.get({ id })).toMatchObject({
        amount_due: 0,
        amount_credited: invoice.amount,
      })
    }),
    { numRuns: casesHere(12) },
  )
})
