import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BillableRow, toInvoiceLines, useBudget, valueTime } from '#server/time/timesheets/rules.ts'
import { lockOf, toStretch } from '#server/time/work-log/rules.ts'
import { calculateTotals, fromThousandths } from '#shared/base/amounts/money.ts'
import { toMoneyLine } from '#shared/money/invoices/lines/line-time.ts'
import { INVOICE_GROUPINGS } from '#shared/time/timesheets.ts'

const entry = (own: Partial<BillableRow> = {}): BillableRow => ({
  id: 'entry',
  duration_seconds: 3600,
  billing_rate: 9000,
  user_id: 'user',
  user_name: 'Ada',
  project_id: 'site',
  project_name: 'Site',
  project_rate: null,
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

  test('bill time of a project whose rate is 0 free of charge', () => {
    const lines = toInvoiceLines([entry({ billing_rate: 0, project_rate: 0 })], 'one', 5000)
    expect(lines).toMatchObject([{ rate: 0, amount: 0, rate_missing: false }])
  })

  test('keep different rates apart and combine equal ones', () => {
    const lines = toInvoiceLines([entry(), entry({ billing_rate: 8000 }), entry()], 'one')
    expect(lines.map((line) => line.quantity)).toEqual([2000, 1000])
  })

  test("name the project if there is more than one and the line doesn't", () => {
    const other = entry({ project_id: 'app', project_name: 'App' })
    const words = (rows: BillableRow[], grouping: 'task' | 'one') =>
      toInvoiceLines(rows, grouping).map((line) => line.description)
    expect(words([entry()], 'one')).toEqual(['Hours worked'])
    expect(words([entry(), other], 'one')).toEqual(['Site: Hours worked', 'App: Hours worked'])
    expect(words([entry(), other], 'task')).toEqual(['Site: General work', 'App: General work'])
  })
})

const UNBILLED = { billed_elsewhere: 0, task_id: null, invoice_id: null, invoice_line_id: null }

const recorded = fc.array(
  fc.record({
    duration_seconds: fc.integer({ min: 1, max: 86_400 }),
    billing_rate: fc.constantFrom(9000, 8500, 33_33, 1),
    task_id: fc.constantFrom(null, 'layout', 'fonts'),
    user_id: fc.constantFrom('ada', 'emma'),
  }),
  { minLength: 1, maxLength: 12 },
)

test("a project's figure is the sum of the lines, before and after its time is billed", () => {
  fc.assert(
    fc.property(recorded, fc.constantFrom(...INVOICE_GROUPINGS), (given, grouping) => {
      const entries = given.map((own, index) => entry({ ...own, id: String(index) }))
      const billed = toInvoiceLines(entries, grouping).map((line, index) => ({
        ...line,
        id: `line ${index}`,
      }))
      const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0)
      const rowsOf = (links: (id: string) => Partial<typeof UNBILLED> | Record<string, string>) =>
        entries.map(({ duration_seconds: seconds, billing_rate, id, task_id }) => ({
          ...UNBILLED,
          ...{ seconds, billing_rate, task_id, billable: 1 },
          ...links(id),
        }))
      expect(valueTime(rowsOf(() => ({}))).unbilled).toBe(sum(toInvoiceLines(entries, 'task')))
      const onInvoice = rowsOf((id) => ({
        invoice_id: 'invoice',
        invoice_line_id: billed.find(({ entry_ids }) => entry_ids.includes(id))?.id ?? '',
      }))
      expect(valueTime(onInvoice)).toMatchObject({ value: sum(billed), unbilled: 0 })
      // The document computes the same amounts from what it stores.
      const items = billed.map(({ quantity, seconds, rate }) =>
        toMoneyLine({ quantity: fromThousandths(quantity), seconds, unit: 'hour', rate, tax_bps: 0 }),
      )
      expect(calculateTotals(items, { type: 'none', value: 0 }).total).toBe(sum(billed))
    }),
  )
})

test('the value of time counts billable hours, those billed elsewhere, and those not invoiced yet', () => {
  const hour = { ...UNBILLED, seconds: 3600, billable: 1, billing_rate: 9000 }
  const own = { ...hour, billable: 0 }
  const value = valueTime([hour, { ...hour, invoice_id: 'invoice' }, own, { ...own, billed_elsewhere: 1 }])
  expect(value).toEqual({
    total_seconds: 14_400,
    billable_seconds: 7200,
    value: 27_000,
    unbilled: 9000,
  })
})

test('a budget warns at 80 % and is exceeded at 100 %', () => {
  const used = (minutes: number) => {
    const hours = { ...UNBILLED, seconds: minutes * 60, billable: 0, billing_rate: 0 }
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
    expect(between('2026-03-10T09:00', '2026-03-11T09:00').duration_seconds).toBe(86_400)
    expect(() => between('2026-03-10T09:00', '2026-03-11T09:01')).toThrow('at most 24 hours')
  })

  test('ends on the next day if its end is earlier than its start, but not if they are equal', () => {
    expect(between('2026-03-10T22:00', '2026-03-10T02:00').duration_seconds).toBe(14_400)
    expect(() => between('2026-03-10T09:00', '2026-03-10T09:00')).toThrow('The end must be after the start.')
  })

  test('is limited to the length of its day', () => {
    expect(lasting('2026-03-10', 24)).toMatchObject({ started_at: '2026-03-09T23:00:00.000Z' })
    // The clocks go forward: that day has 23 hours.
    expect(lasting('2026-03-29', 23).duration_seconds).toBe(82_800)
    expect(() => lasting('2026-03-29', 24)).toThrow('exceeds the length of that day')
    // They go back: 25 hours, whether typed as a duration or from midnight to midnight.
    expect(lasting('2026-10-25', 25).duration_seconds).toBe(90_000)
    expect(() => lasting('2026-10-25', 25.5)).toThrow('exceeds the length of that day')
    expect(between('2026-10-25T00:00', '2026-10-26T00:00').duration_seconds).toBe(90_000)
    expect(() => between('2026-10-25T00:00', '2026-10-26T00:01')).toThrow('at most 24 hours')
    expect(between('2026-03-29T00:00', '2026-03-30T00:00').duration_seconds).toBe(82_800)
    expect(between('2026-03-28T09:00', '2026-03-29T10:00').duration_seconds).toBe(86_400)
  })
})
