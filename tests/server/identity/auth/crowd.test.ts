import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#server/identity/auth/passwords.ts'

test('a flood of unknown callers is rejected early, and known ones have priority', async () => {
  const stored = await hashPassword('quiet-harbour-7')
  const order: string[] = []
  const crowd = Array.from({ length: 100 }, () =>
    verifyPassword(stored, 'a guess').then(
      () => order.push('answered'),
      (error) => order.push(error.code),
    ),
  )
  const known = verifyPassword(stored, 'quiet-harbour-7', 'known').then((isRight) => {
    order.push('known')
    return isRight
  })
  expect(await known).toBe(true)
  await Promise.all(crowd)
  // Refused immediately rather than after a wait; of those served it came last, and it doesn't finish last.
  expect(order[0]).toBe('SERVICE_UNAVAILABLE')
  expect(order.at(-1)).toBe('answered')
})
