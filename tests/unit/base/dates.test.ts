import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { dateInZone, isCalendarDate } from '#shared/base/dates.ts'
import { calendarDate } from '#shared/base/schemas/dates.ts'

const instant = new Date('2026-03-01T23:30:00Z')

afterEach(() => vi.restoreAllMocks())

test('a date is determined in the given time zone', () => {
  expect(dateInZone(instant, 'America/New_York')).toBe('2026-03-01')
  expect(dateInZone(instant, 'Europe/Berlin')).toBe('2026-03-02')
  expect(() => dateInZone(instant, 'Nowhere/Land')).toThrow(RangeError)
})

test('dates in a time zone share one formatter, because garbage collection frees formatters late', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let count = 0; count < 1000; count++) dateInZone(instant, 'Pacific/Auckland')
  expect(made).toHaveBeenCalledTimes(1)
})

test('there are no more formatters than time zones, however they are spelled', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const name = [...'indianapolis']
  const spellings = Array.from(
    { length: 700 },
    (_, number) =>
      `America/${name.map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('')}`,
  )
  for (const spelling of spellings) expect(dateInZone(instant, spelling)).toBe('2026-03-01')
  const before = made.mock.calls.length
  // The most recent ones are cached; the first one was evicted.
  dateInZone(instant, spellings.at(-1) ?? '')
  expect(made).toHaveBeenCalledTimes(before)
  dateInZone(instant, spellings[0] ?? '')
  expect(made).toHaveBeenCalledTimes(before + 1)
})

test('screens and rules agree on valid dates', () => {
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
  const dates = fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-'))
  fc.assert(
    fc.property(
      fc.oneof(dates, fc.string(), fc.constantFrom('2024-02-29', '2023-02-29', '2026-04-31')),
      (text) => {
        expect(isCalendarDate(text)).toBe(calendarDate.safeParse(text).success)
      },
    ),
    { numRuns: 2000 },
  )
})
