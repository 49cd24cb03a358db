import { expect, test } from 'playwright/test'
import { FIRST_SCREEN_LIMITS, measureFirstScreen } from '#packages/bench/src/client-size.ts'

test('the first screen stays within its size limit', () => {
  const size = measureFirstScreen()
  expect(size?.javascript).toBeGreaterThan(50_000)
  expect(size?.javascript).toBeLessThanOrEqual(FIRST_SCREEN_LIMITS.javascript)
  expect(size?.css).toBeLessThanOrEqual(FIRST_SCREEN_LIMITS.css)
})
