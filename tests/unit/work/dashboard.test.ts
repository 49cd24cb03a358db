import { expect, test } from 'vitest'
import {
  comparedDays,
  comparedPeriod,
  countFigure,
  growth,
  percentFigure,
} from '#server/overview/dashboard/rules.ts'

test('growth is in percent with one decimal', () => {
  expect(growth(37_950, 33_000)).toBe(15)
  expect(growth(4_800, 4_500)).toBe(6.7)
  expect(growth(0, 100)).toBe(-100)
})

test('there is no growth from zero', () => {
  expect(growth(100, 0)).toBeNull()
  expect(percentFigure(100, 0)).toEqual({ value: 100, change: null })
})

test('a count changes by a count', () => {
  expect(countFigure(24, 20)).toEqual({ value: 24, change: { amount: 4, unit: 'count' } })
})

test('a 30-day span adjoins the previous one without a gap', () => {
  const now = new Date('2026-03-31T10:00:00Z')
  const period = comparedPeriod(now)
  expect(period.to.getTime() - period.from.getTime()).toBe(30 * 86_400_000)
  expect(now < period.to).toBe(true)
  expect(comparedPeriod(now, 1).to).toEqual(period.from)
})

test('the spans have 30 days each, none of them in both', () => {
  expect(comparedDays('2026-03-31')).toEqual({ from: '2026-03-02', to: '2026-03-31' })
  expect(comparedDays('2026-03-31', 1)).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})
