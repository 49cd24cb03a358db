import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { daysOf, gridRange, stepDate } from '#client/features/work/schedule/calendar/grid-range.ts'
import { eventFormSchema, timesOf } from '#client/features/work/schedule/event/event-form.ts'
import { eventInput, recurrenceOf } from '#client/features/work/schedule/event/event-input.ts'
import {
  eventValues,
  newEventValues,
  zoneOfTimes,
} from '#client/features/work/schedule/event/event-values.ts'
import { nextSlot } from '#client/features/work/schedule/event/next-slot.ts'
import {
  describeRecurrence,
  describeSeries,
  formatDay,
} from '#client/features/work/schedule/schedule-format.ts'
import { fromWall } from '#client/lib/time/from-wall.ts'
import { shorterMonthsNote } from '#client/lib/time/shorter-months.ts'
import { wallClock, wallDate } from '#client/lib/time/wall-time.ts'
import { formatClock } from '#client/lib/timer/timer.ts'
import { WEEK_STARTS } from '#shared/base/dates.ts'
import { formatMinutes } from '#shared/base/format.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'

afterEach(() => void vi.useRealTimers())

const dates = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

test('Prev and Next move by the current view and back, across months and years', () => {
  expect(stepDate('day', '2026-02-28', 1)).toBe('2026-03-01')
  expect(stepDate('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-28')
  fc.assert(
    fc.property(dates, fc.constantFrom('day' as const, 'week' as const), (date, view) => {
      expect(stepDate(view, stepDate(view, date, 1), -1)).toBe(date)
    }),
  )
})

test('shows whole weeks around the date', () => {
  expect(gridRange('month', '2026-11-21', 'monday')).toEqual({ from: '2026-10-26', to: '2026-12-06' })
  expect(gridRange('month', '2026-11-21', 'sunday')).toEqual({ from: '2026-11-01', to: '2026-12-05' })
  expect(gridRange('week', '2026-11-22', 'sunday')).toEqual({ from: '2026-11-22', to: '2026-11-28' })
  fc.assert(
    fc.property(
      dates,
      fc.constantFrom('week', 'month'),
      fc.constantFrom(...WEEK_STARTS),
      (date, view, first) => {
        const { from, to } = gridRange(view, date, first)
        expect(from <= date && date <= to).toBe(true)
        expect(new Date(`${from}T00:00Z`).getUTCDay()).toBe(first === 'sunday' ? 0 : 1)
        expect(((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1) % 7).toBe(0)
      },
    ),
  )
})

test('shows only valid dates in the first and last month, without links beyond them', () => {
  expect(gridRange('month', '2200-12-31', 'monday')).toEqual({ from: '2200-12-01', to: '2200-12-31' })
  expect(gridRange('week', '1900-01-03', 'sunday')).toEqual({ from: '1900-01-01', to: '1900-01-06' })
  for (const view of ['day', 'week', 'month'] as const) {
    expect(stepDate(view, '2200-12-31', 1)).toBe('2200-12-31')
    expect(stepDate(view, '1900-01-01', -1)).toBe('1900-01-01')
  }
})

test('shows an event on each day it overlaps, excluding one where it ends at midnight', () => {
  const on = (starts_at: string, ends_at: string) => daysOf({ starts_at, ends_at }, 'America/New_York')
  expect(on('2026-11-21T14:00:00.000Z', '2026-11-21T15:00:00.000Z')).toEqual(['2026-11-21'])
  expect(on('2026-11-22T03:00:00.000Z', '2026-11-22T05:00:00.000Z')).toEqual(['2026-11-21'])
  expect(on('2026-11-22T03:00:00.000Z', '2026-11-22T05:00:00.001Z')).toEqual(['2026-11-21', '2026-11-22'])
  // The night on which daylight saving time ends.
  expect(on('2026-10-31T16:00:00.000Z', '2026-11-02T16:00:00.000Z')).toEqual([
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ])
  expect(on('2026-11-21T14:00:00.000Z', '2026-11-21T14:00:00.000Z')).toEqual(['2026-11-21'])
})

test('round-trips local times across daylight-saving changes', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
  const noonish = fc.integer({ min: 8, max: 20 }).map((hour) => `${String(hour).padStart(2, '0')}:30`)
  fc.assert(
    fc.property(dates, noonish, fc.constantFrom(...zones), (date, clock, zone) => {
      const instant = fromWall(date, clock, zone)
      expect([wallDate(instant, zone), wallClock(instant, zone)]).toEqual([date, clock])
    }),
  )
})

test('an unchanged local time stays the recorded instant, even when clocks go back', () => {
  const [early, late] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
  for (const recorded of [early, late]) {
    expect(wallClock(recorded, 'Europe/Berlin')).toBe('02:30')
    expect(fromWall('2026-10-25', '02:30', 'Europe/Berlin', recorded)).toBe(recorded)
  }
  expect(fromWall('2026-10-25', '02:30', 'Europe/Berlin')).toBe(early)
  expect(fromWall('2026-10-25', '03:30', 'Europe/Berlin', late)).toBe('2026-10-25T02:30:00.000Z')
  expect(fromWall('2026-10-25', '02:35', 'Europe/Berlin', late)).toBe('2026-10-25T01:35:00.000Z')
  expect(fromWall('2026-10-25', '02:35', 'Europe/Berlin', early)).toBe('2026-10-25T00:35:00.000Z')
  expect(fromWall('2026-10-25', '02:35', 'Europe/Berlin', '2026-11-02T09:00:00.000Z')).toBe(
    '2026-10-25T00:35:00.000Z',
  )
})

test('an end that occurs twice when clocks go back is the one after the start', () => {
  const zone = 'Europe/Berlin'
  const recorded = { starts_at: '2026-10-25T00:30:00.000Z', ends_at: '2026-10-25T01:00:00.000Z' }
  const event = { ...recorded, attendees: [], recurrence: null } as unknown as EventDto
  const values = { ...eventValues(event, zone), title: 'Maintenance' }
  const times = (changed: Partial<typeof values>) => timesOf({ ...values, ...changed }, zone, event)
  const isValid = (changed: Partial<typeof values>) =>
    eventFormSchema(zone, event).safeParse({ ...values, type: 'other', status: 'confirmed', ...changed })
      .success
  expect([values.start, values.end]).toEqual(['02:30', '02:00'])
  expect(times({})).toEqual(recorded)
  expect(times({ end: '02:15' }).ends_at).toBe('2026-10-25T01:15:00.000Z')
  expect(times({ end: '02:45' }).ends_at).toBe('2026-10-25T01:45:00.000Z')
  expect(['02:00', '02:15', '02:45', '01:45', ''].map((end) => isValid({ end }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['09:10', '2026-03-04', '2026-03-04T10:00', '2026-03-04T11:00'],
  ['21:59', '2026-03-04', '2026-03-04T22:00', '2026-03-04T23:00'],
  ['22:15', '2026-03-04', '2026-03-04T23:00', '2026-03-05T00:00'],
  ['23:30', '2026-03-04', '2026-03-05T09:00', '2026-03-05T10:00'],
  ['23:30', '2026-03-06', '2026-03-06T09:00', '2026-03-06T10:00'],
])('at %s, a new event on %s is at a time to come', (now, date, start, end) => {
  vi.useFakeTimers({ now: new Date(`2026-03-04T${now}:00.000Z`) })
  const values = newEventValues('event', nextSlot(date, 'UTC'))
  expect([`${values.date}T${values.start}`, `${values.end_date}T${values.end}`]).toEqual([start, end])
})

test('formats times, days and repetitions', () => {
  expect([30, 45, 60, 90].map(formatMinutes)).toEqual(['30 min', '45 min', '1 h', '1 h 30 min'])
  expect(formatDay('2026-11-21')).toBe('Saturday, November 21, 2026')
  expect([9, 309, 36_605].map(formatClock)).toEqual(['0:00:09', '0:05:09', '10:10:05'])
  const weekly = { frequency: 'weekly', interval: 2, weekdays: ['MO', 'WE'] } as const
  expect(describeRecurrence({ ...weekly, weekdays: ['MO', 'WE'], until: '2026-03-20' })).toBe(
    'Every 2 weeks on Mon, Wed until Mar 20, 2026',
  )
  expect(describeRecurrence({ frequency: 'daily', interval: 1, weekdays: [], count: 5 })).toBe(
    'Every day 5 times',
  )
  const monthly = { frequency: 'monthly', interval: 1, weekdays: [] } as const
  expect(describeRecurrence({ ...monthly, weekdays: [], month_day: 31 })).toBe(
    'Every month on the 31st, or the last day of shorter months',
  )
  expect(describeRecurrence({ ...monthly, weekdays: [], month_day: 28 })).toBe('Every month')
})

test("names a series' time zone if its days differ from the viewer's", () => {
  const recurrence = { frequency: 'weekly', interval: 1, weekdays: ['MO'] } as const
  const series = {
    recurrence: { ...recurrence, weekdays: ['MO' as const] },
    timezone: 'Asia/Kolkata',
    occurrence_start: '2026-11-22T20:00:00.000Z',
  }
  expect(describeSeries(series, 'Asia/Kolkata')).toBe('Every week on Mon')
  expect(describeSeries(series, 'America/New_York')).toBe('Every week on Mon, in Asia/Kolkata')
  expect(describeSeries({ ...series, recurrence: null }, 'UTC')).toBeNull()
})

test('describes how days missing from shorter months and years are handled', () => {
  const note = (date: string | null, frequency: string, monthDay?: number) =>
    shorterMonthsNote({ date, frequency, ...(monthDay !== undefined && { monthDay }) })
  expect(note('2026-01-31', 'monthly')).toBe('On the 31st, or the last day of shorter months')
  expect(note('2026-01-29', 'quarterly')).toBe('On the 29th, or the last day of shorter months')
  expect(note('2028-02-29', 'yearly')).toBe('On February 28 in years without the 29th')
  expect(note('2026-02-28', 'monthly', 31)).toBe('On the 31st, or the last day of shorter months')
  for (const silent of [
    note('2026-02-28', 'monthly'),
    note('2026-02-27', 'monthly', 31),
    note('2026-01-31', 'yearly'),
    note('2026-01-31', 'weekly'),
    note(null, 'monthly'),
  ]) {
    expect(silent).toBeNull()
  }
})

test("doesn't send hidden fields", () => {
  const values = { interval: 2, weekdays: ['MO' as const], month_day: 31, until: '2026-03-20', count: 5 }
  expect(recurrenceOf({ ...values, frequency: 'none', ends: 'never' })).toBeNull()
  expect(recurrenceOf({ ...values, frequency: 'daily', ends: 'count' })).toEqual({
    frequency: 'daily',
    interval: 2,
    weekdays: [],
    month_day: null,
    until: null,
    count: 5,
  })
})

const EVENT: EventDto = {
  id: 'event',
  occurrence_start: '2026-11-02T08:00:00.000Z',
  starts_at: '2026-11-02T08:00:00.000Z',
  ends_at: '2026-11-02T08:30:00.000Z',
  duration_minutes: 30,
  timezone: 'Europe/Berlin',
  title: 'Stand-up',
  description: null,
  type: 'meeting',
  location: null,
  status: 'confirmed',
  agency_id: null,
  agency_name: null,
  organizer: { id: 'owner', name: 'Owner' },
  attendees: [],
  my_reply: null,
  recurrence: { frequency: 'weekly', interval: 1, weekdays: ['MO'] },
  is_exception: false,
  reminder_minutes: null,
  can_edit: true,
  version: 1,
}

test('a series is edited in its own time zone, other events in that of the editor', () => {
  const ZONES = ['Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Berlin', 'UTC']
  const sent = (event: EventDto, editor: string, changes: { start?: string } = {}) => {
    const zone = zoneOfTimes(event, editor)
    const { starts_at, ends_at, timezone } = eventInput(
      { ...eventValues(event, zone), ...changes },
      zone,
      event,
    )
    return { starts_at, ends_at, timezone }
  }
  const once = { ...EVENT, recurrence: null }
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 * 96 }),
      fc.constantFrom(...ZONES),
      fc.constantFrom(...ZONES),
      (quarters, timezone, editor) => {
        const [starts_at, ends_at] = [quarters, quarters + 2].map((at) =>
          new Date(at * 900_000).toISOString(),
        )
        const times = { starts_at: starts_at ?? '', ends_at: ends_at ?? '' }
        expect(sent({ ...EVENT, ...times, timezone }, editor)).toEqual({ ...times, timezone })
        expect(sent({ ...once, ...times, timezone }, editor)).toEqual({ ...times, timezone: editor })
      },
    ),
  )
  expect(sent(EVENT, 'Asia/Kolkata', { start: '08:15' }).starts_at).toBe('2026-11-02T07:15:00.000Z')
  expect(sent(once, 'Asia/Kolkata', { start: '13:00' }).starts_at).toBe('2026-11-02T07:30:00.000Z')
})
