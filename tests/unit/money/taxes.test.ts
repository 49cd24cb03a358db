import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TAX_CATEGORIES, type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'
import { splitByProject } from '#shared/money/ledger/taxes/project-split.ts'
import { splitAt } from '#shared/money/ledger/taxes/tax-split.ts'

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

const rate = (tax_bps: number) => ({ tax_bps, tax_name: null, tax_category: null, tax_note: null })

const line = fc.record({
  project: fc.constantFrom('website', 'shop', null),
  tax_bps: fc.constantFrom(1900, 700, 0),
  net: fc.integer({ min: 0, max: 10 ** 7 }),
})

test('the parts of projects add up to the payment, and those of a full payment are their lines’', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: -1000, max: 1000 }),
      fc.boolean(),
      (lines, permille, hasRate) => {
        const taxed = lines.map(({ project, tax_bps, net }) => ({
          ...rate(tax_bps),
          project,
          net,
          tax: Math.round((net * tax_bps) / 10_000),
        }))
        const byProject = new Map<string | null, TaxedPart[]>(
          [...Map.groupBy(taxed, ({ project }) => project)].map(([project, own]) => [
            project,
            taxSummary(own),
          ]),
        )
        const parts = taxSummary(taxed)
        const total = parts.reduce((sum, { net, tax }) => sum + net + tax, 0)
        const paid = Math.trunc((total * permille) / 900)
        const toBase = (amount: number) => (hasRate ? Math.round(amount * 1.1) : null)
        const split = splitAt(parts, paid, toBase)
        const shared = splitByProject(split, byProject)
        split.forEach((part, index) => {
          for (const of of ['net', 'tax', 'base_net', 'base_tax'] as const) {
            const sum = [...shared.values()].reduce((all, own) => all + (own[index]?.[of] ?? 0), 0)
            expect([of, sum]).toEqual([of, part[of] ?? 0])
          }
        })
        const whole = splitByProject(splitAt(parts, total, toBase), byProject)
        for (const [project, own] of byProject) {
          const found = taxSummary(whole.get(project)?.filter(({ net, tax }) => net !== 0 || tax !== 0) ?? [])
          expect(found).toEqual(expect.arrayContaining(own.filter(({ net, tax }) => net !== 0 || tax !== 0)))
        }
      },
    ),
  )
})

test('what exceeds the lines is shared by all of them', () => {
  const lines = new Map([
    ['website', [{ ...rate(1900), net: 100, tax: 19 }]],
    ['shop', [{ ...rate(700), net: 100, tax: 7 }]],
  ])
  const over = { ...rate(0), net: 226, tax: 0, base_net: null, base_tax: null }
  expect([...splitByProject([over], lines)].map(([project, [part]]) => [project, part?.net])).toEqual([
    ['website', 119],
    ['shop', 107],
  ])
})
