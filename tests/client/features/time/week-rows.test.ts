import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_PROJECT, rowsOf, typedHours, withHours } from '#client/features/time/work-log/weeks/week-rows.ts'
import { sum } from '#shared/base/amounts/money.ts'
import { formatDuration } from '#shared/base/format.ts'
import type { WeekGrid } from '#shared/time/work-log.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-03-0${day}`)
const empty: WeekGrid = {
  week_start: '2026-03-01',
  days: DAYS,
  open_days: [true, true, true, true, true, true, false],
  rows: [],
  totals: DAYS.map(() => 0),
  submittable_seconds: 0,
  timezone: 'UTC',
}
const website = { id: 'w', name: 'Website' }
const app = { id: 'a', name: 'App' }

test('hours are typed as a duration; an empty value or zero clears the day', () => {
  expect(['1:30', '1.5', '1,5', '90m', '1h 30m'].map(typedHours)).toEqual(Array(5).fill(5400))
  expect(['', '  ', '0', '0h', '0:00', '0.0'].map(typedHours)).toEqual(Array(6).fill(null))
  expect(['soon', '-1', '27', '1:60', 'h1'].map(typedHours)).toEqual(Array(5).fill(undefined))
})

test('any duration that is formatted can be parsed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1440 }), (minutes) => {
      expect(typedHours(formatDuration(minutes * 60))).toBe(minutes * 60)
    }),
  )
})

test('each project without time has one row, sorted by name; closed days stay closed', () => {
  const rows = rowsOf(empty, [website, app, website, NO_PROJECT])
  expect(rows.map((row) => row.project.name)).toEqual(['No project', 'App', 'Website'])
  expect(rows[1]?.cells.map((cell) => cell.editable)).toEqual(empty.open_days)
})

test('the totals of rows and days agree after any changes', () => {
  const change = fc.record({
    project: fc.constantFrom(website, app, NO_PROJECT),
    day: fc.constantFrom(...DAYS),
    seconds: fc.integer({ min: 0, max: 86_400 }),
  })
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const hours = new Map(changes.map(({ project, day, seconds }) => [`${project.id} ${day}`, seconds]))
      const grid = changes.reduce((before, { seconds, ...at }) => withHours(before, at, seconds, null), empty)
      expect(sum(grid.totals)).toBe(sum([...hours.values()]))
      expect(sum(grid.rows.map((row) => row.total_seconds))).toBe(sum(grid.totals))
    }),
  )
})
