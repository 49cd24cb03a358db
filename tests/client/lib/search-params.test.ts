import { describe, expect, test } from 'vitest'
import { paymentsSearch } from '#client/features/money/payments-search.ts'
import { packagesSearch } from '#client/features/money/plans/packages-search.ts'
import { agenciesSearch } from '#client/features/overview/platform/agencies/agencies-search.ts'
import { workLogSearch } from '#client/features/time/work-log/work-log-search.ts'
import { projectSearch } from '#client/features/work/projects/project/project-search.ts'
import { quickTaskSearch } from '#client/features/work/quick-tasks/quick-task-search.ts'
import { taskSearch } from '#client/features/work/tasks/task/task-search.ts'
import {
  clock,
  date,
  flag,
  id,
  instant,
  oneOf,
  pageNumber,
  searchOf,
  text,
} from '#client/lib/search-params.ts'
import { links } from '#shared/base/links.ts'
import { PAYMENT_STATUSES } from '#shared/money/payments/payments.ts'
import { PAYOUT_STATUSES } from '#shared/money/payouts.ts'
import { PLAN_KINDS } from '#shared/money/plans/packages.ts'
import { AGENCY_SORTS } from '#shared/overview/agencies.ts'
import { TIMESHEET_STATUSES } from '#shared/time/timesheets.ts'
import { FILE_KINDS } from '#shared/work/files.ts'
import { PROJECT_STATUSES } from '#shared/work/projects.ts'
import { QUICK_TASK_VIEWS } from '#shared/work/quick-tasks.ts'
import { TASK_DUE_FILTERS, TASK_STATUSES } from '#shared/work/tasks.ts'

const ID = '0195f0a4-8b1c-7d3e-9a2b-1c2d3e4f5a6b'

test.each([
  [text, 2026, '2026'],
  [text, { a: 1 }, ''],
  [flag, true, true],
  [flag, 1, true],
  [flag, 'false', false],
  [pageNumber, '3', 3],
  [pageNumber, -2, 1],
  [pageNumber, 'x', 1],
  [id, ID, ID],
  [id, `${ID}'`, null],
  [id, [ID], null],
  [date, '2026-02-28', '2026-02-28'],
  [date, '2026-02-31', null],
  [date, '2026-13-01', null],
  [instant, '2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z'],
  [instant, '2026-03-01', null],
  [clock, '09:30', '09:30'],
  [clock, '29:30', null],
])('%o parses %o as %o', (param, raw, value) => {
  expect(param(raw)).toBe(value)
})

describe('an enumerated parameter', () => {
  const status = oneOf(['planning', 'in_progress', 'quick-pay'])

  test('accepts a hyphen for an underscore', () => {
    expect(status('in_progress')).toBe('in_progress')
    expect(status('in-progress')).toBe('in_progress')
    expect(status('quick-pay')).toBe('quick-pay')
    expect(projectSearch.read({ status: 'in-progress' }).status).toBe('in_progress')
  })

  test('falls back to the default', () => {
    expect(status('quick_pay')).toBeNull()
    expect(oneOf(['cards', 'list'], 'cards')('table')).toBe('cards')
  })
})

test('removes defaults and malformed values from the URL', () => {
  const search = searchOf({ search: text, open: flag, view: oneOf(['cards', 'list'], 'cards'), task: id })
  const raw = { search: 'logo', open: 'maybe', view: 'cards', task: 'x', from: 'a newsletter' }
  expect(search.read(raw)).toEqual({ search: 'logo', open: false, view: 'cards', task: null })
  expect(search.validate(raw)).toStrictEqual({
    search: 'logo',
    open: undefined,
    view: undefined,
    task: undefined,
  })
})

// Search parameters are parsed before the schemas load, so their values are repeated here.
test.each([
  [taskSearch.params.status, TASK_STATUSES],
  [taskSearch.params.due, TASK_DUE_FILTERS],
  [projectSearch.params.status, PROJECT_STATUSES],
  [projectSearch.params.files, FILE_KINDS],
  [agenciesSearch.params.sort, AGENCY_SORTS],
  [packagesSearch.params.kind, PLAN_KINDS],
  [paymentsSearch.params.payment, PAYMENT_STATUSES],
  [paymentsSearch.params.payout, PAYOUT_STATUSES],
  [quickTaskSearch.params.view, QUICK_TASK_VIEWS],
  [workLogSearch.params.status, TIMESHEET_STATUSES],
])('%o accepts every value of %o', (param, words) => {
  for (const word of words) expect(param(word)).toBe(word)
})

test('uses the same URL for a record in emails and in links', () => {
  expect(links.message('p1', 'm1')).toBe('/messages?project=p1&message=m1')
  expect(links.task('t1')).toBe('/tasks?task=t1')
})
