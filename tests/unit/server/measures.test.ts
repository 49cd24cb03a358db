import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EDGES, quantileOf, Timings } from '#server/base/core/calls/measures.ts'

const seconds = fc.double({ min: 0, max: 60, noNaN: true })

test('the quantile is in the same bucket as the true one, and never above the maximum', () => {
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1, maxLength: 300 }), (times) => {
      const timings = new Timings()
      for (const time of times) timings.record('a', 200, time)
      const [timing] = timings.all()
      if (timing === undefined) throw new Error('Nothing was recorded')
      const sorted = times.toSorted((a, b) => a - b)
      const exact = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
      const index = EDGES.findIndex((edge) => exact <= edge)
      const [from, to] = [
        EDGES[index === -1 ? EDGES.length - 1 : index - 1] ?? 0,
        EDGES[index] ?? timing.slowest,
      ]
      const estimate = quantileOf(timing, 0.95)
      expect(estimate).toBeGreaterThanOrEqual(from)
      expect(estimate).toBeLessThanOrEqual(Math.min(to, timing.slowest) + 1e-9)
      expect(timing.count).toBe(times.length)
      expect(timing.buckets.reduce((sum, held) => sum + held, 0)).toBe(times.length)
    }),
  )
})

test('outcomes are counted by status class', () => {
  const timings = new Timings()
  for (const status of [200, 204, 304, 401, 499, 500, 503]) timings.record('a', status, 0.001)
  expect(timings.all()[0]?.statuses).toEqual([2, 1, 2, 2])
})
