import dayjs from 'dayjs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NumberOrder, numberOrder, parseTypedDate } from '#client/lib/time/typed-date.ts'
import { calendarDate } from '#shared/base/schemas/dates.ts'

// A Sunday.
const TODAY = '2026-11-22'
const parse = (text: string, order: NumberOrder = 'month-first') =>
  parseTypedDate(text, { today: TODAY, order })

test.each([
  ['today', '2026-11-22'],
  [' Tomorrow ', '2026-11-23'],
  ['yesterday', '2026-11-21'],
  ['fri', '2026-11-27'],
  ['Sunday', '2026-11-29'],
  ['last fri', '2026-11-20'],
  ['last sun', '2026-11-15'],
  ['in 3 days', '2026-11-25'],
  ['in 2 weeks', '2026-12-06'],
  ['+1m', '2026-12-22'],
  ['next week', '2026-11-29'],
  ['12 dec', '2026-12-12'],
  ['12. December', '2026-12-12'],
  ['dec 12', '2026-12-12'],
  ['Dec 1st, 2027', '2027-12-01'],
  ['5 jan', '2027-01-05'],
  ['29 feb 2028', '2028-02-29'],
  ['2026-12-01', '2026-12-01'],
  ['2026/12/1', '2026-12-01'],
  ['12/1', '2026-12-01'],
  ['12/1/27', '2027-12-01'],
  ['1.12.', '2026-12-01'],
  ['March 5, 2026', '2026-03-05'],
])('parses %j as %s', (text, date) => expect(parse(text)).toBe(date))

test.each([
  '',
  'de',
  '12',
  '12 d',
  '30 feb',
  '29 feb 2026',
  '2026-13-01',
  'soon',
  '12/40',
  'in days',
  'tues 5',
])('rejects %j', (text) => expect(parse(text)).toBeNull())

test('reads "12/1" in the order of the user\'s locale', () => {
  expect(parse('12/1', 'day-first')).toBe('2027-01-12')
  expect(parse('13/1', 'month-first')).toBeNull()
})

test.each([
  'sv',
  'en-SE',
  'af',
  'en-US',
  'en-GB',
  'de',
  'hu',
  'ja',
  'ko',
  'lt',
  'fil',
  'en-ZA',
  'en-CA',
  'fa-u-nu-latn-ca-gregory',
])('reads a day and month as the locale %s writes them', (locale) => {
  const written = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  const [first, second] = written.format(new Date('2026-12-05')).match(/\d+/g) ?? []
  expect(parseTypedDate(`${first}/${second}`, { today: TODAY, order: numberOrder(locale) })).toBe(
    '2026-12-05',
  )
})

describe('typed dates', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  test('are parsed in every supported format', () => {
    fc.assert(
      fc.property(day, day, (date, today) => {
        for (const format of ['YYYY-MM-DD', 'MMMM D, YYYY', 'MMM DD, YYYY', 'D MMM YYYY', 'D. MMMM YYYY']) {
          const text = dayjs(date).format(format)
          expect(parseTypedDate(text, { today, order: 'day-first' })).toBe(date)
        }
        expect(parseTypedDate(dayjs(date).format('M/D/YYYY'), { today, order: 'month-first' })).toBe(date)
        expect(parseTypedDate(dayjs(date).format('D/M/YYYY'), { today, order: 'day-first' })).toBe(date)
      }),
    )
  })

  test('without a year are at most half a year away', () => {
    fc.assert(
      fc.property(day, day, (date, today) => {
        const read = parseTypedDate(dayjs(date).format('D MMM'), { today, order: 'day-first' })
        if (date.endsWith('02-29')) return
        expect(dayjs(read).format('MM-DD')).toBe(date.slice(5))
        expect(Math.abs(dayjs(read).diff(today, 'day'))).toBeLessThanOrEqual(183)
      }),
    )
  })

  test('resolve weekdays to the next seven days, with "last" to the past seven', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 6 }), (today, weekday) => {
        const name = dayjs('2026-11-22').add(weekday, 'day').format('ddd')
        const away = (text: string) =>
          dayjs(parseTypedDate(text, { today, order: 'day-first' })).diff(today, 'day')
        expect(away(name)).toBeGreaterThan(0)
        expect(away(name)).toBeLessThanOrEqual(7)
        expect(away(`last ${name}`)).toBeLessThan(0)
        expect(away(`last ${name}`)).toBeGreaterThanOrEqual(-7)
      }),
    )
  })
})

test('are a valid calendar date or rejected', () => {
  const words = fc.constantFrom(
    'dec',
    '12',
    '/',
    '.',
    '-',
    ' ',
    'next',
    'fri',
    'in',
    'week',
    '2026',
    '+',
    'th',
    ',',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 6 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const date = parse(typed)
      expect(date === null || calendarDate.safeParse(date).success).toBe(true)
    }),
  )
})
