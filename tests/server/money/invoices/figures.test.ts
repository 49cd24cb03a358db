import { MantineProvider } from '@mantine/core'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { InvoiceSheet } from '#client/features/money/invoices/invoice/invoice-sheet.tsx'
import { renderInvoicePdf } from '#server/base/adapters/documents/documents.ts'
import { calculateTotals, fromThousandths, toThousandths } from '#shared/base/amounts/money.ts'
import { paperFacts, paperOf, paperRows, paperSums } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { draftFor, parseAmount } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

const INVOICES = 4000
const PRINTED = 8

const figures = fc.record({
  // With two, zero and three decimals.
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
  discount: fc.oneof(
    fc.constant({ type: 'none' as const, value: 0 as const }),
    fc.record({ type: fc.constant('percent' as const), value: fc.integer({ min: 0, max: 9999 }) }),
    fc.record({ type: fc.constant('amount' as const), value: fc.integer({ min: 0, max: 50_000 }) }),
  ),
  items: fc.array(
    fc.record({
      description: fc.constantFrom('Design', 'Hosting', 'Przegląd'),
      quantity: fc.integer({ min: 1, max: 1_000_000 }).map(fromThousandths),
      rate: fc.integer({ min: 0, max: 5_000_000 }),
      unit: fc.constantFrom(null, 'hours'),
      discount_bps: fc.constantFrom(0, 0, 250, 3333),
      tax_bps: fc.constantFrom(0, 700, 775, 887.5, 1900),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  prices_include_tax: fc.boolean(),
})

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, owner: callerAs(db, world.home.owner), clientId: world.home.client.clientId }
}

/** Parses a printed figure into minor units. */
const printed = (text: string | undefined, currency: string): number => {
  const amount = parseAmount((text ?? '0').replace(/[^\d.,-]/g, ''), currency)
  if (amount === null) throw new Error(`“${text}” is no amount`)
  return amount
}

/** A document's totals by label, in minor units. */
const sumsOf = (invoice: InvoiceDocumentDto) =>
  paperSums(paperOf(invoice)).map(([label, text]) => ({ label, amount: printed(text, invoice.currency) }))

const total = (sums: { amount: number }[]): number => sums.reduce((all, { amount }) => all + amount, 0)

test(`the printed figures of ${INVOICES} random invoices add up to the calculated total`, async () => {
  const { owner, clientId } = await setUp()
  const { id } = await owner.invoices.save(draftFor(clientId))
  const empty = await owner.invoices.get({ id })
  fc.assert(
    fc.property(
      figures,
      fc.array(fc.constantFrom(...TAXES), { minLength: 8, maxLength: 8 }),
      (drawn, taxes) => {
        const { currency, discount, prices_include_tax } = drawn
        const items = drawn.items.map((item, index) => ({
          id: '',
          project_id: null,
          seconds: null,
          ...item,
          ...(taxes[index] ?? UNTAXED),
        }))
        const lines = items.map((item) => ({ ...item, quantity: toThousandths(item.quantity) }))
        const totals = calculateTotals(lines, discount, { pricesIncludeTax: prices_include_tax })
        const invoice: InvoiceDocumentDto = {
          ...empty,
          ...totals,
          currency,
          prices_include_tax,
          discount_given: discount,
          amount: totals.total,
          amount_due: totals.total,
          items: items.map((item, index) => ({
            ...item,
            tax_rate_id: null,
            deducted_invoice_id: null,
            tax_note: null,
            ...(totals.lines[index] ?? NOTHING),
          })),
        }
        const sums = sumsOf(invoice)
        const rows = paperRows(paperOf(invoice)).map((row) => ({ amount: printed(row.at(-1), currency) }))
        const taxed = sums.filter(({ label }) => label.includes(' on '))
        const discounted = sums.filter(({ label }) => label.startsWith('Discount'))
        expect(sums.at(-1)).toEqual({ label: 'Total', amount: totals.total })
        expect(total(rows) + total(discounted) + (prices_include_tax ? 0 : total(taxed))).toBe(totals.total)
        expect(total(taxed)).toBe(totals.tax)
        for (const { label, amount } of sums) if (label === 'Subtotal') expect(amount).toBe(total(rows))
        // Each rate once, with its net amount.
        expect(new Set(taxed.map(({ label }) => label)).size).toBe(taxed.length)
        const bases = taxed.map(({ label }) => ({ amount: printed(label.split(' on ').at(-1), currency) }))
        if (taxed.length > 0) expect(total(bases)).toBe(totals.total - totals.tax)
      },
    ),
    { numRuns: INVOICES },
  )
})

const NOTHING = { amount: 0, discount: 0, net: 0, tax: 0 }

const UNTAXED = { tax_bps: 0, tax_name: null, tax_category: null }

/** Named rates or percentages typed on the line. */
const TAXES = [
  { tax_bps: 1900, tax_name: 'VAT', tax_category: 'standard' },
  { tax_bps: 700, tax_name: 'VAT 7%', tax_category: 'reduced' },
  { tax_bps: 0, tax_name: 'Reverse charge', tax_category: 'reverse_charge' },
  { tax_bps: 0, tax_name: null, tax_category: 'exempt' },
  { tax_bps: 775, tax_name: null, tax_category: 'standard' },
  UNTAXED,
] as const

/** The currency's non-breaking space counts as a space. */
const spaced = (text: string) => text.replace(/\s+/g, ' ')

const textOf = async (pdf: Buffer) =>
  spaced((await extractText(new Uint8Array(pdf), { mergePages: true })).text)

/** The invoice as the browser shows it: labels with their text, and the cells of its lines. */
function shownOnScreen(invoice: InvoiceDocumentDto) {
  const html = renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(InvoiceSheet, { invoice })),
  )
  const pairs = [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g)]
  const cells = [...html.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text = '']) => spaced(text))
  return { pairs: pairs.map(([, label = '', text = '']) => [label, spaced(text)]), cells }
}

function expectScreenAsPrinted(invoice: InvoiceDocumentDto) {
  const { pairs, cells } = shownOnScreen(invoice)
  const paper = paperOf(invoice)
  const said = [...paperFacts(paper), ...paperSums(paper)]
  expect(pairs).toEqual(said.map(([label, text]) => [label, spaced(text)]))
  expect(cells).toEqual(paperRows(paper).flat().map(spaced))
}

test('screen, PDF text and, after part payments, the ledger agree', async () => {
  const { db, owner, clientId } = await setUp()
  const sample = fc.sample(figures, { numRuns: casesHere(PRINTED), seed: 20_260_304 })
  for (const fields of sample) {
    const draft: InvoiceSaveInput = { ...draftFor(clientId), ...fields, booking_rate: '1.25' }
    const { id } = await owner.invoices.save(draft)
    await owner.invoices.send({ id })
    const invoice = await owner.invoices.get({ id })
    const paper = paperOf(invoice)
    const text = await textOf(await renderInvoicePdf(paper))
    expectScreenAsPrinted(invoice)
    for (const sum of paperSums(paper)) expect(text).toContain(spaced(sum.join(' ')))
    for (const row of paperRows(paper)) expect(text).toContain(spaced(row.filter(Boolean).join(' ')))
    if (invoice.amount === 0) continue
    const first = Math.ceil(invoice.amount / 3)
    for (const amount of [first, invoice.amount - first].filter((part) => part > 0)) {
      const request_id = crypto.randomUUID()
      await owner.payments.recordManual({ invoice_id: id, amount, method: 'bank', request_id })
      expectScreenAsPrinted(await owner.invoices.get({ id }))
    }
    const booked = await db
      .selectFrom('ledger_entries')
      .innerJoin('payments', 'payments.id', 'ledger_entries.payment_id')
      .select(['ledger_entries.amount', 'ledger_entries.currency'])
      .where('payments.invoice_id', '=', id)
      .execute()
    expect(total(booked)).toBe(invoice.amount)
    expect(new Set(booked.map((entry) => entry.currency))).toEqual(new Set([invoice.currency]))
    expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', amount_due: 0 })
  }
})
