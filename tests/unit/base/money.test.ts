import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCurrency } from '#shared/base/amounts/currencies.ts'
import {
  allocate,
  calculateTotals,
  currencyDigits,
  type Discount,
  formatBasisPoints,
  formatCard,
  formatCharged,
  formatMoney,
  formatPrice,
  lineAmount,
  multiplyRatio,
  percentOf,
  taxIncluded,
  toDecimal,
  toThousandths,
  withoutTax,
} from '#shared/base/amounts/money.ts'
import { parseAmount, parsePrice } from '#tests/support/money/money.ts'

const line = fc.record({
  quantity: fc.integer({ min: 0, max: 10_000_000 }),
  rate: fc.integer({ min: 0, max: 10_000_000_000_000 }).map((parts) => parts / 10_000),
  tax_bps: fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10),
})
const discount: fc.Arbitrary<Discount> = fc.oneof(
  fc.constant<Discount>({ type: 'none', value: 0 }),
  fc.record({ type: fc.constant('percent' as const), value: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ type: fc.constant('amount' as const), value: fc.integer({ min: 0, max: 10 ** 12 }) }),
)

describe('rounding', () => {
  test.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [3, 1, 2, 2],
  ])('%i × %i / %i rounds half away from zero to %i', (value, numerator, denominator, expected) => {
    expect(multiplyRatio(value, numerator, denominator)).toBe(expected)
  })

  test('a product differs from the exact one by at most half a minor unit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 100_000 }), (value, numerator) => {
        const exact = BigInt(value) * BigInt(numerator)
        fc.pre(exact < BigInt(Number.MAX_SAFE_INTEGER) && exact > -BigInt(Number.MAX_SAFE_INTEGER))
        const error = BigInt(multiplyRatio(value, numerator, 10_000)) * 10_000n - exact
        expect(error <= 5000n && error >= -5000n).toBe(true)
      }),
    )
  })

  test('1.5 hours at 33.33 are 50.00, and 19 % of 0.50 are 0.10', () => {
    expect(lineAmount({ quantity: toThousandths(1.5), rate: 3333 })).toBe(5000)
    expect(percentOf(50, 1900)).toBe(10)
  })
})

describe('rates with decimals', () => {
  const tenths = fc.integer({ min: 0, max: 100_000 }).map((parts) => parts / 10)
  const amounts = fc.integer({ min: -1e12, max: 1e12 })

  test('a tax differs from the exact one by at most half a minor unit, on top and included', () => {
    fc.assert(
      fc.property(amounts, tenths, (amount, bps) => {
        const parts = BigInt(Math.round(bps * 10))
        const onTop = BigInt(percentOf(amount, bps)) * 100_000n - BigInt(amount) * parts
        expect(onTop <= 50_000n && onTop >= -50_000n).toBe(true)
        const whole = 100_000n + parts
        for (const [part, exact] of [
          [taxIncluded(amount, bps), parts],
          [withoutTax(amount, bps), 100_000n],
        ] as const) {
          const error = (BigInt(part) * whole - BigInt(amount) * exact) * 2n
          expect(error <= whole && error >= -whole).toBe(true)
        }
      }),
    )
  })

  test('a unit price is parsed exactly, and an amount is its product, rounded once', () => {
    const price = fc.integer({ min: 0, max: 1e13 }).map((parts) => parts / 10_000)
    fc.assert(
      fc.property(
        price,
        fc.constantFrom('USD', 'JPY', 'KWD'),
        fc.integer({ min: 1, max: 1e6 }),
        (rate, currency, quantity) => {
          expect(parsePrice(toDecimal(rate, currency), currency)).toBe(rate)
          const exact = BigInt(Math.round(rate * 10_000)) * BigInt(quantity)
          const error = BigInt(lineAmount({ quantity, rate })) * 10_000_000n - exact
          expect(error <= 5_000_000n && error >= -5_000_000n).toBe(true)
        },
      ),
    )
  })

  test.each([
    [16.48, 'USD', '$0.1648'],
    [9000, 'USD', '$90.00'],
    [9050.5, 'USD', '$90.505'],
    [16.48, 'JPY', '¥16.48'],
    [0.0001, 'KWD', 'KWD 0.0000001'],
  ])('%d in %s is the price %s', (rate, currency, text) => {
    expect(formatPrice(rate, currency).replace('\u00a0', ' ')).toBe(text)
  })

  test.each([
    [887.5, '8.875%'],
    [997.5, '9.975%'],
    [812.3, '8.123%'],
    [1900, '19%'],
  ])('%d basis points are %s', (bps, text) => {
    expect(formatBasisPoints(bps)).toBe(text)
  })
})

describe('totals', () => {
  test('10,000 random invoices add up from their lines, and no discount makes one negative', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), discount, (lines, given) => {
        const totals = calculateTotals(lines, given)
        const sum = (pick: (line: (typeof totals.lines)[number]) => number) =>
          totals.lines.reduce((total, entry) => total + pick(entry), 0)
        expect(totals.subtotal).toBe(sum((entry) => entry.amount))
        expect(totals.discount).toBe(sum((entry) => entry.discount))
        expect(totals.tax).toBe(sum((entry) => entry.tax))
        expect(totals.total).toBe(sum((entry) => entry.amount - entry.discount + entry.tax))
        for (const entry of totals.lines) {
          expect(entry.discount).toBeGreaterThanOrEqual(0)
          expect(entry.discount).toBeLessThanOrEqual(entry.amount)
        }
        expect(totals.total).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 10_000 },
    )
  })

  test('6 × 450.00 and 10 × 90.00 make 3,600.00', () => {
    const lines = [
      { quantity: 6000, rate: 45_000, tax_bps: 0 },
      { quantity: 10_000, rate: 9000, tax_bps: 0 },
    ]
    expect(calculateTotals(lines, { type: 'none', value: 0 }).total).toBe(360_000)
  })

  test('tax-inclusive totals equal the prices', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), discount, (lines, given) => {
        const totals = calculateTotals(lines, given, { pricesIncludeTax: true, taxRounding: 'line' })
        expect(totals.total).toBe(totals.subtotal - totals.discount)
        for (const [index, { amount, discount, net, tax }] of totals.lines.entries()) {
          expect(net + tax).toBe(amount - discount)
          // Adding the tax to the net equals the tax extracted from the price, except for rounding.
          const added = percentOf(net, lines[index]?.tax_bps ?? 0)
          expect(Math.abs(added - tax)).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 2000 },
    )
    const one = [{ quantity: 1000, rate: 11_900, tax_bps: 1900 }]
    expect(calculateTotals(one, { type: 'none', value: 0 }, { pricesIncludeTax: true })).toMatchObject({
      lines: [{ net: 10_000, tax: 1900 }],
      total: 11_900,
    })
  })

  test("a line's own discount applies before the invoice's", () => {
    const lines = [{ quantity: 2000, rate: 10_000, tax_bps: 1000, discount_bps: 2500 }]
    expect(calculateTotals(lines, { type: 'amount', value: 5000 })).toMatchObject({
      lines: [{ amount: 15_000, discount: 5000, net: 10_000, tax: 1000 }],
      subtotal: 15_000,
      total: 11_000,
    })
  })

  test("the discount reduces each line's taxed amount", () => {
    const lines = [
      { quantity: 1000, rate: 10_000, tax_bps: 1900 },
      { quantity: 1000, rate: 10_000, tax_bps: 700 },
    ]
    expect(calculateTotals(lines, { type: 'percent', value: 1000 })).toMatchObject({
      subtotal: 20_000,
      discount: 2000,
      tax: 1710 + 630,
      total: 20_340,
    })
  })
})

test('an allocation of either sign loses nothing and is fair to one minor unit', () => {
  expect(allocate(-10, [1, 1, 1])).toEqual([-4, -3, -3])
  expect(allocate(-10, [-3, -3, -4])).toEqual([-3, -3, -4])
  const some = { minLength: 1, maxLength: 20 }
  const weights = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 10 ** 9 }), some),
    fc.array(fc.integer({ min: -(10 ** 9), max: 0 }), some),
    // Where they nearly cancel each other, shares grow beyond the amount.
    fc.array(fc.integer({ min: -100, max: 100 }), some),
  )
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), weights, (amount, given) => {
      const total = given.reduce((sum, weight) => sum + weight, 0)
      fc.pre(total !== 0)
      const shares = allocate(amount, given)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      shares.forEach((share, index) => {
        const scaled = BigInt(share) * BigInt(total) - BigInt(amount) * BigInt(given[index] ?? 0)
        const limit = BigInt(Math.abs(total))
        expect(scaled < limit && scaled > -limit).toBe(true)
      })
      expect(allocate(0 - amount, given)).toEqual(shares.map((share) => 0 - share))
    }),
  )
})

describe('currencies', () => {
  test.each([
    ['JPY', 0],
    ['USD', 2],
    ['KWD', 3],
    ['HUF', 2],
    ['RSD', 2],
    ['IDR', 2],
    ['ISK', 0],
  ])('%s has %i decimals', (currency, digits) => {
    expect(currencyDigits(currency)).toBe(digits)
  })

  test("current ISO 4217 codes are known; withdrawn and non-currency codes aren't", () => {
    expect(['EUR', 'XCG', 'ZWG', 'SLE'].filter(isCurrency)).toHaveLength(4)
    expect(['DEM', 'HRK', 'XAU', 'XXX', 'eur', 'toString', ''].filter(isCurrency)).toEqual([])
  })

  test('a formatted amount parses to itself', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('JPY', 'USD', 'KWD'), (amount, currency) => {
        expect(parseAmount(toDecimal(amount, currency), currency)).toBe(amount)
      }),
    )
  })

  test.each(['', '.', '1,2345', '12a', '1.234', '--1', '1e3'])('"%s" isn\'t an amount of dollars', (text) => {
    expect(parseAmount(text, 'USD')).toBeNull()
  })

  test('common notations are parsed', () => {
    expect(parseAmount(' 4,800 ', 'USD')).toBe(480_000)
    expect(parseAmount('4800.5', 'USD')).toBe(480_050)
    expect(parseAmount('.5', 'USD')).toBe(50)
    expect(parseAmount('1,23', 'USD')).toBe(123)
  })

  test('charged amounts show the currency, cards omit empty decimals', () => {
    expect(formatCharged(10_000, 'USD')).toBe('$100.00 USD')
    expect(formatCharged(480_000, 'USD')).toBe('$4,800.00 USD')
    expect(formatCharged(1000, 'KWD')).toBe('1.000 KWD')
    expect(formatCharged(500, 'JPY')).toBe('¥500 JPY')
    expect(formatCard(1_230_000, 'USD')).toBe('$12,300')
    expect(formatCard(1_230_050, 'USD')).toBe('$12,300.50')
    expect(formatMoney(-2900, 'USD')).toBe('-$29.00')
    expect(formatMoney(40_000_000, 'HUF')).toBe('Ft\u00a0400,000.00')
    expect(formatMoney(10_000_000, 'RSD')).toBe('RSD\u00a0100,000.00')
  })
})

test('ten lines of ¥105 at 10 % make ¥110 of tax by line, and ¥105 by document', () => {
  const lines = Array.from({ length: 10 }, () => ({ quantity: 1000, rate: 105, tax_bps: 1000 }))
  const taxBy = (taxRounding: 'line' | 'document') =>
    calculateTotals(lines, { type: 'none', value: 0 }, { taxRounding }).tax
  expect([taxBy('line'), taxBy('document')]).toEqual([110, 105])
})

test('tax by document is rounded once for each percentage, and its lines add up to it', () => {
  const few = fc.record({
    quantity: fc.nat(99_999),
    rate: fc.nat(999_999),
    tax_bps: fc.constantFrom(0, 700, 810, 1900),
  })
  fc.assert(
    fc.property(
      fc.array(few, { minLength: 1, maxLength: 12 }),
      discount,
      fc.boolean(),
      (lines, given, pricesIncludeTax) => {
        const totals = calculateTotals(lines, given, { pricesIncludeTax, taxRounding: 'document' })
        for (const bps of new Set(lines.map((one) => one.tax_bps))) {
          const own = totals.lines.filter((_, index) => lines[index]?.tax_bps === bps)
          const [charged, tax] = [
            own.reduce((sum, one) => sum + one.amount - one.discount, 0),
            own.reduce((sum, one) => sum + one.tax, 0),
          ]
          const exact = (charged * bps) / (pricesIncludeTax ? 10_000 + bps : 10_000)
          expect(Math.abs(tax - exact)).toBeLessThanOrEqual(0.5)
        }
        for (const one of totals.lines) {
          expect(one.tax).toBeGreaterThanOrEqual(0)
          expect(one.net + (pricesIncludeTax ? one.tax : 0)).toBe(one.amount - one.discount)
        }
        expect(totals.tax).toBe(totals.lines.reduce((sum, one) => sum + one.tax, 0))
        expect(totals.total).toBe(totals.subtotal - totals.discount + (pricesIncludeTax ? 0 : totals.tax))
      },
    ),
  )
})
