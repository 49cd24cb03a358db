import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDuration, formatHours } from '#shared/base/format.ts'
import { parseDuration } from '#shared/time/durations.ts'

test.each([
  ['1h 30m', 5400],
  ['1h30', 5400],
  ['1h30m', 5400],
  ['90m', 5400],
  ['90 min', 5400],
  ['1.5', 5400],
  ['1,5', 5400],
  ['1.5h', 5400],
  ['.5', 1800],
  ['1:30', 5400],
  ['2', 7200],
  ['2 hours', 7200],
  ['24', 86_400],
  ['25', 90_000],
])('parses %s', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each(['', '0', '0m', '-1', 'h', 'abc', '1:60', '27', '1561m', '1h 30m 5', '1.5.2', '1h-30m'])(
  'rejects “%s”',
  (text) => {
    expect(parseDuration(text)).toBeNull()
  },
)

test('displayed durations can be typed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1440 }), (minutes) => {
      expect(parseDuration(formatDuration(minutes * 60))).toBe(minutes * 60)
    }),
  )
})

test('quarter hours round-trip as decimal hours', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 96 }), (quarters) => {
      expect(parseDuration(formatHours(quarters * 900))).toBe(quarters * 900)
    }),
  )
})

test('zero time is shown as 0h', () => {
  expect(formatHours(0)).toBe('0h')
  expect(formatHours(5400)).toBe('1.5h')
})
