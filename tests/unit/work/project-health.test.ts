import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLeft } from '#client/features/work/projects/project/timeline.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { elapsedPercent, overdueDays, projectHealth } from '#shared/work/project-health.ts'

const TODAY = '2026-06-15'
const project = {
  status: 'in_progress',
  archived_at: null,
  start_date: '2026-06-01',
  delivery_date: '2026-06-29',
  progress: 45,
} as const
const hours = { kind: 'hours', amount: 600 } as const

test('a project is on track while progress keeps up with the calendar', () => {
  expect(projectHealth(project, TODAY, null)).toEqual({
    state: 'on_track',
    reason: '45% done, 14 days left',
  })
  expect(projectHealth({ ...project, progress: 30 }, TODAY, null)?.state).toBe('on_track')
  expect(projectHealth({ ...project, progress: 29 }, TODAY, null)).toEqual({
    state: 'at_risk',
    reason: '50% of the time has passed, 29% done',
  })
  expect(projectHealth({ ...project, delivery_date: TODAY, progress: 95 }, TODAY, null)?.reason).toBe(
    '95% done, due today',
  )
})

test('a project without dates starts and ends on its first day with no time elapsed', () => {
  const undated = { ...project, start_date: TODAY, delivery_date: TODAY, progress: 0 }
  expect(projectHealth(undated, TODAY, null)).toEqual({ state: 'on_track', reason: '0% done, due today' })
  const unestimated = { budget: null, used_percent: 0, warning: 'none' } as const
  expect(projectHealth(undated, TODAY, unestimated)?.state).toBe('on_track')
})

test("the last day still counts, in the viewer's time zone", () => {
  const due = { ...project, delivery_date: TODAY, progress: 90 }
  const stateAt = (instant: string, zone: string) =>
    projectHealth(due, dateInZone(new Date(instant), zone), null)?.state
  expect(stateAt('2026-06-16T02:00:00.000Z', 'America/Los_Angeles')).toBe('on_track')
  expect(stateAt('2026-06-16T02:00:00.000Z', 'UTC')).toBe('late')
  expect(stateAt('2026-06-15T11:00:00.000Z', 'Pacific/Kiritimati')).toBe('late')
  expect(stateAt('2026-06-16T10:59:00.000Z', 'Pacific/Pago_Pago')).toBe('on_track')
})

test("before its first day it hasn't started", () => {
  expect(projectHealth(project, '2026-05-31', null)).toEqual({
    state: 'not_started',
    reason: 'starts in 1 day',
  })
})

test('past its end it is late, regardless of anything else', () => {
  const over = { budget: hours, used_percent: 120, warning: 'over' } as const
  expect(projectHealth({ ...project, delivery_date: '2026-06-14' }, TODAY, over)).toEqual({
    state: 'late',
    reason: '1 day overdue, 45% done',
  })
})

test('the time budget counts for those who can see it', () => {
  const over = { budget: hours, used_percent: 104, warning: 'over' } as const
  expect(projectHealth(project, TODAY, over)?.reason).toBe('104% of the time budget used, 45% done')
  const near = { budget: hours, used_percent: 85, warning: 'near' } as const
  expect(projectHealth(project, TODAY, near)?.state).toBe('at_risk')
  expect(projectHealth({ ...project, progress: 90 }, TODAY, near)?.state).toBe('on_track')
})

test('finished projects have no health', () => {
  expect(projectHealth({ ...project, status: 'completed' }, TODAY, null)).toBeNull()
  expect(projectHealth({ ...project, archived_at: '2026-06-02T10:00:00.000Z' }, TODAY, null)).toBeNull()
})

test('the elapsed share is an integer from 0 to 100, for any order of dates', () => {
  const date = fc
    .integer({ min: 0, max: 20_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(date, date, date, date, (start_date, delivery_date, one, other) => {
      const dates = { start_date, delivery_date }
      const [earlier, later] = one < other ? [one, other] : [other, one]
      const [before, after] = [elapsedPercent(dates, earlier), elapsedPercent(dates, later)]
      expect(before).toBeGreaterThanOrEqual(0)
      expect(after).toBeLessThanOrEqual(100)
      expect(before).toBeLessThanOrEqual(after)
      expect(Number.isInteger(before)).toBe(true)
      expect(overdueDays(dates, later) > 0).toBe(later > delivery_date)
      const left = daysLeft({ ...dates, status: 'review', archived_at: null }, later)
      expect(left?.late).toBe(later > delivery_date)
    }),
  )
})
