import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartScale } from '#client/features/money/ledger/months/chart-scale.ts'

test('places axis lines at round numbers around the values', () => {
  expect(chartScale([0, 830, 412]).ticks).toEqual([0, 250, 500, 750, 1000])
  expect(chartScale([-120, 300]).ticks).toEqual([-200, 0, 200, 400])
  expect(chartScale([]).ticks).toEqual([0, 0.25])
})

test('keeps every value within the chart, with zero on a line', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 24 }), (values) => {
      const { place, ticks } = chartScale(values)
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(7)
      for (const value of [0, ...values]) {
        expect(place(value)).toBeGreaterThanOrEqual(-1e-9)
        expect(place(value)).toBeLessThanOrEqual(1 + 1e-9)
      }
    }),
  )
})
