import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lateFeesDue } from '#server/money/invoices/rules.ts'
import { startsBetween } from '#server/work/schedule/rules/recurrence.ts'
import { toSeriesTimes } from '#server/work/schedule/rules/series.ts'
import { nextDueDate } from '#server/work/tasks/rules.ts'
import { dayOfRhythm, shiftDate } from '#shared/base/calendar.ts'
import { RECURRING_FREQUENCIES } from '#shared/money/invoices/invoices.ts'
import { recurrenceDate, supplyPeriod } from '#shared/money/invoices/recurring.ts'
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

const anchor = fc.oneof(date, fc.constantFrom('2023-12-31', '2024-02-29', '2025-01-31', '2028-01-30'))
const runs = fc.integer({ min: 0, max: 40 })

const LENGTHS = { monthly: 1, quarterly: 3, yearly: 12 }

/** The calendar period of a date according to Temporal, this many periods later. */
function calendarPeriod(on: string, frequency: (typeof RECURRING_FREQUENCIES)[number], shift: number) {
  const day = Temporal.PlainDate.from(on)
  if (frequency === 'weekly') {
    const from = day.subtract({ days: day.dayOfWeek - 1 }).add({ weeks: shift })
    return { from: from.toString(), to: from.add({ days: 6 }).toString() }
  }
  const months = LENGTHS[frequency]
  const start = day.with({ day: 1, month: day.month - ((day.month - 1) % months) })
  const from = start.add({ months: months * shift })
  return { from: from.toString(), to: from.add({ months }).subtract({ days: 1 }).toString() }
}

test.each(RECURRING_FREQUENCIES)(
  'a %s invoice states the calendar period before, of or after it',
  (frequency) => {
    fc.assert(
      fc.property(anchor, runs, (from, run) => {
        const rhythm = { anchor: from, frequency, runs: run }
        const on = recurrenceDate(from, frequency, run)
        expect(supplyPeriod('previous', rhythm)).toEqual(calendarPeriod(on, frequency, -1))
        expect(supplyPeriod('current', rhythm)).toEqual(calendarPeriod(on, frequency, 0))
        expect(supplyPeriod('next', rhythm)).toEqual(calendarPeriod(on, frequency, 1))
      }),
    )
  },
)

test.each(RECURRING_FREQUENCIES)(
  'periods between the dates of %s invoices neither overlap nor leave a gap',
  (frequency) => {
    fc.assert(
      fc.property(anchor, runs, (from, run) => {
        const at = (runs: number) => ({ anchor: from, frequency, runs })
        const period = supplyPeriod('from_invoice', at(run))
        const next = supplyPeriod('from_invoice', at(run + 1))
        expect(period.from).toBe(recurrenceDate(from, frequency, run))
        expect(Temporal.PlainDate.from(period.to).add({ days: 1 }).toString()).toBe(next.from)
        expect(supplyPeriod('until_invoice', at(run + 1))).toEqual(period)
      }),
    )
  },
)

test('months end on their last day, also in leap years', () => {
  const of = (anchor: string) => ({ anchor, frequency: 'monthly' as const, runs: 0 })
  expect(supplyPeriod('previous', of('2028-03-01'))).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(supplyPeriod('previous', of('2027-03-31'))).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(supplyPeriod('next', of('2027-01-31'))).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(supplyPeriod('previous', of('2027-01-01'))).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
