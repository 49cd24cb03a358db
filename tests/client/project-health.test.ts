import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectHealth } from '#client/features/projects/project/health.ts'
import { daysLeft, elapsedPercent, overdueDays } from '#client/features/projects/project/timeline.ts'

const TODAY = '2026-06-15'
const project = {
  status: 'in_progress',
  archived_at: null,
  start_date: '2026-06-01',
  delivery_date: '2026-06-29',
  progress: 45,
} as const
const hours = { kind: 'hours', amount: 600 } as const

test('a project is on track while the work keeps up with the calendar', () => {
  expect(projectHealth(project, TODAY, null)).toEqual({
    state: 'good',
    label: 'On track',
    reason: '45% done, 14 days left',
  })
  expect(projectHealth({ ...project, progress: 30 }, TODAY, null)?.label).toBe('On track')
  expect(projectHealth({ ...project, progress: 29 }, TODAY, null)).toEqual({
    state: 'risk',
    label: 'At risk',
    reason: '50% of the time gone, 29% done',
  })
  expect(projectHealth({ ...project, delivery_date: TODAY, progress: 95 }, TODAY, null)?.reason).toBe(
    '95% done, due today',
  )
})

test('past its end it is late, whatever else is true', () => {
  const over = { budget: hours, used_percent: 120, warning: 'over' } as const
  expect(projectHealth({ ...project, delivery_date: '2026-06-14' }, TODAY, over)).toEqual({
    state: 'late',
    label: 'Late',
    reason: '1 day past its end, 45% done',
  })
})

test('the time budget counts for those who see it', () => {
  const over = { budget: hours, used_percent: 104, warning: 'over' } as const
  expect(projectHealth(project, TODAY, over)?.reason).toBe('104% of the time budget used, 45% done')
  const near = { budget: hours, used_percent: 85, warning: 'near' } as const
  expect(projectHealth(project, TODAY, near)?.label).toBe('At risk')
  expect(projectHealth({ ...project, progress: 90 }, TODAY, near)?.label).toBe('On track')
})

test('what is over has no health', () => {
  expect(projectHealth({ ...project, status: 'completed' }, TODAY, null)).toBeNull()
  expect(projectHealth({ ...project, archived_at: '2026-06-02T10:00:00.000Z' }, TODAY, null)).toBeNull()
})

test('the share of time grows from 0 to 100 and is whole, in whatever order the dates are', () => {
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
