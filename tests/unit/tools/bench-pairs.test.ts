import { expect, test } from 'vitest'
import { measureInPairs, ratiosOf, spreadOf } from '#packages/bench/src/pairs.ts'

test('each variant of a pair starts every other time', async () => {
  const order: string[] = []
  const measure = (name: string) => async () => order.push(name)
  const pairs = await measureInPairs(4, measure('A'), measure('B'))
  expect(order.join('')).toBe('ABBAABBA')
  expect(pairs.map(({ first, second }) => second - first)).toEqual([1, -1, 1, -1])
})

test('a slowing machine changes the figures but not their ratio', () => {
  const pairs = [1, 2, 4, 8, 16].map((slowness) => ({ first: 100 / slowness, second: 70 / slowness }))
  expect(ratiosOf(pairs, (figure) => figure)).toEqual({ median: 0.7, low: 0.7, high: 0.7 })
})

test('the spread is the interquartile range', () => {
  expect(spreadOf([9, 1, 5, 3, 7])).toEqual({ median: 5, low: 3, high: 7 })
})
