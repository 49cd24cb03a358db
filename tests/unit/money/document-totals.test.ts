import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert } from '#shared/base/amounts/exchange.ts'
import { calculateTotals } from '#shared/base/amounts/money.ts'
import { taxSummary } from '#shared/base/amounts/taxes.ts'
import { partsInBase } from '#shared/money/ledger/taxes/tax-split.ts'
import { CODES, RATES, type RateKey, tableRate } from '#tests/support/money/replay/acts.ts'
import { inEuros, toBooks } from '#tests/support/money/replay/arithmetic.ts'
import { byHand, byHandOnce } from '#tests/support/money/tax-arithmetic.ts'

const DOCUMENTS = 300

const document = fc.record({
  currency: fc.constantFrom(...CODES),
  rounding: fc.constantFrom('line', 'document'),
  inclusive: fc.boolean(),
  discount: fc.oneof(
    fc.constant({ type: 'none', value: 0 } as const),
    fc.record({ type: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 9000 }) }),
    fc.record({ type: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 50_000 }) }),
  ),
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 20_000 }),
      rate: fc.integer({ min: 1, max: 900_000 }),
      discount_bps: fc.constantFrom(0, 0, 333, 1000),
      rate_key: fc.constantFrom(...(Object.keys(RATES) as RateKey[])),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

test('300 random documents in five currencies match an independent calculation of net and tax by rate', () => {
  fc.assert(
    fc.property(document, ({ currency, rounding, inclusive, discount, lines }) => {
      const hand = (rounding === 'line' ? byHand : byHandOnce)(
        lines.map((line) => ({
          quantity: BigInt(line.quantity),
          rate: BigInt(line.rate),
          discountBps: BigInt(line.discount_bps),
          taxBps: BigInt(RATES[line.rate_key].bps),
          key: RATES[line.rate_key].name,
        })),
        discount.type === 'amount'
          ? { amount: BigInt(discount.value) }
          : { percentBps: BigInt(discount.value) },
        inclusive,
      )
      const items = lines.map(({ rate_key, ...line }) => ({ ...line, tax_bps: RATES[rate_key].bps }))
      const totals = calculateTotals(items, discount, { pricesIncludeTax: inclusive, taxRounding: rounding })
      const parts = taxSummary(
        totals.lines.map(({ net, tax }, index) => {
          const { name, bps, category } = RATES[lines[index]?.rate_key ?? 'standard']
          return { net, tax, tax_bps: bps, tax_name: name, tax_category: category, tax_note: null }
        }),
      )
      const rate = tableRate(currency, '2026-07-15')
      const booked = partsInBase(parts, (amount) => convert(amount, currency, 'EUR', rate))
      const expected = toBooks(hand, (amount) => inEuros(amount, currency, rate))
      expect(booked.map((part) => [part.tax_name, part.net, part.tax, part.base_net, part.base_tax])).toEqual(
        [...expected].map(([name, part]) => [name, part.net, part.tax, part.baseNet, part.baseTax]),
      )
    }),
    { numRuns: DOCUMENTS, seed: 20_261_125 },
  )
})
