import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeRate } from '#shared/base/amounts/schemas/exchange.ts'
import { parseAmount, parsePrice, readNumber } from '#shared/base/amounts/typed-number.ts'
import { parseDuration } from '#shared/time/work-log.ts'

test.each([
  ['12.5', '12.5'],
  ['12,5', '12.5'],
  ['12,50', '12.50'],
  ['.5', '0.5'],
  [',5', '0.5'],
  ['5.', '5'],
  ['4800', '4800'],
  ['4,800', '4800'],
  ['4,800.5', '4800.5'],
  ['4.800,5', '4800.5'],
  ['4 800,50', '4800.50'],
  ['4\u202f800,50', '4800.50'],
  ['4’800.50', '4800.50'],
  ["1'234'567", '1234567'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['0,50', '0.50'],
  ['-1,5', '-1.5'],
])('reads %s as %s', (text, number) => {
  expect(readNumber(text, { decimals: 2 })).toBe(number)
})

test.each([
  '',
  '-',
  '.',
  ',',
  '1.234',
  '1,2345',
  '1,23,456',
  '1.2.3',
  '12,34.5',
  '1e3',
  'five',
  '1 5',
  '0,500,000',
  '1,5,',
])('refuses “%s” instead of guessing', (text) => {
  expect(readNumber(text, { decimals: 2 })).toBeNull()
})

test('“1,500” is neither of its two readings where three decimals are usual', () => {
  const quantity = (text: string) => readNumber(text, { decimals: 3, grouped: false })
  expect(['1,500', '1.500', '1,5', '0,125', '1500', '1,500.25'].map(quantity)).toEqual([
    null,
    '1.500',
    '1.5',
    '0.125',
    '1500',
    '1500.25',
  ])
})

test('any number is read back from each way of writing it', () => {
  const ways = [
    ['', '.'],
    ['', ','],
    [',', '.'],
    ['.', ','],
    [' ', ','],
    ['’', '.'],
  ] as const
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom(...ways),
      (whole, cents, [group, mark]) => {
        const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group)
        const fraction = String(cents).padStart(2, '0')
        const number = readNumber(`${grouped}${mark}${fraction}`, { decimals: 2 })
        expect(number).toBe(`${whole}.${fraction}`)
      },
    ),
  )
})

test('amounts, prices, hours and exchange rates are read by the same rule', () => {
  expect([parseAmount('12,50', 'EUR'), parseAmount('1.234,50', 'EUR'), parseAmount('12,5', 'JPY')]).toEqual([
    12_50,
    1234_50,
    null,
  ])
  expect(parsePrice('0,1648', 'EUR')).toBe(16.48)
  expect(['1,5', '1.5', '1,5h', ',5'].map(parseDuration)).toEqual([5400, 5400, 5400, 1800])
  expect(exchangeRate.parse('1,0842')).toBe('1.0842')
  expect(exchangeRate.safeParse('1,084').success).toBe(false)
})
