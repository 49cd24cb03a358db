import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endsNextDay, moveTo, timeOf } from '#client/features/time/work-log/entries/entry-times.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'

const timed = (started_at: string, ended_at: string) =>
  ({ kind: 'timer', started_at, ended_at }) as TimeEntryDto
const timesOf = (started_at: string, ended_at: string) => {
  const time = timeOf(timed(started_at, ended_at), '2026-03-02', 'UTC')
  if (time.kind !== 'interval') throw new Error('A timer has a start and an end.')
  return time
}

test("an end that isn't within a day of the start has its own date, which moves along", () => {
  const long = timesOf('2026-03-02T09:00:00.000Z', '2026-03-03T15:00:00.000Z')
  expect(long).toEqual({ kind: 'interval', start: '2026-03-02T09:00', end: '2026-03-03T15:00' })
  expect(moveTo(long, '2026-02-28')).toEqual({
    kind: 'interval',
    start: '2026-02-28T09:00',
    end: '2026-03-01T15:00',
  })
  expect(endsNextDay(long, 'UTC')).toBe(false)
})

test('a duration of less than half a minute has a text that can be saved', () => {
  const brief = { ...timed('2026-03-02T12:00:00.000Z', '2026-03-02T12:00:20.000Z'), duration_seconds: 20 }
  const time = timeOf({ ...brief, kind: 'duration' }, '2026-03-02', 'UTC')
  expect(time).toEqual({ kind: 'duration', date: '2026-03-02', duration: '1m' })
})

test('an end at an earlier time of day is on the next day; one at the same time is not', () => {
  const night = timesOf('2026-03-02T22:00:00.000Z', '2026-03-03T02:00:00.000Z')
  expect(night).toMatchObject({ start: '2026-03-02T22:00', end: '2026-03-02T02:00' })
  expect(endsNextDay(night, 'UTC')).toBe(true)
  const short = timesOf('2026-03-02T14:05:10.000Z', '2026-03-02T14:05:50.000Z')
  expect(endsNextDay(short, 'UTC')).toBe(false)
  expect(endsNextDay({ ...short, end: '2026-03-02T' }, 'UTC')).toBe(false)
})

test('in the night that clocks go back, an end at an earlier time of day can be on the same day', () => {
  const zone = 'Europe/Berlin'
  const shown = (from: string, to: string) => {
    const time = timeOf(timed(`2026-10-25T${from}.000Z`, to), '2026-03-02', zone)
    return time.kind === 'interval'
      ? [time.start.slice(11), time.end.slice(8), endsNextDay(time, zone, `2026-10-25T${from}.000Z`)]
      : []
  }
  expect(shown('00:45:00', '2026-10-25T01:15:00.000Z')).toEqual(['02:45', '25T02:15', false])
  expect(shown('00:45:00', '2026-10-26T01:15:00.000Z')).toEqual(['02:45', '26T02:15', false])
  expect(shown('01:45:00', '2026-10-26T01:15:00.000Z')).toEqual(['02:45', '25T02:15', true])
  expect(shown('02:45:00', '2026-10-26T01:15:00.000Z')).toEqual(['03:45', '25T02:15', true])
})

test('the form of a timed entry holds its days and times of day', () => {
  const instant = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const day = 86_400
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 3 * day }), (from, seconds) => {
      const to = new Date(Date.parse(from) + seconds * 1000).toISOString()
      const time = timesOf(from, to)
      const end = endsNextDay(time, 'UTC') ? shiftDate(time.end.slice(0, 10), 1) : time.end.slice(0, 10)
      expect([time.start, end + time.end.slice(10)]).toEqual([from.slice(0, 16), to.slice(0, 16)])
    }),
  )
})
