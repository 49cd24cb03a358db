import { expect, test } from 'playwright/test'
import { FIRST_SCREEN_LIMITS, measureFirstScreen } from '#scripts/bench/client-size.ts'

test('the first screen weighs little', () => {
  const size = measureFirstScreen()
  expect(size?.javascript).toBeGreaterThan(50_000)
  expect(size?.javascript).toBeLessThanOrEqual(FIRST_SCREEN_LIMITS.javascript)
  expect(size?.css).toBeLessThanOrEqual(FIRST_SCREEN_LIMITS.css)
})
