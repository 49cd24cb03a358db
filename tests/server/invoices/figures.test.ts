import fc from 'fast-check'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { invoiceRows, invoiceSums, renderInvoicePdf } from '#server/services/documents.ts'
import type { InvoiceDto, InvoiceSaveInput } from '#shared/invoices.ts'
import { calculateTotals, fromThousandths, parseAmount, toThousandths } from '#shared/money.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { draftFor } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

const INVOICES = 10_000
const PRINTED = 20

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
        items: items.map((item, index) => ({ ...item, ...(totals.lines[index] ?? NOTHING) })),
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

const NOTHING = { amount: 0, discount: 0, tax: 0 }

/** The currency's hard space reads like any other. */
const spaced = (text: string) => text.replace(/\s+/g, ' ')

const textOf = async (pdf: Buffer) =>
  spaced((await extractText(new Uint8Array(pdf), { mergePages: true })).text)

test('what the screen, the PDF’s own text and, once paid, the books say is the same', async () => {
  const { db, owner, clientId } = await setUp()
  const sample = fc.sample(figures, { numRuns: PRINTED, seed: 20_260_304 })
  for (const fields of sample) {
    const draft: InvoiceSaveInput = { ...draftFor(clientId), ...fields }
    const { id } = await owner.invoices.save(draft)
    const invoice = await owner.invoices.send({ id })
    const text = await textOf(await renderInvoicePdf(invoice))
    for (const sum of invoiceSums(invoice)) expect(text).toContain(spaced(sum.join(' ')))
    for (const row of invoiceRows(invoice)) expect(text).toContain(spaced(row.filter(Boolean).join(' ')))
    if (invoice.amount === 0) continue
    await owner.payments.recordManual({
      invoice_id: id,
      amount: invoice.amount,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
    const booked = await db
      .selectFrom('ledger_entries')
      .innerJoin('payments', 'payments.id', 'ledger_entries.payment_id')
      .select(['ledger_entries.amount', 'ledger_entries.currency'])
      .where('payments.invoice_id', '=', id)
      .execute()
    expect(booked).toEqual([{ amount: sumsOf(invoice)('Total'), currency: invoice.currency }])
  }
})
