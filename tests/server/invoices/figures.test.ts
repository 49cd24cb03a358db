import { MantineProvider } from '@mantine/core'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { InvoiceSheet } from '#client/features/invoices/invoice/invoice-sheet.tsx'
import { invoiceRows, invoiceSums, renderInvoicePdf } from '#server/adapters/documents.ts'
import type { InvoiceDto, InvoiceSaveInput } from '#shared/invoices.ts'
import { calculateTotals, fromThousandths, parseAmount, toThousandths } from '#shared/money.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { draftFor } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

const INVOICES = 10_000
const PRINTED = 16

const figures = fc.record({
  // With two decimals, none and three.
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
      tax_bps: fc.constantFrom(0, 700, 775, 1900),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, owner: callerAs(db, world.home.owner), clientId: world.home.client.clientId }
}

/** A printed figure in minor units again. */
const printed = (text: string | undefined, currency: string): number => {
  const amount = parseAmount((text ?? '0').replace(/[^\d.,-]/g, ''), currency)
  if (amount === null) throw new Error(`“${text}” is no amount`)
  return amount
}

/** The sums of a document by their labels, in minor units. */
const sumsOf = (invoice: InvoiceDto) => {
  const sums = new Map(invoiceSums(invoice))
  return (label: string) => printed(sums.get(label), invoice.currency)
}

test(`the printed figures of ${INVOICES} random invoices add up to the calculated total`, async () => {
  const { owner, clientId } = await setUp()
  const empty = await owner.invoices.save(draftFor(clientId))
  fc.assert(
    fc.property(figures, ({ currency, discount, items }) => {
      const lines = items.map((item) => ({ ...item, quantity: toThousandths(item.quantity) }))
      const totals = calculateTotals(lines, discount)
      const invoice: InvoiceDto = {
        ...empty,
        ...totals,
        currency,
        amount: totals.total,
        amount_due: totals.total,
        items: items.map((item, index) => ({ ...PLAIN, ...item, ...(totals.lines[index] ?? NOTHING) })),
      }
      const sum = sumsOf(invoice)
      const rows = invoiceRows(invoice).map((row) => printed(row.at(-1), currency))
      expect(rows.reduce((all, amount) => all + amount, 0)).toBe(sum('Subtotal'))
      expect(sum('Subtotal') + sum('Discount') + sum('Tax')).toBe(totals.total)
      expect([sum('Total'), sum('Amount due')]).toEqual([totals.total, totals.total])
    }),
    { numRuns: INVOICES },
  )
})

const NOTHING = { amount: 0, discount: 0, net: 0, tax: 0 }
const PLAIN = {
  unit: null,
  discount_bps: 0,
  tax_rate_id: null,
  project_id: null,
  tax_name: null,
  tax_category: null,
  tax_note: null,
}

/** The currency's hard space reads like any other. */
const spaced = (text: string) => text.replace(/\s+/g, ' ')

const textOf = async (pdf: Buffer) =>
  spaced((await extractText(new Uint8Array(pdf), { mergePages: true })).text)

/** What the browser shows of the invoice: its totals by their labels, and the amount of each line. */
function shownOnScreen(invoice: InvoiceDto) {
  const html = renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(InvoiceSheet, { invoice })),
  )
  const sums = new Map<string, string>()
  for (const [, label = '', text = ''] of html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g)) {
    // The screen adds the percentage to the label.
    sums.set(label.replace(/^Discount .*/, 'Discount'), spaced(text))
  }
  const lines = [...html.matchAll(/<td[^>]*>([^<]*)<\/td><\/tr>/g)].map(([, text = '']) => spaced(text))
  return { sums, lines }
}

/** The screen leaves out what it would only repeat: the subtotal of plain invoices, what is due of unpaid ones. */
function expectScreenAsPrinted(invoice: InvoiceDto) {
  const { sums, lines } = shownOnScreen(invoice)
  const printedSums = new Map(invoiceSums(invoice).map(([label, text]) => [label, spaced(text)]))
  for (const [label, text] of sums) expect([label, printedSums.get(label)]).toEqual([label, text])
  for (const label of printedSums.keys()) {
    if (label !== 'Subtotal' && label !== 'Amount due') expect(sums.has(label)).toBe(true)
  }
  expect(lines).toEqual(invoiceRows(invoice).map((row) => spaced(row.at(-1) ?? '')))
}

test('what the screen, the PDF’s own text and, once paid in parts, the books say is the same', async () => {
  const { db, owner, clientId } = await setUp()
  const sample = fc.sample(figures, { numRuns: PRINTED, seed: 20_260_304 })
  for (const fields of sample) {
    const draft: InvoiceSaveInput = { ...draftFor(clientId), ...fields, booking_rate: '1.25' }
    const { id } = await owner.invoices.save(draft)
    const invoice = await owner.invoices.send({ id })
    const text = await textOf(await renderInvoicePdf(invoice))
    expectScreenAsPrinted(invoice)
    for (const sum of invoiceSums(invoice)) expect(text).toContain(spaced(sum.join(' ')))
    for (const row of invoiceRows(invoice)) expect(text).toContain(spaced(row.filter(Boolean).join(' ')))
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
    expect(booked.reduce((sum, entry) => sum + entry.amount, 0)).toBe(sumsOf(invoice)('Total'))
    expect(new Set(booked.map((entry) => entry.currency))).toEqual(new Set([invoice.currency]))
    expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', amount_due: 0 })
  }
})
