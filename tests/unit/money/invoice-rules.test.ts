import { describe, expect, test } from 'vitest'
import { creditParts, lateFeesDue, statusAfterMovement } from '#server/money/invoices/rules.ts'
import { previousPeriod } from '#server/money/ledger/rules.ts'
import { calculateTotals } from '#shared/base/amounts/money.ts'
import { installmentsOf, owedBefore } from '#shared/money/invoices/installments.ts'
import { creditedInFull, creditLineParts, leftOfLines } from '#shared/money/invoices/lines/line-credit.ts'

const rate = { tax_bps: 1900, tax_name: 'VAT', tax_category: 'standard' as const, tax_note: null }

test('an invoice is overdue from the day after it is due', () => {
  const owed = { total: 100, amount_paid: 40, amount_credited: 0, amount_applied: 0, amount_written_off: 0 }
  expect(statusAfterMovement(owed, '2026-03-10', '2026-03-10')).toBe('sent')
  expect(statusAfterMovement(owed, '2026-03-10', '2026-03-11')).toBe('overdue')
  expect(statusAfterMovement({ ...owed, amount_paid: 100 }, '2026-03-10', '2026-03-11')).toBe('paid')
})

test('late fees are due monthly up to a maximum, from the day the rule was enabled', () => {
  const sent = { issued_on: '2026-01-01', open_since: '2026-01-01' }
  const late = { ...sent, due_on: '2026-01-10', grace_days: 5, max_fees: 2, since: '2026-01-01' }
  expect(lateFeesDue(late, '2026-01-14')).toEqual([])
  expect(lateFeesDue(late, '2026-12-31')).toEqual(['2026-01-15', '2026-02-15'])
  expect(lateFeesDue({ ...late, since: '2026-02-15' }, '2026-12-31')).toEqual(['2026-02-15', '2026-03-15'])
})

test('a credit covers at most what is left of an invoice', () => {
  const lines = [{ ...rate, net: 10_000, tax: 1900 }]
  expect(creditParts(lines, [], 11_900)).toMatchObject([{ net: 10_000, tax: 1900 }])
  expect(creditParts(lines, [], 11_901)).toBeNull()
})

test('a line credit covers at most its quantity', () => {
  const line = {
    ...rate,
    position: 0,
    description: 'Work',
    quantity: 2000,
    unit: null,
    net: 10_000,
    tax: 1900,
  }
  const credit = (quantity: number) =>
    creditLineParts(leftOfLines([line], []), [{ position: 0, quantity }], { pricesIncludeTax: false })
  expect(credit(2)).toMatchObject([{ net: 10_000, tax: 1900 }])
  expect(credit(1)).toMatchObject([{ net: 5000, tax: 950 }])
  expect(credit(3)).toBeNull()
})

test('a line is credited in full by credit notes alone, not by what advance invoices settled', () => {
  const line = (position: number, net: number, deducted_invoice_id: string | null = null) => ({
    ...rate,
    position,
    description: 'Work',
    quantity: 1000,
    unit: null,
    deducted_invoice_id,
    net,
    tax: (net * 19) / 100,
  })
  const credit = (net: number, credited_position: number | null) => ({
    ...line(0, net),
    credited_position,
    credited_quantity: null,
  })
  const lines = [line(0, 10_000), line(1, 4000), line(2, 0)]
  expect(creditedInFull(lines, [])).toEqual([])
  expect(creditedInFull(lines, [credit(9900, 0)])).toEqual([])
  expect(creditedInFull(lines, [credit(9900, 0), credit(100, 0)])).toEqual([0])
  expect(creditedInFull(lines, [credit(14_000, null)])).toEqual([0, 1])
  const final = [line(0, 10_000), line(1, -6000, 'advance')]
  expect(creditedInFull([line(0, 10_000), line(1, -10_000, 'advance')], [])).toEqual([])
  expect(creditedInFull(final, [credit(4000, 0)])).toEqual([])
})

test('an installment is overdue from the day after it is due', () => {
  const plan = installmentsOf(['2026-03-10', '2026-04-10'], { total: 100, settled: 20 })
  expect(owedBefore(plan, '2026-03-10')).toBe(0)
  expect(owedBefore(plan, '2026-03-11')).toBe(30)
  expect(owedBefore(plan, '2026-04-11')).toBe(80)
})

test('what is due beyond the total, after a refund of more, is due with the first installment', () => {
  const dates = ['2026-03-10', '2026-04-10']
  const plan = installmentsOf(dates, { total: 100, settled: -50 })
  expect(plan.map(({ amount, open }) => [amount, open])).toEqual([
    [50, 100],
    [50, 50],
  ])
})

describe('totals', () => {
  const line = { quantity: 1000, rate: 10_000, tax_bps: 1900 }
  const totals = (discount: Parameters<typeof calculateTotals>[1], own = {}, prices = {}) =>
    calculateTotals([{ ...line, ...own }], discount, prices)

  test("subtract a line's own discount before tax", () => {
    expect(totals({ type: 'none', value: 0 }, { discount_bps: 1000 })).toMatchObject({
      subtotal: 9000,
      tax: 1710,
      total: 10_710,
    })
  })

  test('are never negative, however large the discount', () => {
    expect(totals({ type: 'amount', value: 20_000 })).toMatchObject({ discount: 10_000, total: 0 })
    expect(totals({ type: 'percent', value: 20_000 })).toMatchObject({ discount: 10_000, total: 0 })
  })

  test('extract the tax from tax-inclusive prices', () => {
    expect(totals({ type: 'none', value: 0 }, { rate: 11_900 }, { pricesIncludeTax: true })).toMatchObject({
      tax: 1900,
      total: 11_900,
    })
  })
})

test('a period is compared with the previous one of the same length', () => {
  expect(previousPeriod({ from: '2026-03-10', to: '2026-03-19' })).toEqual({
    from: '2026-02-28',
    to: '2026-03-09',
  })
  expect(previousPeriod({ from: '2026-02-01', to: '2026-02-28' })).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  })
})
