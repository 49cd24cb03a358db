import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeRate } from '#shared/base/amounts/schemas/exchange.ts'
import { numberProblem, readNumber, readParts } from '#shared/base/amounts/typed-number.ts'
import { parseDuration } from '#shared/time/durations.ts'
import { parseAmount, parsePrice } from '#tests/support/money/money.ts'

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
  ['−1,5', '-1.5'],
  ['1,23,456', '123456'],
  ['12,34,567.5', '1234567.5'],
  ['１，２３４．５', '1234.5'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['۱۲٫۵', '12.5'],
])('parses %s as %s', (text, number) => {
  expect(readNumber(text, { decimals: 2 })).toBe(number)
})

test.each([
  '',
  '-',
  '.',
  ',',
  '1.234',
  '1,2345',
  '1,23,45',
  '1.23.456',
  '12,345,67',
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

test('“1,500” is ambiguous where three decimals are common', () => {
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

test('any number can be parsed from each of its notations', () => {
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

const LOCALES = [
  'en-US',
  'de-DE',
  'fr-FR',
  'de-CH',
  'en-IN',
  'sv-SE',
  'pt-PT',
  'ar-EG',
  'ja-JP',
  'fa-IR',
] as const

test.each(LOCALES)('a number formatted in %s is parsed as the same number', (locale) => {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (cents) => {
      const written = format.format(cents / 100).replace(/[\u200e\u200f\u061c]/g, '')
      expect(readParts(written, { decimals: 2, parts: 100 })).toBe(cents)
    }),
  )
})

test.each(LOCALES)(
  'three decimals formatted in %s are parsed or reported as ambiguous, never guessed',
  (locale) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (thousandths) => {
        const written = format.format(thousandths / 1000)
        const reading = { decimals: 3, grouped: false }
        const read = readNumber(written, reading)
        // The portal itself formats with points, so one or three digits are decimals.
        if (locale === 'de-DE' || locale === 'pt-PT') fc.pre(!/^\d{1,3}\.\d{3}$/.test(written))
        if (read === null) expect(numberProblem(written, reading)).toContain('two ways')
        else expect(Number(read)).toBe(thousandths / 1000)
      }),
    )
  },
)

test('any number of parts can be parsed from its formatted text', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
      fc.constantFrom(1, 100, 1000),
      fc.integer({ min: 0, max: 4 }),
      (value, parts, decimals) => {
        const typed = (value / 10 ** decimals).toFixed(decimals)
        expect(readParts(typed, { decimals, parts, grouped: false })).toBe(
          Number(((value * parts) / 10 ** decimals).toFixed(decimals)) || 0,
        )
      },
    ),
  )
})

test.each([
  ['1,500', 3, '“1,500” can be read in two ways. Please write 1500 or 1.5.'],
  ['1,500', 2, '“1,500” can be read in two ways. Please write 1500.'],
  ['1.1234', 3, 'Please enter at most 3 decimals.'],
  ['1,5', 0, 'Please enter a whole number.'],
  ['five', 2, 'Please enter a number, such as 1200 or 12.5.'],
  ['1,5', 2, null],
])('“%s” with %i decimals: %s', (text, decimals, words) => {
  expect(numberProblem(text, { decimals, grouped: false })).toBe(words)
})

test('minutes are typed in hours, to the nearest minute', () => {
  const minutes = (text: string) => readParts(text, { decimals: 2, parts: 60, whole: true, grouped: false })
  expect(['1.5', '0,33', '0.01', '1,125', '7:30'].map(minutes)).toEqual([90, 20, 1, null, null])
})

test('amounts, prices, hours and exchange rates are parsed by the same rule', () => {
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
