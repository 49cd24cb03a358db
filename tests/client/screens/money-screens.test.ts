import { expect, test } from 'vitest'
import {
  emptyContent,
  emptyLine,
  inCurrency,
  NO_TAX,
  totalsOf,
} from '#client/features/money/invoices/form/invoice-values.ts'
import { everyMonth } from '#client/features/money/ledger/months/every-month.ts'
import { changeOf, periodOf } from '#client/features/money/ledger/period.ts'
import { lastYear } from '#shared/money/ledger/periods.ts'

const NO_DATES = { from: null, to: null }

test.each([
  ['today', '2026-03-31', '2026-03-31', '2026-03-31'],
  ['last-30-days', '2026-03-31', '2026-03-02', '2026-03-31'],
  ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['year', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['all', '2026-03-31', null, null],
] as const)('%s on %s covers %s to %s', (name, today, from, to) => {
  expect(periodOf(name, today, NO_DATES)).toEqual({ from, to })
})

test('swaps the bounds of a reversed custom period', () => {
  const custom = { from: '2026-03-10', to: '2026-03-01' }
  expect(periodOf('custom', '2026-03-31', custom)).toEqual({ from: '2026-03-01', to: '2026-03-10' })
  expect(periodOf('custom', '2026-03-31', { from: '2026-03-10', to: null })).toEqual({
    from: '2026-03-10',
    to: null,
  })
})

test('starts the last twelve months on the first of a month', () => {
  expect(lastYear('2026-03-31')).toEqual({ from: '2025-04-01', to: '2026-03-31' })
})

test('calculates changes as a percentage of the earlier value', () => {
  expect(changeOf(11_500, 10_000)).toBe('+15.0%')
  expect(changeOf(5000, 10_000)).toBe('-50.0%')
  expect(changeOf(-5000, -10_000)).toBe('+50.0%')
  expect(changeOf(100, 0)).toBeNull()
})

const content = (rate: number | null, quantity: number | null = 2) => ({
  ...emptyContent({ currency: 'USD', tax: NO_TAX }),
  items: [{ ...emptyLine({ tax_rate_id: null, tax_bps: 1900 }), description: 'Hours', quantity, rate }],
})

test('ignores incomplete amounts in the totals of an unfinished invoice', () => {
  expect(totalsOf(content(10_000), 'line')).toMatchObject({ subtotal: 20_000, tax: 3800, total: 23_800 })
  expect(totalsOf(content(null), 'line')).toMatchObject({ total: 0 })
  expect(totalsOf(content(10_000, null), 'line')).toMatchObject({ total: 0 })
})

test('keeps the displayed amounts when the currency changes', () => {
  const yen = inCurrency({ ...content(10_000), discount: { type: 'amount', value: 500 } }, 'JPY')
  expect(yen).toMatchObject({ currency: 'JPY', discount: { value: 5 }, items: [{ rate: 100 }] })
  expect(inCurrency(yen, 'KWD').items[0]?.rate).toBe(100_000)
})

test('clears a manual exchange rate when the currency changes', () => {
  expect(inCurrency({ ...content(10_000), booking_rate: '0.92' }, 'JPY').booking_rate).toBe('')
  expect(inCurrency(content(10_000), 'JPY')).not.toHaveProperty('booking_rate')
})

test('includes empty months in the chart', () => {
  const rows = [
    { month: '2026-01', revenue: 5 },
    { month: '2026-03', revenue: 7 },
  ]
  expect(everyMonth({ from: '2025-12-01', to: '2026-03-02' }, rows, { revenue: 0 })).toEqual([
    { month: '2025-12', revenue: 0 },
    { month: '2026-01', revenue: 5 },
    { month: '2026-02', revenue: 0 },
    { month: '2026-03', revenue: 7 },
  ])
})
