import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedTaskFields,
  dueRange,
  movedStart,
  nextDueDate,
  positionBetween,
  startBefore,
  wouldWaitForItself,
} from '#server/work/tasks/rules.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { type TaskDto, taskProgress } from '#shared/work/tasks.ts'

const date = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

describe('the next due date', () => {
  test('is after the last one and after today', () => {
    fc.assert(
      fc.property(fc.constantFrom('daily', 'weekly', 'monthly'), date, date, (rhythm, due, today) => {
        const next = nextDueDate(rhythm, due, today)
        expect(next > due && next > today).toBe(true)
      }),
    )
  })

  test('keeps the interval without skipping a date', () => {
    fc.assert(
      fc.property(fc.constantFrom('daily', 'weekly'), date, date, (rhythm, due, today) => {
        const step = rhythm === 'daily' ? 1 : 7
        const next = nextDueDate(rhythm, due, today)
        expect(daysBetween(due, next) % step).toBe(0)
        const before = shiftDate(next, -step)
        expect(before <= due || before <= today).toBe(true)
      }),
    )
  })

  test('of a monthly task is its day of the month, or the last day of a shorter one', () => {
    fc.assert(
      fc.property(date, date, fc.integer({ min: 1, max: 31 }), (due, today, day) => {
        const next = nextDueDate('monthly', due, today, day)
        const isLastDay = shiftDate(next, 1).endsWith('-01')
        const dayOfNext = Number(next.slice(8))
        expect(dayOfNext === day || (isLastDay && dayOfNext < day)).toBe(true)
      }),
    )
  })

  test.for([
    ['daily', '2026-03-04', '2026-03-04', '2026-03-05'],
    ['daily', '2026-03-01', '2026-03-04', '2026-03-05'],
    ['daily', '2026-03-09', '2026-03-04', '2026-03-10'],
    ['weekly', '2026-02-20', '2026-03-06', '2026-03-13'],
    ['monthly', '2026-01-31', '2026-01-31', '2026-02-28'],
    ['monthly', '2027-12-15', '2027-12-15', '2028-01-15'],
  ] as const)('%s, due %s and done on %s: %s', ([rhythm, due, today, next]) => {
    expect(nextDueDate(rhythm, due, today)).toBe(next)
  })
})

describe('the start date', () => {
  const start = fc.option(date)
  test('of the next task is as long before its due date', () => {
    fc.assert(
      fc.property(start, date, date, (start_date, due_date, next) => {
        const moved = movedStart({ start_date, due_date }, next)
        if (start_date === null) expect(moved).toBe(null)
        else expect(daysBetween(moved ?? '', next)).toBe(Math.max(0, daysBetween(start_date, due_date)))
      }),
    )
  })

  test('moves with a due date only if it would be after it', () => {
    fc.assert(
      fc.property(start, start, start, (start_date, due_date, due) => {
        const moved = startBefore(due, { start_date, due_date })
        if (start_date === null || due === null || start_date <= due) expect(moved).toBe(start_date)
        else expect(moved !== null && moved <= due).toBe(true)
      }),
    )
  })
})

test('due filters include whole days at both ends', () => {
  expect(dueRange('today', '2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-01' })
  expect(dueRange('week', '2026-02-26')).toMatchObject({ from: '2026-02-26', to: '2026-03-04' })
  expect(dueRange('overdue', '2026-03-01')).toMatchObject({ to: '2026-02-28', openOnly: true })
  expect(dueRange('none', '2026-03-01')).toBe('undated')
})

test('a position is strictly between its neighbors, or there is none', () => {
  const position = fc.option(fc.integer({ min: -1e9, max: 1e9 }), { nil: undefined })
  fc.assert(
    fc.property(position, position, (a, b) => {
      const [previous, next] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]
      const between = positionBetween(previous, next)
      if (between === null) {
        expect((next ?? 0) - (previous ?? 0)).toBeLessThanOrEqual(1)
      } else {
        expect(between > (previous ?? -Infinity) && between < (next ?? Infinity)).toBe(true)
      }
    }),
  )
})

test('a cycle of blocking tasks is found at any length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (length) => {
      const chain = Array.from({ length }, (_, index) => `t${index}`)
      const waitsFor = new Map(chain.map((id, index) => [id, chain.slice(index + 1, index + 2)]))
      const first = chain[0] ?? ''
      const last = chain.at(-1) ?? ''
      expect(wouldWaitForItself(last, [first], waitsFor)).toBe(true)
      expect(wouldWaitForItself('new', [first], waitsFor)).toBe(false)
    }),
  )
})

test('progress is the share of done subtasks, otherwise derived from the status', () => {
  const progress = (status: TaskDto['status'], ...completed: boolean[]) =>
    taskProgress({ status, subtasks: completed.map((done) => ({ completed: done })) })
  expect(progress('in_progress', true, true, false, false, false)).toBe(40)
  expect([progress('todo'), progress('in_progress'), progress('review'), progress('done')]).toEqual([
    0, 50, 0, 100,
  ])
})

test('a conflict lists only differences, as displayed', () => {
  const current = {
    title: 'Logo',
    description: null,
    project_id: 'p1',
    project: { name: 'Website', unique_id: 'PRJ-1' },
    priority: 'high',
    status: 'review',
    assigned_to_id: 'e1',
    assignee: { name: 'Emma' },
    start_date: '2026-03-02',
    due_date: null,
    estimated_hours: 1.5,
    recurrence: null,
    subtasks: [{ id: 's1', title: 'Draft', completed: true }],
  } as unknown as TaskDto
  const edit = {
    ...current,
    title: 'Sign',
    assigned_to_id: null,
    start_date: null,
    subtasks: [{ title: 'Draft', completed: false }],
  }
  expect(changedTaskFields(current, edit)).toEqual({
    title: 'Logo',
    assigned_to_id: 'Emma',
    start_date: '2026-03-02',
    subtasks: '☑ Draft',
  })
})
