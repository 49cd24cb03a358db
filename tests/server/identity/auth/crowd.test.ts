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
  const refused = order.filter((what) => what === 'SERVICE_UNAVAILABLE')
  expect(refused).toHaveLength(58)
  // It came last of 43, and starts as soon as one of the two running ends; how soon it ends is the machine's affair.
  const place = order.filter((what) => what !== 'SERVICE_UNAVAILABLE').indexOf('known')
  expect(place).toBeLessThan(20)
})
