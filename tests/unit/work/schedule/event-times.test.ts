import { describe, expect, test } from 'vitest'
import { expand, type StoredEvent, type StoredException } from '#server/work/schedule/rules/occurrences.ts'
import { startsBetween } from '#server/work/schedule/rules/recurrence.ts'
import { toSeriesTimes } from '#server/work/schedule/rules/series.ts'
import { toSpan } from '#server/work/schedule/rules/times.ts'

const series: StoredEvent = {
  id: 'stand-up',
  title: 'Stand-up',
  description: null,
  type: 'meeting',
  location: null,
  status: 'confirmed',
  timezone: 'UTC',
  starts_at: '2026-03-02T09:00:00.000Z',
  ends_at: '2026-03-02T10:00:00.000Z',
  rrule: 'FREQ=DAILY',
}

const exception = (day: string, own: Partial<StoredException> = {}): StoredException => ({
  event_id: 'stand-up',
  occurrence_start: `${day}T09:00:00.000Z`,
  cancelled: 0,
  title: null,
  description: null,
  type: null,
  location: null,
  status: null,
  starts_at: null,
  ends_at: null,
  ...own,
})

const startsIn = (from: string, to: string, exceptions: StoredException[] = []) =>
  expand(series, exceptions, { from, to }).map((occurrence) => occurrence.starts_at)

describe('the occurrences of a series', () => {
  test('belong to a range they overlap, not one that starts when they end', () => {
    expect(startsIn('2026-03-03T09:59:00.000Z', '2026-03-03T12:00:00.000Z')).toEqual([
      '2026-03-03T09:00:00.000Z',
    ])
    expect(startsIn('2026-03-03T10:00:00.000Z', '2026-03-03T12:00:00.000Z')).toEqual([])
    expect(startsIn('2026-03-03T08:00:00.000Z', '2026-03-03T09:00:00.000Z')).toEqual([])
  })

  test('are omitted if canceled and shown once if moved', () => {
    const moved = { starts_at: '2026-03-04T15:00:00.000Z', ends_at: '2026-03-04T16:00:00.000Z' }
    const exceptions = [exception('2026-03-03', { cancelled: 1 }), exception('2026-03-04', moved)]
    expect(startsIn('2026-03-03T00:00:00.000Z', '2026-03-06T00:00:00.000Z', exceptions)).toEqual([
      '2026-03-05T09:00:00.000Z',
      '2026-03-04T15:00:00.000Z',
    ])
  })
})

describe('the starts of a rule', () => {
  const starts = (rrule: string, starts_at: string, from: string, to: string) =>
    startsBetween({ starts_at, timezone: 'UTC', rrule }, from, to).map((start) => start.slice(0, 10))

  test('end before the range does', () => {
    const daily = ['FREQ=DAILY', '2026-03-01T00:00:00.000Z'] as const
    expect(starts(...daily, '2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z')).toEqual([
      '2026-03-01',
      '2026-03-02',
    ])
  })

  test('are the last day of months without the day', () => {
    const monthly = ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31T09:00:00.000Z'] as const
    expect(starts(...monthly, '2026-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z')).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
  })

  test('return to a later day after the shorter month they begin in', () => {
    const monthly = ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-02-28T09:00:00.000Z'] as const
    expect(starts(...monthly, '2026-01-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z')).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
  })

  test('use the weekdays of a week that started before the range', () => {
    const weekly = ['FREQ=WEEKLY;BYDAY=MO,FR', '2026-03-02T09:00:00.000Z'] as const
    expect(starts(...weekly, '2026-03-11T00:00:00.000Z', '2026-03-17T00:00:00.000Z')).toEqual([
      '2026-03-13',
      '2026-03-16',
    ])
  })
})

test('an event lasts two weeks at most', () => {
  const until = (ends_at: string) => toSpan({ starts_at: '2026-03-01T00:00:00Z', ends_at })
  expect(until('2026-03-15T00:00:00Z').ends_at).toBe('2026-03-15T00:00:00.000Z')
  expect(() => until('2026-03-15T00:00:01Z')).toThrow('at most 14 days')
})

test('a series that starts later than requested keeps its length', () => {
  const span = { starts_at: '2026-03-03T09:00:00.000Z', ends_at: '2026-03-03T10:30:00.000Z' }
  const recurrence = { frequency: 'weekly', interval: 1, weekdays: ['FR'], until: null, count: null } as const
  expect(toSeriesTimes(span, { ...recurrence, weekdays: [...recurrence.weekdays] }, 'UTC')).toMatchObject({
    starts_at: '2026-03-06T09:00:00.000Z',
    ends_at: '2026-03-06T10:30:00.000Z',
  })
})
