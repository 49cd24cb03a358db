import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert, crossRate } from '#shared/base/amounts/exchange.ts'
import { exchangeRate } from '#shared/base/amounts/schemas/exchange.ts'

test('converts between currencies with any number of decimals', () => {
  expect(convert(100_00, 'EUR', 'USD', '1.0842')).toBe(108_42)
  expect(convert(1_000_000, 'JPY', 'USD', '0.0066')).toBe(6_600_00)
  expect(convert(1_000_000, 'KWD', 'USD', '3.25')).toBe(3_250_00)
  expect(convert(325, 'USD', 'KWD', '0.307692307692')).toBe(1000)
  expect(convert(3_250_00, 'USD', 'JPY', '151.5')).toBe(492_375)
})

test('rounds once, half away from zero, symmetrically', () => {
  expect(convert(1, 'USD', 'EUR', '0.5')).toBe(1)
  expect(convert(-1, 'USD', 'EUR', '0.5')).toBe(-1)
  expect(convert(1, 'USD', 'EUR', '0.499999')).toBe(0)
})

test('a cross rate has ten significant digits', () => {
  expect(crossRate('1', '1.0842')).toBe('1.0842')
  expect(crossRate('1.0842', '1')).toBe('0.9223390518')
  expect(crossRate('163.55', '1.0842')).toBe('0.006629165393')
  expect(crossRate('1.0842', '163.55')).toBe('150.8485519')
})

test('rejects invalid rates', () => {
  for (const text of ['', '0', '0.000', '-1', '1,500', '1e3', 'NaN', '1234567890']) {
    expect(exchangeRate.safeParse(text).success, text).toBe(false)
  }
})

const rates = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, decimals]) => `${whole}.${String(decimals).padStart(6, '0')}`)

test('a round trip differs by one rounding at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), rates, rates, (amount, perThirdA, perThirdB) => {
      const there = crossRate(perThirdA, perThirdB)
      const back = crossRate(perThirdB, perThirdA)
      const returned = convert(convert(amount, 'EUR', 'USD', there), 'USD', 'EUR', back)
      // Half a cent of either currency, and the digits a rate doesn't show.
      const tolerance = 1 + Math.ceil(Number(back) / 2) + Math.ceil(amount * 1e-4)
      expect(Math.abs(returned - amount)).toBeLessThanOrEqual(tolerance)
    }),
  )
})
