import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { SeedMember } from '#scripts/seed/person.ts'
import { toUbl } from '#server/base/adapters/documents/e-invoice.ts'
import type { AgencyCtx } from '#server/base/core/context.ts'
import type { Db } from '#server/base/db/schema.ts'
import { numberedDocuments } from '#server/money/ledger/exports/queries/numbered-documents.ts'
import { lineRows } from '#server/money/ledger/exports/queries/table-layouts.ts'
import { appRouter } from '#server/router.ts'
import { paperOf, paperRows, paperSums } from '#shared/money/invoices/invoice-paper.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { createWorld } from '#tests/support/world.ts'
import { brokenRules } from '../sending/en16931-rules.ts'

const DAY = '2026-03-04'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const rate = await owner.letterhead.saveTaxRate({ name: 'Sales tax', bps: 887.5, category: 'standard' })
  return { db, world, owner, rate, client_id: world.home.client.clientId }
}

test('words at 0.1648 with 8.875 % tax are billed, printed, sent, booked and exported exactly', async () => {
  const { db, world, owner, rate, client_id } = await setUp()
  const product = await owner.letterhead.saveProduct({ name: 'Translation', unit: 'word', rate: 16.48 })
  expect(product.rate).toBe(16.48)
  const { id } = await owner.invoices.save({
    client_id,
    title: 'Texts',
    due_date: '2026-04-03',
    items: [
      { description: product.name, unit: 'word', quantity: 1000, rate: product.rate, tax_rate_id: rate.id },
      { description: 'Typed', unit: 'word', quantity: 7, rate: 0.0001, tax_bps: 997.5 },
    ],
  })
  const sent = await owner.invoices.send({ id })
  expect(sent).toMatchObject({
    amount: 164_80 + 14_63,
    items: [
      { rate: 16.48, tax_bps: 887.5, net: 164_80, tax: 14_63 },
      { rate: 0.0001, tax_bps: 997.5, net: 0, tax: 0 },
    ],
  })
  const paper = paperOf(sent)
  expect(paperRows(paper)).toEqual([
    ['Translation', '1,000 words', '$0.1648', '8.875%', '$164.80'],
    ['Typed', '7 words', '$0.000001', '9.975%', '$0.00'],
  ])
  expect(paperSums(paper)).toContainEqual(['Sales tax 8.875% on $164.80', '$14.63'])
  const ubl = toUbl({ document: sent, format: 'peppol', pdf: null })
  expect(brokenRules(ubl)).toEqual([])
  expect(ubl['ubl:Invoice']['cac:InvoiceLine'][0]).toMatchObject({
    'cac:Price': { 'cbc:PriceAmount': '0.1648' },
    'cac:Item': { 'cac:ClassifiedTaxCategory': { 'cbc:Percent': '8.875' } },
  })

  await owner.payments.recordManual({
    invoice_id: id,
    amount: sent.amount,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  for (const basis of ['issued', 'paid'] as const) {
    const documents = await owner.finance.taxDocuments({
      basis,
      tax_bps: 887.5,
      tax_name: 'Sales tax',
      tax_category: 'standard',
    })
    expect(documents.items).toMatchObject([{ net: 164_80, tax: 14_63 }])
    const report = JSON.stringify(await owner.finance.taxReport({ basis }))
    expect(report).toContain('"tax_bps":887.5')
  }
  const ctx = ctxFor(db, world.home.owner as SeedMember) as AgencyCtx
  for await (const documents of numberedDocuments(ctx, { from: null, to: null })) {
    expect(documents.flatMap(lineRows)[0]).toMatchObject({ rate: 0.1648, tax_percent: 8.875, tax: 14.63 })
  }
  await owner.invoices.credit({ id, amount: sent.amount, keep_as_credit: true, reason: 'Late' })
  const expense = await owner.finance.saveExpense({
    ...{ category: 'software', description: 'Fonts', amount: 109_98, spent_on: DAY },
    ...{ tax_bps: 997.5, tax_amount: 9_98 },
  })
  expect(expense.tax_bps).toBe(997.5)
})

test('clients are imported and exported with a rate of three decimals', async () => {
  const { owner, rate } = await setUp()
  const csv = 'name,email,default_tax_rate\nAcme,acme@example.test,Sales tax 8.875%'
  await owner.clients.importCsv({ csv, dry_run: false })
  const { items } = await owner.clients.list({ search: 'Acme' })
  expect(items).toMatchObject([{ default_tax_rate_id: rate.id }])
})

/** The names of tax rates and unit prices in inputs, with what the schema accepts for them. */
function figuresIn(schema: unknown, path: string): [string, Record<string, unknown>][] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]) => {
    const here = ['bps', 'tax_bps'].includes(name) && typeof value === 'object'
    return [...(here ? [[path, value] as [string, Record<string, unknown>]] : []), ...figuresIn(value, path)]
  })
}

test('every tax rate of an input may have three decimals', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>
  const figures = Object.entries(procedures).flatMap(([path, { _def }]) =>
    _def.inputs
      .filter((input) => input instanceof z.ZodType)
      .flatMap((input) =>
        figuresIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }), path),
      ),
  )
  expect(figures.length).toBeGreaterThan(8)
  expect(figures.filter(([, rules]) => JSON.stringify(rules).includes('"integer"'))).toEqual([])
})

test('rates with four decimals and prices with five below the minor unit are refused with an explanation', async () => {
  const { owner, client_id } = await setUp()
  const save = (line: object) =>
    owner.invoices.save({
      client_id,
      title: 'Texts',
      due_date: '2026-04-03',
      items: [{ description: 'Work', quantity: 1, rate: 1, ...line }],
    })
  await expect(save({ tax_bps: 887.55 })).rejects.toThrow('Use at most three decimal places.')
  await expect(save({ rate: 16.48001 })).rejects.toThrow('Use at most four decimal places')
})

test("an upgrade preserves all rates and prices, and the ledger's constraints", async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const run = async (db: Db, statement: string) => void (await sql.raw(statement).execute(db))
  const db = await upgradedFrom('0130-exact-time', async (earlier) => {
    for (const statement of [
      `insert into tax_rates (agency_id, id, name, bps, category, version, created_at, updated_at)
         values ('a', 't', 'VAT', 1900, 'standard', 1, '${at}', '${at}')`,
      `insert into products (agency_id, id, name, rate, currency, version, created_at, updated_at)
         values ('a', 'p', 'Work', 100000000000, 'USD', 1, '${at}', '${at}')`,
      `insert into invoices (id, payer_agency_id, issuer, issuer_name, kind, title, currency, discount_type, discount_value,
           subtotal, discount, tax, total, amount_paid, amount_credited, status, due_on, version, created_by,
           created_at, updated_at)
         values ('i', 'a', 'platform', 'Foyer', 'invoice', 'Work', 'USD', 'none', 0, 100, 0, 8, 108, 0, 0, 'draft',
           '2026-04-01', 1, 'u', '${at}', '${at}')`,
      `insert into invoice_items (id, invoice_id, position, description, quantity, rate, tax_bps, amount, discount, tax)
         values ('l', 'i', 0, 'Work', 1000, 100, 775, 100, 0, 8)`,
      `insert into expenses (id, agency_id, category, description, amount, currency, spent_on, rebillable, version,
           created_at, updated_at, tax_bps)
         values ('e', 'a', 'other', 'Work', 100, 'USD', '2026-03-01', 0, 1, '${at}', '${at}', null)`,
      `insert into ledger_entries (id, agency_id, direction, category, amount, currency, description, occurred_at,
           occurred_on) values ('n', 'a', 'income', 'other', 119, 'USD', 'Work', '${at}', '2026-03-01')`,
      `insert into ledger_taxes (entry_id, position, agency_id, tax_bps, net, tax, base_net, base_tax)
         values ('n', 0, 'a', 1900, 100, 19, 100, 19)`,
    ]) {
      await run(earlier, statement)
    }
  })
  expect(await db.selectFrom('tax_rates').select('bps').execute()).toEqual([{ bps: 1900 }])
  expect(await db.selectFrom('products').select('rate').execute()).toEqual([{ rate: 100_000_000_000 }])
  expect(await db.selectFrom('invoice_items').select(['rate', 'tax_bps', 'amount', 'tax']).execute()).toEqual(
    [{ rate: 100, tax_bps: 775, amount: 100, tax: 8 }],
  )
  expect(await db.selectFrom('expenses').select('tax_bps').execute()).toEqual([{ tax_bps: null }])
  expect(await db.selectFrom('ledger_taxes').select(['tax_bps', 'net', 'tax']).execute()).toEqual([
    { tax_bps: 1900, net: 100, tax: 19 },
  ])
  await expect(run(db, 'update ledger_taxes set tax_bps = 700')).rejects.toThrow('never changed')
  await expect(run(db, 'update tax_rates set bps = 10001')).rejects.toThrow()
})
