import { describe, expect, test } from 'vitest'
import { type BillableRow, toInvoiceLines, useBudget, valueTime } from '#server/time/timesheets/rules.ts'
import { lockOf, toStretch } from '#server/time/work-log/rules.ts'

const entry = (own: Partial<BillableRow> = {}): BillableRow => ({
  id: 'entry',
  duration_seconds: 3600,
  billing_rate: 9000,
  user_id: 'user',
  user_name: 'Ada',
  project_id: 'site',
  project_name: 'Site',
  task_id: null,
  task_title: null,
  ...own,
})

describe('invoice lines for time', () => {
  test('bill a single second as the smallest amount', () => {
    expect(toInvoiceLines([entry({ duration_seconds: 1 })], 'one')).toMatchObject([{ quantity: 1 }])
  })

  test('apply the missing rate only to time without one', () => {
    const lines = toInvoiceLines([entry({ billing_rate: 0 }), entry()], 'one', 5000)
    expect(lines.map((line) => [line.rate, line.amount])).toEqual([
      [5000, 5000],
      [9000, 9000],
    ])
  })

  test('keep different rates apart and combine equal ones', () => {
    const lines = toInvoiceLines([entry(), entry({ billing_rate: 8000 }), entry()], 'one')
    expect(lines.map((line) => line.quantity)).toEqual([2000, 1000])
  })

  test("name the project if there are several and the line doesn't", () => {
    const other = entry({ project_id: 'app', project_name: 'App' })
    const words = (rows: BillableRow[], grouping: 'task' | 'one') =>
      toInvoiceLines(rows, grouping).map((line) => line.description)
    expect(words([entry()], 'one')).toEqual(['Hours worked'])
    expect(words([entry(), other], 'one')).toEqual(['Site: Hours worked', 'App: Hours worked'])
    expect(words([entry(), other], 'task')).toEqual(['Site: General work', 'App: General work'])
  })
})

test('the value of time counts billable hours, and those not invoiced yet', () => {
  const hour = { seconds: 3600, billable: 1, billing_rate: 9000, invoice_id: null }
  const value = valueTime([hour, { ...hour, invoice_id: 'invoice' }, { ...hour, billable: 0 }])
  expect(value).toEqual({
    total_seconds: 10_800,
    billable_seconds: 7200,
    value: 18_000,
    unbilled: 9000,
  })
})

test('a budget warns at 80 % and is exceeded at 100 %', () => {
  const used = (minutes: number) => {
    const hours = { seconds: minutes * 60, billable: 0, billing_rate: 0, invoice_id: null }
    return useBudget({ kind: 'hours', amount: 100 }, valueTime([hours])).warning
  }
  expect([79, 80, 99, 100].map(used)).toEqual(['none', 'near', 'near', 'over'])
})

test("the strongest reason locks an entry; approval locks only contributors' entries", () => {
  const open = { employee_id: 'ada', timesheet_status: 'approved', invoice_id: null, payout_id: null }
  expect(lockOf(open)).toBe('approved')
  expect(lockOf({ ...open, timesheet_status: 'submitted' })).toBe('submitted')
  expect(lockOf({ ...open, timesheet_status: 'rejected' })).toBeNull()
  expect(lockOf({ ...open, employee_id: null })).toBeNull()
  expect(lockOf({ ...open, employee_id: null, payout_id: 'payout' })).toBe('paid_out')
  expect(lockOf({ ...open, payout_id: 'payout', invoice_id: 'invoice' })).toBe('invoiced')
})

describe('a manual entry', () => {
  const between = (start: string, end: string) => toStretch({ kind: 'interval', start, end }, 'Europe/Berlin')
  const lasting = (date: string, hours: number) =>
    toStretch({ kind: 'duration', date, duration: hours * 3600 }, 'Europe/Berlin')

  test('covers 24 hours at most, to the same time on the next day', () => {
    expect(between('2026-03-10T09:00', '2026-03-10T09:00').duration_seconds).toBe(86_400)
    expect(() => between('2026-03-10T09:00', '2026-03-11T09:01')).toThrow('at most 24 hours')
  })

  test('is limited to the length of its day', () => {
    expect(lasting('2026-03-10', 24)).toMatchObject({ started_at: '2026-03-09T23:00:00.000Z' })
    // The clocks go forward: that day has 23 hours.
    expect(lasting('2026-03-29', 23).duration_seconds).toBe(82_800)
    expect(() => lasting('2026-03-29', 24)).toThrow('exceeds the length of that day')
  })
})
