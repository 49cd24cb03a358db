import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant, inZone, today } from '#client/lib/time/dates.ts'
import { wallClock, wallDate } from '#client/lib/time/wall-time.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

const zone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
)
const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

test('converts instants to local dates and times, including daylight-saving changes', () => {
  fc.assert(
    fc.property(instant, zone, (at, where) => {
      const expected = dayjs(at).tz(where)
      expect(formatInstant(at, where)).toBe(expected.format('MMM DD, YYYY HH:mm'))
      expect(wallDate(at, where)).toBe(expected.format('YYYY-MM-DD'))
      expect(wallClock(at, where)).toBe(expected.format('HH:mm'))
    }),
  )
  expect(formatInstant('2026-03-29T01:30:00.000Z', 'Europe/Berlin')).toBe('Mar 29, 2026 03:30')
  expect(formatInstant('2026-03-08T02:30:00.000Z', 'UTC')).toBe('Mar 08, 2026 02:30')
})

test('compares days in the given time zone', () => {
  const [evening, night] = ['2026-11-23T01:00:00.000Z', '2026-11-23T04:59:00.000Z']
  expect(inZone(evening, 'America/New_York').isSame(inZone(night, 'America/New_York'), 'day')).toBe(true)
  expect(inZone(evening, 'Europe/Berlin').format('YYYY-MM-DD')).toBe('2026-11-23')
  expect(today('Pacific/Kiritimati') >= today('Pacific/Pago_Pago')).toBe(true)
})
