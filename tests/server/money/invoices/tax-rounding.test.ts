import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import type { Db } from '#server/base/db/schema.ts'
import { parseAmount } from '#shared/base/amounts/typed-number.ts'
import { paperOf, paperSums } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
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

const TEN = Array.from({ length: 10 }, () => ({ description: 'Tea', quantity: 1, rate: 105, tax_bps: 1000 }))

async function save(content: Partial<InvoiceSaveInput> = {}) {
  const draft = { client_id: world.home.client.clientId, title: 'Tea', due_date: '2026-04-03', items: TEN }
  return asOwner().invoices.save({ ...draft, ...content })
}

async function roundBy(tax_rounding: 'line' | 'document') {
  const { version, notes, footer } = await asOwner().letterhead.profile()
  const defaults = { prices_include_tax: false, payment_terms: 14, notes: notes ?? '', footer: footer ?? '' }
  return asOwner().letterhead.saveDefaults({ ...defaults, tax_rounding, version })
}

test('tax is rounded by line, in an agency with yen once for each rate of a document', async () => {
  expect(await asOwner().letterhead.profile()).toMatchObject({ tax_rounding: 'line' })
  expect(await save()).toMatchObject({ tax: 110, amount: 1160 })
  await db.updateTable('agencies').set({ currency: 'JPY' }).where('id', '=', world.home.agencyId).execute()
  expect(await asOwner().letterhead.profile()).toMatchObject({ tax_rounding: 'document' })
  expect(await save()).toMatchObject({ currency: 'JPY', tax: 105, amount: 1155 })
})

test("the agency's setting counts for what is saved from then on; sent documents keep their figures", async () => {
  const { id } = await save()
  await asOwner().invoices.send({ id })
  const before = await asOwner().invoices.get({ id })
  expect(await roundBy('document')).toMatchObject({ tax_rounding: 'document' })
  expect(await asOwner().invoices.get({ id })).toEqual(before)
  expect(await save()).toMatchObject({ tax: 105 })
  const note = await asOwner().invoices.credit({ id, reason: 'Mistake' })
  expect(note).toMatchObject({ tax: 110, amount: 1160 })
  // Programs that don't know the setting leave it as it is.
  const { version } = await asOwner().letterhead.profile()
  const saved = await asOwner().letterhead.saveDefaults({
    ...{ prices_include_tax: false, payment_terms: 7, notes: '', footer: '', version },
  })
  expect(saved).toMatchObject({ tax_rounding: 'document', payment_terms: 7 })
})

test('paper, e-invoice, ledger and tax report have the same tax, however it is rounded', async () => {
  const line = fc.record({
    description: fc.constant('Work'),
    quantity: fc.integer({ min: 1, max: 9000 }).map((thousandths) => thousandths / 1000),
    rate: fc.integer({ min: 1, max: 90_000 }),
    tax_bps: fc.constantFrom(700, 1900),
  })
  const content = fc.record({
    items: fc.array(line, { minLength: 1, maxLength: 8 }),
    prices_include_tax: fc.boolean(),
  })
  await roundBy('document')
  const report = () => asOwner().finance.taxReport({ basis: 'issued' })
  await fc.assert(
    fc.asyncProperty(content, async (given) => {
      const before = (await report()).output_total.tax
      const { id, amount } = await save(given)
      if (amount === 0) return
      const document = await asOwner().invoices.send({ id })
      const form = { method: 'bank', request_id: crypto.randomUUID() } as const
      await asOwner().payments.recordManual({ invoice_id: id, amount, ...form })
      const printed = paperSums(paperOf(document))
        .filter(([label]) => label.includes('%'))
        .reduce((sum, [, text]) => sum + (parseAmount(text.replace('$', ''), 'USD') ?? 0), 0)
      const [total] = toUbl({ document, format: 'peppol', pdf: null })['ubl:Invoice']['cac:TaxTotal']
      const entry = await db
        .selectFrom('ledger_entries')
        .select('tax')
        .where('invoice_id', '=', id)
        .executeTakeFirstOrThrow()
      const stated = Math.round(Number((total as { 'cbc:TaxAmount': string })['cbc:TaxAmount']) * 100)
      expect([printed, stated, entry.tax, (await report()).output_total.tax - before]).toEqual(
        Array.from({ length: 4 }, () => document.tax),
      )
    }),
    { numRuns: 12 },
  )
})
