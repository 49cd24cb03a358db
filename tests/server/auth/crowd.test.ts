import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#server/auth/passwords.ts'

test('a crowd of strangers is refused early, and whoever is known goes before it', async () => {
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
  // Two were under way already.
  expect(order.filter((what) => what !== 'SERVICE_UNAVAILABLE').indexOf('known')).toBeLessThanOrEqual(3)
})
