import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  daysBetween,
  lastOfMonth,
  mondayOf,
  monthsBetween,
  shiftDate,
  shiftMonths,
  weekDays,
  weekdayOf,
  weekStartOf,
} from '#shared/base/calendar.ts'
import { WEEK_STARTS } from '#shared/base/dates.ts'

const date = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2200-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((instant) => instant.toISOString().slice(0, 10))
const days = fc.integer({ min: -100_000, max: 100_000 })
const months = fc.integer({ min: -1200, max: 1200 })
const plain = (text: string) => Temporal.PlainDate.from(text)

test('days and months match Temporal', () => {
  fc.assert(
    fc.property(date, days, months, (from, byDays, byMonths) => {
      expect(shiftDate(from, byDays)).toBe(plain(from).add({ days: byDays }).toString())
      expect(shiftMonths(from, byMonths)).toBe(plain(from).add({ months: byMonths }).toString())
    }),
  )
})

test('the difference of two dates leads from one to the other', () => {
  fc.assert(
    fc.property(date, date, (from, to) => {
      expect(shiftDate(from, daysBetween(from, to))).toBe(to)
      expect(shiftMonths(from, monthsBetween(from, to)).slice(0, 7)).toBe(to.slice(0, 7))
    }),
  )
})

test('months end on their last day, and missing days become that one', () => {
  fc.assert(
    fc.property(date, months, fc.integer({ min: 1, max: 31 }), (from, byMonths, day) => {
      const last = lastOfMonth(from)
      expect(last.slice(0, 7)).toBe(from.slice(0, 7))
      expect(shiftDate(last, 1).endsWith('-01')).toBe(true)
      const shifted = shiftMonths(from, byMonths, day)
      const lastThen = Number(lastOfMonth(shifted).slice(8))
      expect(Number(shifted.slice(8))).toBe(Math.min(day, lastThen))
    }),
  )
  expect(shiftMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(shiftMonths('2025-02-28', 1, 31)).toBe('2025-03-31')
})

test('a week starts on its first day, at most six days before any of its dates', () => {
  fc.assert(
    fc.property(date, fc.constantFrom(...WEEK_STARTS), (day, first) => {
      const start = weekStartOf(day, first)
      expect(weekdayOf(start)).toBe(first === 'sunday' ? 0 : 1)
      expect(weekDays(start)).toContain(day)
      expect(plain(mondayOf(day)).dayOfWeek).toBe(1)
    }),
  )
})
