import { expect, test } from 'vitest'
import { timelineOf } from '#client/features/money/invoices/timeline/timeline-steps.ts'

type Invoice = Parameters<typeof timelineOf>[0]

const DRAFT: Invoice = {
  kind: 'invoice',
  status: 'draft',
  manageable: true,
  created_at: '2026-03-01T10:00:00.000Z',
  issued_on: null,
  sent_at: null,
  viewed_at: null,
  paid_at: null,
  due_next: '2026-04-03',
  amount: 100_00,
  amount_due: 100_00,
  amount_paid: 0,
  amount_applied: 0,
  amount_credited: 0,
  amount_written_off: 0,
  written_off_on: null,
  currency: 'USD',
  receipts: [],
}

const ZONES = { zone: 'UTC', booksZone: 'UTC' }
const stepsOf = (changes: Partial<Invoice>) =>
  timelineOf({ ...DRAFT, ...changes }, ZONES).map(({ label, when, state }) => `${label}: ${when} (${state})`)
const SENT = {
  status: 'sent',
  issued_on: '2026-03-02',
  sent_at: '2026-03-02T10:00:00.000Z',
  viewed_at: '2026-03-03T10:00:00.000Z',
} as const
const paidOn = (day: string, amount: number) => ({
  payment_id: day,
  number: `R-${day}`,
  paid_at: `${day}T10:00:00.000Z`,
  paid_on: day,
  amount,
})

test('shows sent, viewed and paid as open steps of a draft', () => {
  expect(stepsOf({})).toEqual([
    'Draft: Mar 01, 2026 (done)',
    'Sent: Not yet (open)',
    'Viewed: Not yet (open)',
    'Payment: Due Apr 03, 2026 (open)',
  ])
})

test('adds a step for each part payment; the last one marks it paid', () => {
  const receipts = [paidOn('2026-03-05', 40_00), paidOn('2026-03-09', 60_00)]
  expect(stepsOf({ ...SENT, amount_due: 60_00, receipts: receipts.slice(0, 1) }).slice(3)).toEqual([
    '$40.00 paid: Mar 05, 2026 (done)',
    'Payment: Due Apr 03, 2026 (open)',
  ])
  const paid_at = '2026-03-09T10:00:00.000Z'
  const paid = { ...SENT, status: 'paid', amount_due: 0, amount_paid: 100_00, paid_at } as const
  expect(stepsOf({ ...paid, receipts }).slice(3)).toEqual([
    '$40.00 paid: Mar 05, 2026 (done)',
    'Paid: Mar 09, 2026 (done)',
  ])
})

test('shows overdue, void and written-off states; payers see steps from the issue on', () => {
  expect(stepsOf({ ...SENT, status: 'overdue' }).at(-1)).toBe('Payment: Due Apr 03, 2026 (late)')
  expect(stepsOf({ ...SENT, status: 'void' }).at(-1)).toBe('Void: null (done)')
  const lost = { status: 'paid', amount_written_off: 100_00, written_off_on: '2026-06-01' } as const
  expect(stepsOf({ ...SENT, ...lost }).at(-1)).toBe('Written off: Jun 01, 2026 (done)')
  expect(stepsOf({ ...SENT, ...lost, status: 'overdue' }).at(-1)).toBe('Payment: Due Apr 03, 2026 (late)')
  expect(stepsOf({ ...SENT, status: 'pending', manageable: false })).toEqual([
    'Issued: Mar 02, 2026 (done)',
    'Payment: Due Apr 03, 2026 (open)',
  ])
})

test('a credit note that settles an invoice is no payment and hides none', () => {
  const settled = { ...SENT, status: 'paid', amount_due: 0, paid_at: '2026-03-09T10:00:00.000Z' } as const
  expect(stepsOf({ ...settled, amount_credited: 100_00 }).slice(3)).toEqual(['Credited: Mar 09, 2026 (done)'])
  const receipts = [paidOn('2026-03-05', 40_00)]
  const partly = { ...settled, amount_paid: 40_00, amount_credited: 60_00, receipts }
  expect(stepsOf(partly).slice(3)).toEqual([
    '$40.00 paid: Mar 05, 2026 (done)',
    'Settled: Mar 09, 2026 (done)',
  ])
})

test('an invoice credited after it was paid shows the payment and its day', () => {
  const paid = { ...SENT, status: 'paid', amount_due: 0 } as const
  const receipts = [paidOn('2026-03-09', 100_00)]
  const credited = { ...paid, receipts, paid_at: '2026-03-09T10:00:00.000Z', amount_credited: 40_00 }
  const settled = (changes: Partial<Invoice>) => stepsOf({ ...credited, ...changes }).slice(3)
  const payment = '$100.00 paid: Mar 09, 2026 (done)'
  expect(settled({ amount_paid: 60_00 })).toEqual([payment, 'Settled: null (done)'])
  expect(settled({ amount_credited: 100_00 })).toEqual([payment, 'Credited: null (done)'])
})
