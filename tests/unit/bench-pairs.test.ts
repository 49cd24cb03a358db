import { expect, test } from 'vitest'
import { measureInPairs, ratiosOf, spreadOf } from '#scripts/bench/pairs.ts'

test('each of a pair begins every other time', async () => {
  const order: string[] = []
  const measure = (name: string) => async () => order.push(name)
  const pairs = await measureInPairs(4, measure('A'), measure('B'))
  expect(order.join('')).toBe('ABBAABBA')
  expect(pairs.map(({ first, second }) => second - first)).toEqual([1, -1, 1, -1])
})

test('a machine that slows down changes the figures and not their ratio', () => {
  const pairs = [1, 2, 4, 8, 16].map((slowness) => ({ first: 100 / slowness, second: 70 / slowness }))
  expect(ratiosOf(pairs, (figure) => figure)).toEqual({ median: 0.7, low: 0.7, high: 0.7 })
})

test('the spread is the middle half of the values', () => {
  expect(spreadOf([9, 1, 5, 3, 7])).toEqual({ median: 5, low: 3, high: 7 })
})
