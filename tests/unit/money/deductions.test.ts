import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateTotals, type Discount } from '#shared/base/amounts/money.ts'
import type { LineTax } from '#shared/base/amounts/taxes.ts'
import { deductionLines, overdrawn, totalsAfterAdvances } from '#shared/money/invoices/deductions.ts'

const NO_DISCOUNT: Discount = { type: 'none', value: 0 }

const vat = (tax_bps: number): LineTax => ({
  ...{ tax_bps, tax_name: 'VAT', tax_category: 'standard', tax_note: null },
})
const lineOf = (rate: number, tax_bps: number) => ({ quantity: 1000, rate, ...vat(tax_bps) })

/** A final invoice of one line, and the remaining amount after advance invoices of these amounts. */
function finalOf(work: number, advances: number[], bps: number, pricesIncludeTax: boolean) {
  const paid = advances.map((rate, index) => {
    const [line = { net: 0, tax: 0 }] = calculateTotals([lineOf(rate, bps)], NO_DISCOUNT, {
      pricesIncludeTax,
    }).lines
    const parts = [{ ...vat(bps), net: line.net, tax: line.tax }]
    return { id: String(index), number: `INV-${index}`, issued_on: '2026-03-04', parts }
  })
  const own = lineOf(work, bps)
  const deducted = deductionLines(paid, [own], { pricesIncludeTax })
  const lines = [own, ...deducted.map((line) => ({ ...line, quantity: 1000 }))]
  const totals = totalsAfterAdvances(lines, NO_DISCOUNT, { pricesIncludeTax })
  const taxed = totals.lines.map(({ net, tax }) => ({ ...vat(bps), net, tax }))
  return { totals, over: overdrawn(taxed) }
}

test('advance invoices for all of the work leave nothing due, however their taxes were rounded', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(0, 700, 887.5, 1900, 2000),
      fc.boolean(),
      (advances, bps, inclusive) => {
        const all = advances.reduce((sum, amount) => sum + amount, 0)
        const { totals, over } = finalOf(all, advances, bps, inclusive)
        expect(over).toBe(null)
        expect(totals.total).toBeGreaterThanOrEqual(0)
        // By rate, at most half a minor unit for each document.
        expect(totals.total).toBeLessThanOrEqual(advances.length / 2 + 1)
        expect(totals.total).toBe(totals.lines.reduce((sum, { net, tax }) => sum + net + tax, 0))
        expect(totals.tax).toBe(totals.lines.reduce((sum, { tax }) => sum + tax, 0))
      },
    ),
  )
})

test('advance invoices for more than the work are still refused', () => {
  for (const inclusive of [true, false]) {
    expect(finalOf(100_00, [60_00, 40_01], 1900, inclusive).over).not.toBe(null)
    expect(finalOf(100_00, [150_00], 1900, inclusive).over).not.toBe(null)
  }
})
