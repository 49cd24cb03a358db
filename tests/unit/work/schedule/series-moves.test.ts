import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOf, fromWallTime, toWallTime } from '#server/base/adapters/zone.ts'
import { moveSeries } from '#server/work/schedule/rules/moves.ts'
import { type Series, startsBetween } from '#server/work/schedule/rules/recurrence.ts'
import { toSeriesTimes } from '#server/work/schedule/rules/series.ts'
import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import { WEEKDAYS, type Weekday } from '#shared/work/schedule.ts'
import type { Recurrence } from '#shared/work/schemas/schedule.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago']
const HOUR_MS = 3_600_000

const recurrences = fc.oneof(
  fc.record({
    frequency: fc.constantFrom('daily' as const, 'monthly' as const),
    interval: fc.integer({ min: 1, max: 4 }),
    weekdays: fc.constant<Weekday[]>([]),
    count: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({
    frequency: fc.constant('weekly' as const),
    interval: fc.integer({ min: 1, max: 3 }),
    weekdays: fc.subarray<Weekday>([...WEEKDAYS]),
    count: fc.integer({ min: 1, max: 30 }),
  }),
)

/** A series with an end, and the one of its starts that is moved. */
const cases = fc
  .record({
    timezone: fc.constantFrom(...ZONES),
    day: fc.integer({ min: 0, max: 1500 }),
    quarter: fc.integer({ min: 0, max: 95 }),
    recurrence: recurrences,
    /** Which of the starts, and what slack its last day leaves. */
    at: fc.nat(),
    slack: fc.integer({ min: 0, max: 9 }),
    days: fc.integer({ min: -20, max: 20 }),
    quarters: fc.integer({ min: 0, max: 95 }),
  })
  .map(({ timezone, day, quarter, recurrence, at, slack, days, quarters }) => {
    const time = (count: number) =>
      `${String(Math.floor(count / 4)).padStart(2, '0')}:${String((count % 4) * 15).padStart(2, '0')}`
    const starts_at = fromWallTime(`${shiftDate('2024-01-01', day)}T${time(quarter)}`, timezone)
    const counted = seriesOf(starts_at, { ...recurrence, until: null }, timezone)
    const last = allStarts(counted).at(-1) ?? ''
    const series = seriesOf(
      starts_at,
      { ...recurrence, count: null, until: shiftDate(dateOf(last, timezone), slack) },
      timezone,
    )
    const starts = allStarts(series)
    const from = starts[at % starts.length] ?? ''
    const to = fromWallTime(`${shiftDate(dateOf(from, timezone), days)}T${time(quarters)}`, timezone)
    return { series, starts, from, to, timezone }
  })

function seriesOf(starts_at: string, recurrence: Recurrence, timezone: string): Series {
  const ends_at = new Date(Date.parse(starts_at) + HOUR_MS).toISOString()
  const times = toSeriesTimes({ starts_at, ends_at }, recurrence, timezone)
  return { starts_at: times.starts_at, timezone, rrule: times.rrule ?? '' }
}

const allStarts = (series: Series) => startsBetween(series, series.starts_at, '2060-01-01T00:00:00.000Z')

const timeIn = (instant: string, timezone: string) => String(toWallTime(instant, timezone).toPlainTime())

const weekdayIn = (instant: string, timezone: string) => toWallTime(instant, timezone).dayOfWeek

test('a moved series has its events where they went, as many as before', () => {
  fc.assert(
    fc.property(cases, ({ series, starts, from, to, timezone }) => {
      const { times, shift, strays } = (() => {
        try {
          return moveSeries(series, { from, to, timezone }, { duration: HOUR_MS, recurrence: undefined })
        } catch (error) {
          expect(String(error)).toMatch(/within its week/)
          return fc.pre(false) as never
        }
      })()
      const went = starts.map(shift)
      fc.pre(went.some((start) => start !== null))
      expect(shift(from)).toBe(shift(from) === null ? null : to)
      // A series that then begins in the gap of a clock change has the postponed time from then on.
      fc.pre(timeIn(times.starts_at, timezone) === timeIn(to, timezone))
      const moved = { ...times, timezone, rrule: times.rrule ?? '' }
      const left = allStarts(moved).filter((start) => !strays.includes(start))
      expect(left).toEqual([...new Set(went.filter((start) => start !== null))].toSorted())
      const days = daysBetween(dateOf(from, timezone), dateOf(to, timezone))
      if (!series.rrule.includes(',') || Math.abs(days) > 6) return
      for (const [index, start] of starts.entries()) {
        const isMoved = weekdayIn(start, timezone) === weekdayIn(from, timezone)
        const day = shiftDate(dateOf(start, timezone), isMoved ? days : 0)
        const place = went[index]
        if (place !== null && place !== undefined) expect(dateOf(place, timezone)).toBe(day)
      }
    }),
    { numRuns: 200 },
  )
})

test('a series that is moved nowhere stays as it is', () => {
  fc.assert(
    fc.property(cases, ({ series, starts, from, timezone }) => {
      const { times, shift, strays } = moveSeries(
        series,
        { from, to: from, timezone },
        { duration: HOUR_MS, recurrence: undefined },
      )
      expect([times.starts_at, times.rrule, strays]).toEqual([series.starts_at, series.rrule, []])
      expect(starts.map(shift)).toEqual(starts)
    }),
    { numRuns: 50 },
  )
})
