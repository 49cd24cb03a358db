import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOf, daysRange, fromWallTime, overlapSeconds, toWallTime } from '#server/base/adapters/zone.ts'
import { secondsBetween, secondsWithin, toStretch, toWeekRows } from '#server/time/work-log/rules.ts'
import { daysBetween, mondayOf, shiftDate, weekDays, weekStartOf } from '#shared/base/calendar.ts'
import { WEEK_STARTS } from '#shared/base/dates.ts'

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const
const zone = fc.constantFrom(...ZONES)
const instant = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const date = instant.map((text) => text.slice(0, 10))

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
])('in %s the day %s has %d hours', (timezone, day, hours) => {
  const range = daysRange(day, day, timezone)
  expect(secondsBetween(range.from, range.to)).toBe(hours * 3600)
})

test('every instant belongs to exactly one day', () => {
  fc.assert(
    fc.property(instant, zone, (at, timezone) => {
      const day = dateOf(at, timezone)
      const range = daysRange(day, day, timezone)
      expect(range.from <= at && at < range.to).toBe(true)
      expect(daysRange(shiftDate(day, -1), shiftDate(day, -1), timezone).to).toBe(range.from)
    }),
  )
})

test('a local time round-trips, except where a clock change skips it', () => {
  fc.assert(
    fc.property(instant, zone, (at, timezone) => {
      const wall = toWallTime(at, timezone)
      const again = toWallTime(fromWallTime(wall.toString(), timezone), timezone)
      expect(again.toString()).toBe(wall.toString())
    }),
  )
})

test('the week of any date starts on the Monday or Sunday at most six days before it', () => {
  fc.assert(
    fc.property(date, fc.constantFrom(...WEEK_STARTS), (day, first) => {
      const start = weekStartOf(day, first)
      expect(new Date(`${start}T00:00Z`).getUTCDay()).toBe(first === 'sunday' ? 0 : 1)
      expect(weekDays(start)).toContain(day)
    }),
  )
})

test('splitting a period into days loses and duplicates no second', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 86_400 }), zone, (from, seconds, timezone) => {
      const to = new Date(Date.parse(from) + seconds * 1000).toISOString()
      const first = dateOf(from, timezone)
      const parts = [0, 1, 2].map((offset) => {
        const day = shiftDate(first, offset)
        return overlapSeconds({ from, to }, daysRange(day, day, timezone))
      })
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(secondsBetween(from, to))
    }),
  )
})

test('a duration counts in full for the day it is entered on', () => {
  fc.assert(
    fc.property(date, zone, fc.integer({ min: 1, max: 23 * 60 }), (day, timezone, minutes) => {
      const stretch = toStretch({ kind: 'duration', date: day, duration: minutes * 60 }, timezone)
      const range = daysRange(day, day, timezone)
      expect(stretch.duration_seconds).toBe(minutes * 60)
      expect(overlapSeconds({ from: stretch.started_at, to: stretch.ended_at }, range)).toBe(minutes * 60)
    }),
  )
})

test("24 hours don't fit into the day on which the clocks go forward", () => {
  const time = { kind: 'duration', date: '2026-03-29', duration: 86_400 } as const
  expect(() => toStretch(time, 'Europe/Berlin')).toThrow('Duration exceeds the length of that day.')
  expect(toStretch(time, 'America/New_York').duration_seconds).toBe(86_400)
})

test.each([
  ['Europe/Berlin', '2026-03-29T01:30', '2026-03-29T03:30', 1],
  ['Europe/Berlin', '2026-10-25T01:30', '2026-10-25T03:30', 3],
  ['America/New_York', '2026-03-07T22:00', '2026-03-08T06:00', 7],
  ['America/New_York', '2026-10-31T22:00', '2026-11-01T06:00', 9],
  ['Australia/Lord_Howe', '2026-04-05T01:00', '2026-04-05T04:00', 3.5],
  ['Australia/Lord_Howe', '2026-10-04T01:00', '2026-10-04T04:00', 2.5],
])('in %s from %s to %s takes %d hours', (timezone, start, end, hours) => {
  expect(toStretch({ kind: 'interval', start, end }, timezone).duration_seconds).toBe(hours * 3600)
})

test('an end at or before the start is on the next day', () => {
  const stretch = toStretch(
    { kind: 'interval', start: '2026-03-04T22:00', end: '2026-03-04T01:30' },
    'Europe/Berlin',
  )
  expect(stretch).toEqual({
    started_at: '2026-03-04T21:00:00.000Z',
    ended_at: '2026-03-05T00:30:00.000Z',
    duration_seconds: 3.5 * 3600,
  })
})

test('a start or end that changes within the hour that clocks repeat stays in the same of both hours', () => {
  const recorded = {
    kind: 'timer' as const,
    started_at: '2026-10-25T01:15:00.000Z',
    ended_at: '2026-10-25T01:45:00.000Z',
  }
  const minutes = (start: string, end: string, known: typeof recorded | null = recorded) => {
    const time = { kind: 'interval', start: `2026-10-25T${start}`, end: `2026-10-25T${end}` } as const
    return toStretch(time, 'Europe/Berlin', known).duration_seconds / 60
  }
  expect(minutes('02:10', '02:45')).toBe(35)
  expect(minutes('02:15', '02:40')).toBe(25)
  expect(minutes('02:10', '02:45', null)).toBe(35)
  expect(minutes('02:45', '02:10', null), 'without a record, only one order is possible').toBe(25)
  expect(minutes('03:30', '02:45', null), 'not repeated after the start').toBe(23 * 60 + 15)
})

test('an unchanged start or end is the recorded one, to the second, and of two possible instants the right one', () => {
  const aMoment = fc.integer({ min: 60, max: 12 * 3600 })
  fc.assert(
    fc.property(instant, aMoment, aMoment, zone, (started_at, seconds, more, timezone) => {
      const after = (count: number) => new Date(Date.parse(started_at) + count * 1000).toISOString()
      const recorded = { kind: 'timer' as const, started_at, ended_at: after(seconds) }
      const wall = (at: string) => toWallTime(at, timezone).toString().slice(0, 16)
      const interval = (from: string, to: string) =>
        toStretch({ kind: 'interval', start: wall(from), end: wall(to) }, timezone, recorded)
      fc.pre(wall(started_at) < wall(recorded.ended_at) && wall(started_at) < wall(after(seconds + more)))
      expect(interval(started_at, recorded.ended_at)).toEqual({
        started_at,
        ended_at: recorded.ended_at,
        duration_seconds: secondsBetween(started_at, recorded.ended_at),
      })
      expect(interval(started_at, after(seconds + more)).started_at).toBe(started_at)
    }),
    { examples: [['2026-10-25T01:30:20.000Z', 5400, 3600, 'Europe/Berlin']] },
  )
})

test('a timed entry that moves to another day keeps its length to the second', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 86_399 }), date, (started_at, seconds, day) => {
      const ended_at = new Date(Date.parse(started_at) + seconds * 1000).toISOString()
      const recorded = { kind: 'timer' as const, started_at, ended_at }
      const endDay = shiftDate(day, daysBetween(started_at.slice(0, 10), ended_at.slice(0, 10)))
      const [start, end] = [`${day}${started_at.slice(10, 16)}`, `${endDay}${ended_at.slice(10, 16)}`]
      const moved = toStretch({ kind: 'interval', start, end }, 'UTC', recorded)
      expect(moved).toEqual({
        started_at: `${day}${started_at.slice(10)}`,
        ended_at: `${endDay}${ended_at.slice(10)}`,
        duration_seconds: seconds,
      })
    }),
    { examples: [['2026-03-04T14:05:10.000Z', 40, '2026-03-05']] },
  )
})

test('an interval longer than a day or ending on an earlier day is rejected', () => {
  const interval = (start: string, end: string) =>
    toStretch({ kind: 'interval', start, end }, 'Europe/Berlin')
  expect(() => interval('2026-03-04T10:00', '2026-03-05T10:30')).toThrow('at most 24 hours')
  expect(() => interval('2026-03-04T10:00', '2026-03-03T12:00')).toThrow('The end must be after the start.')
})

test('the week grid adds up to the week in any time zone', () => {
  const stretch = fc.record({ at: instant, minutes: fc.integer({ min: 1, max: 1440 }) })
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 8 }), date, zone, (stretches, day, timezone) => {
      const now = '2028-01-01T00:00:00.000Z'
      const rows = stretches.map(({ at, minutes }, index) => ({
        id: String(index),
        version: 1,
        paused: 0,
        locked: false,
        task_id: null,
        note: null,
        started_at: at,
        ended_at: new Date(Date.parse(at) + minutes * 60_000).toISOString(),
        billable: 1,
        project_id: null,
        project_name: null,
        project_archived_at: null,
      }))
      const days = weekDays(mondayOf(day))
      const grid = toWeekRows(rows, { days, timezone, now, isOpen: () => true })
      const week = daysRange(days[0] ?? '', days[6] ?? '', timezone)
      expect(grid.reduce((sum, row) => sum + row.total_seconds, 0)).toBe(secondsWithin(rows, week, now))
      for (const { cells, seconds } of grid) {
        for (const [index, { entry }] of cells.entries()) {
          const shown = rows.find(({ id }) => id === entry?.id)
          // The cell of an entry contains all of its time and nothing else.
          if (shown) expect(seconds[index]).toBe(secondsBetween(shown.started_at, shown.ended_at))
          else expect(entry).toBeNull()
        }
      }
    }),
  )
})
