import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TAX_CATEGORIES, type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'

const part = fc.record({
  tax_bps: fc.constantFrom(0, 700, 1900),
  tax_name: fc.constantFrom(null, 'VAT', 'Reduced VAT'),
  tax_category: fc.constantFrom(null, ...TAX_CATEGORIES),
  tax_note: fc.constant(null),
  net: fc.integer({ min: 0, max: 1_000_000 }),
  tax: fc.integer({ min: 0, max: 200_000 }),
})

const totalOf = (parts: TaxedPart[]) =>
  parts.reduce((sum, { net, tax }) => ({ net: sum.net + net, tax: sum.tax + tax }), { net: 0, tax: 0 })

test("the summary by rate equals the lines, lists each rate once, and doesn't change the lines", () => {
  fc.assert(
    fc.property(fc.array(part), (lines) => {
      const before = structuredClone(lines)
      const summary = taxSummary(lines)
      expect(totalOf(summary)).toEqual(totalOf(lines))
      const keys = summary.map(({ tax_bps, tax_name, tax_category }) =>
        [tax_category, tax_bps, tax_name].join(),
      )
      expect(new Set(keys).size).toBe(keys.length)
      expect(lines).toEqual(before)
    }),
  )
})
