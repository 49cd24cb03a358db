import { expect, test } from 'vitest'
import {
  createPlatformAdmin,
  ensureFirstAdmin,
  generatePassword,
} from '#server/identity/auth/accounts/commands/create-admin.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'

const ADMIN = { email: 'root@example.test', name: 'Ruth Root' }

test('a platform administrator is created with a confirmed email and no agency', async () => {
  const { db } = await createTestDatabase()
  const config = { requireEmailVerification: true }
  const password = generatePassword()
  await createPlatformAdmin(ctxFor(testServices(db, { config }), null), { ...ADMIN, password })
  const browser = openBrowser(db, { config })
  await (await browser.api()).auth.signIn({ email: ADMIN.email, password })
  expect((await (await browser.api()).auth.session()).user).toMatchObject({
    name: 'Ruth Root',
    role: 'super_admin',
    agency_id: null,
  })
})

test('generated passwords are long and differ', () => {
  const passwords = new Set(Array.from({ length: 50 }, generatePassword))
  expect(passwords.size).toBe(50)
  for (const password of passwords) expect(password).toHaveLength(20)
})

test('weak passwords and invalid emails are rejected, also in demo mode', async () => {
  const { db } = await createTestDatabase()
  const services = testServices(db, { config: { demo: true } })
  await expect(
    createPlatformAdmin(ctxFor(services, null), { ...ADMIN, password: 'password' }),
  ).rejects.toThrow('too common')
  await expect(
    createPlatformAdmin(ctxFor(services, null), { ...ADMIN, email: 'nobody', password: generatePassword() }),
  ).rejects.toThrow('valid email')
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
})

test('the environment creates only the first administrator', async () => {
  const { db } = await createTestDatabase()
  const first = { email: ADMIN.email, password: generatePassword() }
  expect(await ensureFirstAdmin(ctxFor(testServices(db), null))).toBe(false)
  expect(await ensureFirstAdmin(ctxFor(testServices(db, { config: { firstAdmin: first } }), null))).toBe(true)
  const second = { ...first, email: 'second@example.test' }
  expect(await ensureFirstAdmin(ctxFor(testServices(db, { config: { firstAdmin: second } }), null))).toBe(
    false,
  )
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: ADMIN.email }])
})

test('two processes starting at once create one first administrator', async () => {
  const { db } = await createTestDatabase()
  const firstAdmin = { email: ADMIN.email, password: generatePassword() }
  const start = () => ensureFirstAdmin(ctxFor(testServices(db, { config: { firstAdmin } }), null))
  expect((await Promise.all([start(), start()])).sort()).toEqual([false, true])
  expect(await db.selectFrom('profiles').select('role').execute()).toEqual([{ role: 'super_admin' }])
})

test("a first administrator's weak password is rejected with the setting's name", async () => {
  const { db } = await createTestDatabase()
  const config = { firstAdmin: { email: ADMIN.email, password: '123' } }
  await expect(ensureFirstAdmin(ctxFor(testServices(db, { config }), null))).rejects.toThrow('ADMIN_PASSWORD')
})
