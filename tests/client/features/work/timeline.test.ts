import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ZOOMS } from '#client/features/work/tasks/task/task-search.ts'
import {
  daysIn,
  monthTicks,
  placeIn,
  stepDay,
  ticksOf,
  weekendsIn,
  windowAt,
} from '#client/features/work/tasks/timeline/scale.ts'
import { barState, datesText, moveDates, spanOf } from '#client/features/work/tasks/timeline/task-span.ts'
import { daysBetween, shiftDate, weekdayOf } from '#shared/base/calendar.ts'
import { startsInTime } from '#shared/work/task-dates.ts'

/** Zones that change their clocks at midnight, by half an hour, or skip a day. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Apia',
]
afterEach(() => vi.unstubAllEnvs())

const date = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))
const zoom = fc.constantFrom(...ZOOMS)
const weekStart = fc.constantFrom('monday', 'sunday')
const dates = fc.record({ start_date: fc.option(date), due_date: fc.option(date) })
const days = fc.integer({ min: -800, max: 800 })
const part = fc.constantFrom('whole', 'start', 'end')

describe('the scale', () => {
  test('shows whole weeks that contain the day, and consists of its months and of its ticks', () => {
    fc.assert(
      fc.property(zoom, date, weekStart, fc.constantFrom(...ZONES), (by, day, first, zone) => {
        vi.stubEnv('TZ', zone)
        const window = windowAt(by, day, first)
        expect(daysIn(window) % 7).toBe(0)
        expect(window.from <= day && day <= window.to).toBe(true)
        for (const ticks of [monthTicks(by, window), ticksOf(by, window, first)]) {
          expect(ticks[0]?.from).toBe(window.from)
          expect(ticks.at(-1)?.to).toBe(window.to)
          expect(ticks.reduce((sum, tick) => sum + daysIn(tick), 0)).toBe(daysIn(window))
        }
        for (const month of monthTicks(by, window)) expect(month.from.slice(0, 7)).toBe(month.to.slice(0, 7))
        const weekend = weekendsIn(window)
        expect(weekend.reduce((sum, span) => sum + daysIn(span), 0)).toBe((daysIn(window) / 7) * 2)
        for (const { from, to } of weekend)
          expect([0, 6]).toEqual(expect.arrayContaining([from, to].map(weekdayOf)))
      }),
    )
  })

  test('moves back and forth by the same days', () => {
    fc.assert(
      fc.property(zoom, date, (by, day) => {
        expect(stepDay(by, stepDay(by, day, 1), -1)).toBe(day)
      }),
    )
  })

  test('places days in proportion, within it and in any time zone', () => {
    fc.assert(
      fc.property(zoom, date, date, days, fc.constantFrom(...ZONES), (by, day, from, length, zone) => {
        vi.stubEnv('TZ', zone)
        const window = windowAt(by, day, 'monday')
        const span = { from, to: shiftDate(from, Math.abs(length)) }
        const place = placeIn(window, span)
        expect(place === null).toBe(span.to < window.from || span.from > window.to)
        if (place === null) return
        const day1 = 100 / daysIn(window)
        expect(place.left).toBeGreaterThanOrEqual(0)
        expect(place.left + place.width).toBeLessThanOrEqual(100 + 1e-9)
        expect(place.width).toBeGreaterThanOrEqual(day1 - 1e-9)
        if (!place.startsBefore) expect(place.left).toBeCloseTo(daysBetween(window.from, span.from) * day1)
        if (!place.startsBefore && !place.endsAfter) expect(place.width).toBeCloseTo(daysIn(span) * day1)
      }),
    )
  })

  test('places days across months, leap days, years and changes of the clock', () => {
    const window = { from: '2028-02-01', to: '2028-03-31' }
    expect(daysIn(window)).toBe(60)
    expect(placeIn(window, { from: '2028-02-28', to: '2028-03-01' })?.width).toBeCloseTo(5)
    expect(placeIn(window, { from: '2028-03-25', to: '2028-03-27' })?.width).toBeCloseTo(5)
    expect(placeIn(window, { from: '2027-12-31', to: '2028-02-03' })).toMatchObject({
      left: 0,
      startsBefore: true,
    })
    expect(placeIn(window, { from: '2028-04-01', to: '2028-04-02' })).toBeNull()
  })
})

describe('the dates of a bar', () => {
  const ordered = dates.filter(startsInTime)

  test('stay in order, and those of the whole keep their distance', () => {
    fc.assert(
      fc.property(ordered, part, days, fc.constantFrom(...ZONES), (before, by, count, zone) => {
        vi.stubEnv('TZ', zone)
        const after = moveDates(before, by, count)
        const [span, moved] = [spanOf(before), spanOf(after)]
        expect(moved === null).toBe(span === null)
        if (span === null || moved === null) return
        expect(startsInTime(after)).toBe(true)
        if (by === 'whole') {
          expect([after.start_date === null, after.due_date === null]).toEqual([
            before.start_date === null,
            before.due_date === null,
          ])
          expect([daysIn(moved), daysBetween(span.from, moved.from)]).toEqual([daysIn(span), count])
        }
        if (by === 'start') expect(moved.to).toBe(span.to)
        if (by === 'end') expect(moved.from).toBe(span.from)
      }),
    )
  })

  test('return when the whole is moved back', () => {
    fc.assert(
      fc.property(ordered, days, (before, count) => {
        expect(moveDates(moveDates(before, 'whole', count), 'whole', -count)).toEqual(before)
      }),
    )
  })

  test('become two when the bar of a single date is resized', () => {
    const due = { start_date: null, due_date: '2026-12-31' }
    expect(moveDates(due, 'start', -3)).toEqual({ start_date: '2026-12-28', due_date: '2026-12-31' })
    expect(moveDates(due, 'end', 1)).toEqual({ start_date: '2026-12-31', due_date: '2027-01-01' })
    const start = { start_date: '2028-02-29', due_date: null }
    expect(moveDates(start, 'end', 1)).toEqual({ start_date: '2028-02-29', due_date: '2028-03-01' })
    expect(moveDates(start, 'whole', 366)).toEqual({ start_date: '2029-03-01', due_date: null })
  })

  test('are described with what they are', () => {
    expect(datesText({ start_date: '2026-03-02', due_date: '2026-03-09' })).toBe('Mar 2 – Mar 9')
    expect(datesText({ start_date: '2026-03-02', due_date: '2026-03-02' })).toBe('Mar 2')
    expect(datesText({ start_date: null, due_date: '2026-03-09' })).toBe('due Mar 9')
    expect(datesText({ start_date: '2026-03-02', due_date: null })).toBe('starts Mar 2')
  })

  test('span the days even if an earlier version saved them in the wrong order', () => {
    const wrong = { start_date: '2026-03-09', due_date: '2026-03-02' }
    expect(spanOf(wrong)).toEqual({ from: '2026-03-02', to: '2026-03-09' })
  })
})

test('a bar is overdue after its due date unless done, and blocked only while open', () => {
  const stateOf = (status: 'todo' | 'done', due_date: string | null, open_blockers = 0) =>
    barState({ status, due_date, open_blockers }, '2026-03-04')
  expect(stateOf('todo', '2026-03-03', 1)).toBe('overdue')
  expect(stateOf('todo', '2026-03-04')).toBe('open')
  expect(stateOf('todo', null)).toBe('open')
  expect(stateOf('todo', '2026-03-09', 1)).toBe('blocked')
  expect(stateOf('done', '2026-03-03', 1)).toBe('done')
})
