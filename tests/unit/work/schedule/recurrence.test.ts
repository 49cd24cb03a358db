import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { expand } from '#server/work/schedule/rules/occurrences.ts'
import { type Series, standardRule, startsBetween } from '#server/work/schedule/rules/recurrence.ts'
import { toSeriesTimes } from '#server/work/schedule/rules/series.ts'
import { WEEKDAYS } from '#shared/work/schedule.ts'
import type { Recurrence } from '#shared/work/schemas/schedule.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
]
const CASES = 150
const DAY_MS = 86_400_000

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

const instant = (ms: number): string => new Date(ms).toISOString()

/** Every start from the first one of the series on, by a library that iterates. */
function walked({ rrule, starts_at, timezone }: Series, from: string, to: string): string[] {
  const dtstart = Temporal.Instant.from(starts_at).toZonedDateTimeISO(timezone)
  const starts: string[] = []
  const rule = new RRuleTemporal({
    rruleString: standardRule(rrule),
    dtstart,
    tzid: timezone,
    temporal: Temporal,
  })
  rule.all(({ epochMilliseconds }) => {
    const start = instant(epochMilliseconds)
    if (start >= from && start < to) starts.push(start)
    return start < to
  })
  return starts
}

test('jumping to a range finds the same occurrences as iterating from the start', () => {
  const random = numbers(20_261_123)
  for (let round = 0; round < CASES; round++) {
    const timezone = ZONES[random(ZONES.length)] ?? 'UTC'
    // Quarter hours, many of them around clock changes.
    const begin = Date.UTC(2024, 0, 1) + random(900) * DAY_MS + random(96) * 900_000
    const frequency = (['daily', 'weekly', 'monthly'] as const)[random(3)] ?? 'daily'
    const recurrence: Recurrence = {
      frequency,
      interval: 1 + random(4),
      weekdays: frequency === 'weekly' ? WEEKDAYS.filter(() => random(3) === 0) : [],
      until: random(3) === 0 ? instant(begin + (40 + random(700)) * DAY_MS).slice(0, 10) : null,
      count: null,
    }
    const span = { starts_at: instant(begin), ends_at: instant(begin + 3_600_000) }
    const { starts_at, rrule } = toSeriesTimes(span, recurrence, timezone)
    const series = { starts_at, timezone, rrule: rrule ?? '' }
    const from = instant(begin + (random(900) - 30) * DAY_MS + random(96) * 900_000)
    const to = instant(Date.parse(from) + (1 + random(62)) * DAY_MS)
    expect(startsBetween(series, from, to), JSON.stringify({ series, from, to })).toEqual(
      walked(series, from, to),
    )
  }
})

test('a series of a hundred years works with exceptions and an end', () => {
  const event = {
    id: 'event',
    title: 'Stand-up',
    description: null,
    type: 'meeting' as const,
    location: null,
    status: 'confirmed' as const,
    timezone: 'Europe/Berlin',
    starts_at: '1900-01-01T08:06:32.000Z',
    ends_at: '1900-01-01T08:36:32.000Z',
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=31',
  }
  const exception = {
    event_id: 'event',
    title: null,
    description: null,
    type: null,
    location: null,
    status: null,
  }
  const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' }
  const starts = startsBetween(event, range.from, range.to)
  expect(starts.map((start) => start.slice(5, 10))).toEqual(['01-31', '02-28', '03-31', '04-30', '05-31'])
  const [january = '', , march = ''] = starts
  const exceptions = [
    { ...exception, occurrence_start: january, cancelled: 1, starts_at: null, ends_at: null },
    {
      ...exception,
      occurrence_start: march,
      cancelled: 0,
      starts_at: '2026-04-02T08:00:00.000Z',
      ends_at: '2026-04-02T09:00:00.000Z',
    },
  ]
  expect(
    expand(event, exceptions, range)
      .map((one) => one.starts_at.slice(0, 10))
      .sort(),
  ).toEqual(['2026-02-28', '2026-04-02', '2026-04-30', '2026-05-31'])
})
