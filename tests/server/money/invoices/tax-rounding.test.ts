import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import type { Db } from '#server/base/db/schema.ts'
import { calculateTotals, type Discount, percentOf, taxIncluded } from '#shared/base/amounts/money.ts'
import { paperOf, paperSums } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { draftFor, parseAmount } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)

const TEN = Array.from({ length: 10 }, () => ({ description: 'Tea', quantity: 1, rate: 105, tax_bps: 1000 }))

/** At 8.875 %, the tax of four lines differs by 2 cents if it is rounded on each line. */
const RATES = [107, 107, 107, 107, 0, 51, 105]

async function save(content: Partial<InvoiceSaveInput> = {}) {
  const draft = { client_id: world.home.client.clientId, title: 'Tea', due_date: '2026-04-03', items: TEN }
  return asOwner().invoices.save({ ...draft, ...content })
}

async function roundBy(tax_rounding: 'line' | 'document') {
  const { version, notes, footer } = await asOwner().letterhead.profile()
  const defaults = { prices_include_tax: false, payment_terms: 14, notes: notes ?? '', footer: footer ?? '' }
  return asOwner().letterhead.saveDefaults({ ...defaults, tax_rounding, version })
}

test('tax is rounded once for each rate of a document, or on each line if the agency chooses it', async () => {
  expect(await asOwner().letterhead.profile()).toMatchObject({ tax_rounding: 'document' })
  expect(await save()).toMatchObject({ tax: 105, amount: 1155 })
  expect(await roundBy('line')).toMatchObject({ tax_rounding: 'line' })
  expect(await save()).toMatchObject({ tax: 110, amount: 1160 })
})

test('200 lines of 0.50 at 19 % have 19.00 of tax, and their partial credit notes add up to it', async () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    ...{ description: `Item ${index}`, quantity: 1, rate: 50, tax_bps: 1900 },
  }))
  const { id, tax, items: lines } = await save({ items })
  expect(tax).toBe(19_00)
  expect(new Set(lines.map((line) => line.tax))).toEqual(new Set([9, 10]))
  await asOwner().invoices.send({ id })
  expect((await asOwner().invoices.eInvoice({ id })).problems.peppol.join()).not.toContain('rounded')
  const notes = []
  for (const positions of [[0], [1, 2, 3], Array.from({ length: 100 }, (_, index) => 4 + index)])
    notes.push(
      await asOwner().invoices.credit({
        ...{ id, reason: 'Less' },
        lines: positions.map((position) => ({ position })),
      }),
    )
  notes.push(await asOwner().invoices.credit({ id, reason: 'The rest' }))
  expect(notes.reduce((sum, note) => sum + note.tax, 0)).toBe(19_00)
  expect(notes.reduce((sum, note) => sum + note.amount, 0)).toBe(119_00)
})

test("unsent documents follow the agency's choice; sent documents keep their figures", async () => {
  await roundBy('line')
  const { id } = await save()
  await asOwner().invoices.send({ id })
  const before = await asOwner().invoices.get({ id })
  const draft = await save({ prices_include_tax: true, discount: { type: 'amount', value: 7 } })
  const { due_date: _, ...recurring } = { ...draftFor(world.home.client.clientId), items: TEN }
  const plan = await asOwner().invoices.saveRecurring({
    ...{ ...recurring, frequency: 'monthly', starts_on: '2026-04-01', due_days: 14 },
  })
  expect([draft.tax, plan.amount]).toEqual([93, 1160])
  expect(await roundBy('document')).toMatchObject({ tax_rounding: 'document' })
  expect(await asOwner().invoices.get({ id })).toEqual(before)
  expect(await asOwner().invoices.get({ id: draft.id })).toMatchObject({ tax: 95, amount: 1043 })
  expect(await asOwner().invoices.recurringPlan({ id: plan.id })).toMatchObject({ amount: 1155 })
  expect(await save()).toMatchObject({ tax: 105 })
  const note = await asOwner().invoices.credit({ id, reason: 'Mistake' })
  expect(note).toMatchObject({ tax: 110, amount: 1160 })
  // Programs that don't know the setting leave it unchanged.
  const { version } = await asOwner().letterhead.profile()
  const saved = await asOwner().letterhead.saveDefaults({
    ...{ prices_include_tax: false, payment_terms: 7, notes: '', footer: '', version },
  })
  expect(saved).toMatchObject({ tax_rounding: 'document', payment_terms: 7 })
})

test('an upgrade rounds drafts once per rate, except in agencies that round by line', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const documents = [
    { id: 'outside', agency: 'a', inclusive: 0, status: 'draft', becomes: 'document' },
    { id: 'inside', agency: 'a', inclusive: 1, status: 'draft', becomes: 'document' },
    { id: 'sent', agency: 'a', inclusive: 0, status: 'sent', becomes: 'line' },
    { id: 'chosen', agency: 'b', inclusive: 0, status: 'draft', becomes: 'line' },
  ] as const
  const lines = RATES.map((rate, index) => ({ quantity: 1000, rate, tax_bps: index < 4 ? 887.5 : 1900 }))
  const totals = (inclusive: number, taxRounding: 'line' | 'document') =>
    calculateTotals(lines, { type: 'none', value: 0 }, { pricesIncludeTax: inclusive === 1, taxRounding })
  const upgraded = await upgradedFrom('0139-unicode-emails', async (earlier) => {
    await sql`insert into agencies (id, name, owner_id, status, timezone, currency, created_at, updated_at)
      values ('b', 'Other', 'u', 'active', 'UTC', 'USD', ${at}, ${at})`.execute(earlier)
    await sql`insert into billing_profiles (agency_id, tax_rounding, version, updated_at)
      values ('b', 'line', 1, ${at})`.execute(earlier)
    await sql`insert into clients (agency_id, id, name, email, portal_access, version, created_at, updated_at)
      values ('a', 'of a', 'Ina', 'i@example.test', 1, 1, ${at}, ${at}),
        ('b', 'of b', 'Bo', 'bo@example.test', 1, 1, ${at}, ${at})`.execute(earlier)
    for (const { id, agency, inclusive, status } of documents) {
      const { subtotal, tax, total, lines: taxed } = totals(inclusive, 'line')
      const number = status === 'sent' ? 'INV-1' : null
      await sql`insert into invoices (id, agency_id, client_id, issuer, issuer_name, kind, title, currency,
          discount_type, discount_value, prices_include_tax, subtotal, discount, tax, total, amount_paid,
          amount_credited, status, number, due_on, version, created_by, created_at, updated_at)
        values (${id}, ${agency}, ${`of ${agency}`}, 'agency', 'Home', 'invoice', 'Work', 'USD', 'none', 0,
          ${inclusive}, ${subtotal}, 0, ${tax}, ${total}, 0, 0, ${status}, ${number}, '2026-04-01', 1, 'u',
          ${at}, ${at})`.execute(earlier)
      for (const [position, line] of taxed.entries()) {
        const { rate, tax_bps } = lines[position] ?? { rate: 0, tax_bps: 0 }
        await sql`insert into invoice_items (id, invoice_id, position, description, quantity, rate, tax_bps, amount,
            discount, net, tax)
          values (${`${id} ${position}`}, ${id}, ${position}, 'Work', 1000, ${rate}, ${tax_bps}, ${line.amount},
            0, ${line.net}, ${line.tax})`.execute(earlier)
      }
    }
  })
  for (const { id, inclusive, becomes } of documents) {
    const { tax, total, lines: taxed } = totals(inclusive, becomes)
    const columns = ['amount', 'discount', 'net', 'tax'] as const
    const stored = upgraded.selectFrom('invoice_items').select(columns).where('invoice_id', '=', id)
    expect(await stored.orderBy('position').execute(), id).toEqual(taxed)
    const sums = upgraded.selectFrom('invoices').select(['tax', 'total']).where('id', '=', id)
    expect(await sums.executeTakeFirst(), id).toEqual({ tax, total })
    expect(totals(inclusive, 'line').tax).not.toBe(totals(inclusive, 'document').tax)
  }
})

test('documents in five currencies have the tax of each rate, and partial credit notes add up to them', async () => {
  const line = fc.record({
    description: fc.constant('Work'),
    quantity: fc.integer({ min: 1, max: 9000 }).map((thousandths) => thousandths / 1000),
    rate: fc.integer({ min: 1, max: 90_000 }),
    discount_bps: fc.constantFrom(0, 0, 333),
    tax_bps: fc.constantFrom(0, 700, 887.5, 1900),
  })
  const drawn = fc.record({
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'HUF'),
    discount: fc.constantFrom<Discount[]>(
      { type: 'none', value: 0 },
      { type: 'percent', value: 333 },
      { type: 'amount', value: 101 },
    ),
    items: fc.array(line, { minLength: 1, maxLength: 12 }),
    prices_include_tax: fc.boolean(),
    share: fc.integer({ min: 1, max: 99 }),
  })
  await fc.assert(
    fc.asyncProperty(drawn, async ({ share, discount, ...given }) => {
      const content = { ...given, discount: discount as InvoiceSaveInput['discount'], booking_rate: '1.25' }
      const { id, amount } = await save(content)
      if (amount === 0) return
      const { items, tax } = await asOwner().invoices.send({ id })
      const sum = (of: 'net' | 'tax', lines = items) => lines.reduce((all, one) => all + one[of], 0)
      expect(sum('tax')).toBe(tax)
      for (const [bps, same] of Map.groupBy(items, (item) => item.tax_bps)) {
        const charged = given.prices_include_tax ? sum('net', same) + sum('tax', same) : sum('net', same)
        const of = given.prices_include_tax ? taxIncluded : percentOf
        expect(sum('tax', same)).toBe(of(charged, bps))
      }
      const part = Math.max(1, Math.floor((amount * share) / 300))
      const notes = [
        await asOwner().invoices.credit({ id, reason: 'Less', amount: part }),
        ...(items.length > 1 && amount > 10
          ? [await asOwner().invoices.credit({ id, reason: 'Less', amount: part })]
          : []),
      ]
      const { lines } = await asOwner().invoices.creditable({ id })
      const [open] = lines.filter(({ left }) => left > 0)
      const chosen = open === undefined ? [] : [{ position: open.position }]
      if (chosen.length > 0) {
        notes.push(await asOwner().invoices.credit({ id, reason: 'A line', lines: chosen }))
      }
      const { amount_due } = await asOwner().invoices.get({ id })
      if (amount_due > 0) notes.push(await asOwner().invoices.credit({ id, reason: 'The rest' }))
      expect(notes.reduce((all, note) => all + note.tax, 0)).toBe(tax)
      expect(notes.reduce((all, note) => all + note.amount, 0)).toBe(amount)
      for (const document of [id, ...notes.map((note) => note.id)]) {
        const { problems } = await asOwner().invoices.eInvoice({ id: document })
        expect(Object.values(problems).flat().join()).not.toContain('rounded on each line')
      }
    }),
    { numRuns: casesHere(12) },
  )
})

test('PDF, e-invoice, ledger and tax report have the same tax, however it is rounded', async () => {
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
