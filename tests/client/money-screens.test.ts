import { expect, test } from 'vitest'
import { changeOf, everyMonth, lastYear, periodOf } from '#client/features/finance/period.ts'
import {
  emptyContent,
  emptyLine,
  inCurrency,
  NO_TAX,
  totalsOf,
} from '#client/features/invoices/form/invoice-values.ts'

const NO_DATES = { from: null, to: null }

test.each([
  ['today', '2026-03-31', '2026-03-31', '2026-03-31'],
  ['last-30-days', '2026-03-31', '2026-03-02', '2026-03-31'],
  ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['year', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['all', '2026-03-31', null, null],
] as const)('%s on %s runs from %s to %s', (name, today, from, to) => {
  expect(periodOf(name, today, NO_DATES)).toEqual({ from, to })
})

test('a custom period typed the wrong way round is turned', () => {
  const custom = { from: '2026-03-10', to: '2026-03-01' }
  expect(periodOf('custom', '2026-03-31', custom)).toEqual({ from: '2026-03-01', to: '2026-03-10' })
  expect(periodOf('custom', '2026-03-31', { from: '2026-03-10', to: null })).toEqual({
    from: '2026-03-10',
    to: null,
  })
})

test('the last twelve months begin with the first of a month', () => {
  expect(lastYear('2026-03-31')).toEqual({ from: '2025-04-01', to: '2026-03-31' })
})

test('a change is a percentage of what was there before', () => {
  expect(changeOf(11_500, 10_000)).toBe('+15.0%')
  expect(changeOf(5000, 10_000)).toBe('-50.0%')
  expect(changeOf(-5000, -10_000)).toBe('+50.0%')
  expect(changeOf(100, 0)).toBeNull()
})

const content = (rate: number | null, quantity: number | string = 2) => ({
  ...emptyContent({ currency: 'USD', tax: NO_TAX }),
  items: [{ ...emptyLine({ tax_rate_id: null, tax_bps: 1900 }), description: 'Hours', quantity, rate }],
})

test('the totals of a half-typed invoice count what is an amount', () => {
  expect(totalsOf(content(10_000))).toMatchObject({ subtotal: 20_000, tax: 3800, total: 23_800 })
  expect(totalsOf(content(null))).toMatchObject({ total: 0 })
  expect(totalsOf(content(10_000, ''))).toMatchObject({ total: 0 })
})

test('another currency keeps the amounts people read', () => {
  const yen = inCurrency({ ...content(10_000), discount: { type: 'amount', value: 500 } }, 'JPY')
  expect(yen).toMatchObject({ currency: 'JPY', discount: { value: 5 }, items: [{ rate: 100 }] })
  expect(inCurrency(yen, 'KWD').items[0]?.rate).toBe(100_000)
})

test('another currency forgets the exchange rate typed for the one before', () => {
  expect(inCurrency({ ...content(10_000), booking_rate: '0.92' }, 'JPY').booking_rate).toBe('')
  expect(inCurrency(content(10_000), 'JPY')).not.toHaveProperty('booking_rate')
})

test('the chart has every month of its period, also those in which nothing moved', () => {
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
