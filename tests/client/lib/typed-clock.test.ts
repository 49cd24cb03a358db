import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTypedClock } from '#client/lib/time/typed-clock.ts'

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  [' 9:30 ', '09:30'],
  ['9.30', '09:30'],
  ['14h30', '14:30'],
  ['14h', '14:00'],
  ['2:30 pm', '14:30'],
  ['2pm', '14:00'],
  ['12 am', '00:00'],
  ['12:05 pm', '12:05'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
])('parses %j as %s', (text, clock) => expect(parseTypedClock(text)).toBe(clock))

test.each(['', '24', '9:60', '9:3', '13 pm', '0 am', '-1', '9:30:00', 'noon', '12345'])(
  'rejects %j',
  (text) => expect(parseTypedClock(text)).toBeNull(),
)

test('round-trips every minute of the day in 12- and 24-hour notation', () => {
  const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 })
  fc.assert(
    fc.property(minuteOfDay, (minutes) => {
      const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
      const clock = `${String(hour).padStart(2, '0')}:${minute}`
      expect(parseTypedClock(clock)).toBe(clock)
      expect(parseTypedClock(clock.replace(':', ''))).toBe(clock)
      expect(parseTypedClock(`${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`)).toBe(clock)
    }),
  )
})

test('parses any text as a time or rejects it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), (text) => {
      expect(parseTypedClock(text) ?? '00:00').toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    }),
  )
})
