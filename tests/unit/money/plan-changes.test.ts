import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addInterval, changeBill, takeCredit } from '#shared/money/plans/packages.ts'

const START = new Date('2026-03-04T10:00:00.000Z')
const END = addInterval(START, 'month')
const price = fc.integer({ min: 0, max: 1_000_000 })
const interval = fc.constantFrom('month' as const, 'year' as const)
const moment = fc.integer({ min: 0, max: (END.getTime() - START.getTime()) / 1000 })
const credit = fc.integer({ min: 0, max: 1_000_000 })

test('a change loses no cent: charge less refund equals bill less credit', () => {
  fc.assert(
    fc.property(price, price, interval, moment, credit, (old, next, billing, seconds, balance) => {
      const at = new Date(START.getTime() + 1000 * seconds)
      const running = { price: old, interval: 'month' as const, start: START, end: END, balance }
      const bill = changeBill(running, { price: next, interval: billing }, at)
      const total = bill.lines.reduce((sum, line) => sum + line.amount, 0)
      expect(bill.due - bill.balance).toBe(total - balance)
      expect(Math.min(bill.due, bill.balance)).toBe(0)
      const period = billing === 'month' ? [START, END] : [at, addInterval(at, 'year')]
      expect([bill.start, bill.end]).toEqual(period)
    }),
  )
})

test('a period is fully credited at its start and not at its end', () => {
  fc.assert(
    fc.property(price, price, (old, next) => {
      const running = { price: old, interval: 'month' as const, start: START, end: END, balance: 0 }
      const amounts = (at: Date) =>
        changeBill(running, { price: next, interval: 'month' }, at).lines.map(({ amount }) => amount)
      expect(amounts(START)).toEqual([-old || 0, next])
      expect(amounts(END)).toEqual([0, 0])
    }),
  )
})

test('changing back at the same moment costs nothing', () => {
  fc.assert(
    fc.property(price, price, moment, (old, next, seconds) => {
      const at = new Date(START.getTime() + 1000 * seconds)
      const period = { interval: 'month' as const, start: START, end: END }
      const there = changeBill({ ...period, price: old, balance: 0 }, { ...period, price: next }, at)
      const back = changeBill(
        { ...period, price: next, balance: there.balance },
        { ...period, price: old },
        at,
      )
      expect(there.due + back.due).toBe(there.due > 0 ? there.due : 0)
      expect(back.balance).toBe(there.due)
    }),
  )
})

test('credit is used first and at most once', () => {
  expect(takeCredit(2900, 1000)).toEqual({ due: 1900, balance: 0 })
  expect(takeCredit(2900, 5000)).toEqual({ due: 0, balance: 2100 })
  expect(takeCredit(-500, 100)).toEqual({ due: 0, balance: 600 })
})
