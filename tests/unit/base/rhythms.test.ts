import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lateFeesDue } from '#server/money/invoices/rules.ts'
import { startsBetween } from '#server/work/schedule/rules/recurrence.ts'
import { toSeriesTimes } from '#server/work/schedule/rules/series.ts'
import { nextDueDate } from '#server/work/tasks/rules.ts'
import { dayOfRhythm, shiftDate } from '#shared/base/calendar.ts'
import { recurrenceDate } from '#shared/money/invoices/recurring.ts'
import { addInterval } from '#shared/money/plans/packages.ts'

const COUNT = 30
const indexes = Array.from({ length: COUNT }, (_, index) => index)

/** The dates of a recurrence that begins on this date. */
type Rhythm = (from: string) => string[]

const event: Rhythm = (from) => {
  const span = { starts_at: `${from}T09:00:00.000Z`, ends_at: `${from}T10:00:00.000Z` }
  const monthly = { frequency: 'monthly' as const, interval: 1, weekdays: [] }
  const { starts_at, rrule } = toSeriesTimes(span, monthly, 'UTC')
  const series = { starts_at, rrule: rrule ?? '', timezone: 'UTC' }
  const to = `${shiftDate(from, 31 * COUNT)}T00:00:00.000Z`
  return startsBetween(series, starts_at, to).map((start) => start.slice(0, 10))
}

const task: Rhythm = (from) => {
  const dates = [from]
  for (let date = from; dates.length < COUNT; dates.push(date)) {
    date = nextDueDate('monthly', date, date, Number(from.slice(8)))
  }
  return dates
}

const lateFee: Rhythm = (from) => {
  const sent = { issued_on: '1980-01-01', open_since: '1980-01-01', due_on: shiftDate(from, -1) }
  return lateFeesDue({ ...sent, grace_days: 1, max_fees: COUNT, since: from }, '2999-01-01')
}

const MONTHLY: Record<string, Rhythm> = {
  event,
  task,
  'late fee': lateFee,
  'recurring invoice': (from) => indexes.map((index) => recurrenceDate(from, 'monthly', index)),
  subscription: (from) =>
    indexes.map((index) =>
      addInterval(new Date(`${from}T00:00:00Z`), 'month', index)
        .toISOString()
        .slice(0, 10),
    ),
}

const YEARLY: Record<string, Rhythm> = {
  'recurring invoice': (from) => indexes.map((index) => recurrenceDate(from, 'yearly', index)),
  subscription: (from) =>
    indexes.map((index) =>
      addInterval(new Date(`${from}T00:00:00Z`), 'year', index)
        .toISOString()
        .slice(0, 10),
    ),
}

const date = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))
const lateDate = fc
  .tuple(fc.integer({ min: 2000, max: 2060 }), fc.constantFrom('01-29', '01-30', '01-31', '03-31', '12-31'))
  .map(([year, day]) => `${year}-${day}`)

/** The date this many months later according to Temporal; shorter months use their last day. */
const expected = (from: string, step: number) =>
  indexes.map((index) =>
    Temporal.PlainDate.from(from)
      .add({ months: index * step })
      .toString(),
  )

test.each(Object.entries(MONTHLY))(
  'a monthly %s occurs in every month, on its day or the last',
  (_, rhythm) => {
    fc.assert(
      fc.property(fc.oneof(date, lateDate), (from) => {
        expect(rhythm(from).slice(0, COUNT)).toEqual(expected(from, 1))
      }),
    )
  },
)

test.each(Object.entries(YEARLY))('a yearly %s on February 29 is on the 28th in other years', (_, rhythm) => {
  fc.assert(
    fc.property(fc.oneof(date, fc.constantFrom('2000-02-29', '2028-02-29')), (from) => {
      expect(rhythm(from)).toEqual(expected(from, 12))
    }),
  )
})

test('a recurrence returns to a later day only from the last day of a shorter month', () => {
  expect(dayOfRhythm('2026-02-28', 31)).toBe(31)
  expect(dayOfRhythm('2026-02-27', 31)).toBe(27)
  expect(dayOfRhythm('2028-02-28', 31)).toBe(28)
  expect(dayOfRhythm('2026-03-31', 30)).toBe(31)
  expect(dayOfRhythm('2026-04-30', null)).toBe(30)
})
