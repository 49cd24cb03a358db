import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#server/identity/auth/passwords.ts'

/** “é” as two characters and a no-break space, as a Mac may enter them. */
const DECOMPOSED = 'cafe\u0301 au\u00a0lait'
const COMPOSED = 'caf\u00e9 au lait'

/** The hash of `DECOMPOSED` by version 0.3.0. */
const EARLIER =
  '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$3uUs+7y7z28T0oGK1sW/gUtpFQ6aTfLWKg5oOXcUIro'

test.each([
  [DECOMPOSED, COMPOSED],
  [COMPOSED, DECOMPOSED],
  ['한국어 비밀번호', '한국어 비밀번호'.normalize('NFD')],
])('a password is accepted from every keyboard: %s, %s', async (chosen, typed) => {
  const stored = await hashPassword(chosen)
  expect(await verifyPassword(stored, typed)).toBe(true)
  expect(await verifyPassword(stored, chosen)).toBe(true)
  expect(await verifyPassword(stored, `${typed} `)).toBe(false)
})

test('letters that only look alike make different passwords', async () => {
  const stored = await hashPassword('Passwort ½ ﬁx')
  for (const other of ['Passwort 1⁄2 fix', 'passwort ½ ﬁx', 'Passwort ½ fix'])
    expect(await verifyPassword(stored, other)).toBe(false)
})

test('passwords of earlier versions are accepted as they were typed then', async () => {
  expect(await verifyPassword(EARLIER, DECOMPOSED)).toBe(true)
  expect(await verifyPassword(EARLIER, COMPOSED)).toBe(false)
  expect(await verifyPassword(null, DECOMPOSED)).toBe(false)
})
