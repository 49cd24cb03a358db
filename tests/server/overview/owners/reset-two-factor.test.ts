import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { resetTwoFactorOf } from '#server/identity/auth/access/commands/reset-two-factor.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { addCoOwner, createWorld, type World } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbour-7'
const proof = { password: PASSWORD }

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  await setPasswords()
})

async function setPasswords() {
  await setPassword(db, PASSWORD)
}

/** The person's signed-in browser, with two-factor authentication. */
async function secured({ email }: SeedPerson) {
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email, password: PASSWORD })
  const setup = await (await browser.api()).settings.setUpTwoFactor(proof)
  const code = new TOTP({ secret: setup.secret }).generate({ timestamp: TEST_NOW.getTime() })
  await (await browser.api()).settings.confirmTwoFactor({ code })
  return browser
}

const needsCode = async ({ email }: SeedPerson) =>
  (await (await openBrowser(db).api()).auth.signIn({ email, password: PASSWORD })).two_factor_required
const reset = (by: SeedPerson, { email }: SeedPerson, given = proof) =>
  callerAs(db, by).members.resetTwoFactor({ email, ...given })

test('only those who may reset a second factor are told who has one', async () => {
  const { home, foreign, admin } = world
  const uses = async (by: SeedPerson, { email }: SeedPerson) =>
    (await callerAs(db, by).members.usesTwoFactor({ email })).two_factor
  for (const member of [foreign.owner, home.employee]) await secured(member)
  expect(await uses(home.owner, home.employee)).toBe(true)
  expect(await uses(home.owner, home.client)).toBe(false)
  // Their own is turned off in the settings.
  expect(await uses(foreign.owner, foreign.owner)).toBe(false)
  expect(await uses(foreign.owner, home.employee)).toBe(false)
  expect([await uses(admin, foreign.owner), await uses(admin, home.employee)]).toEqual([true, false])
  await expect(uses(home.employee, home.owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await reset(home.owner, home.employee)
  expect(await uses(home.owner, home.employee)).toBe(false)
  expect(await callerAs(db, foreign.owner).owners.list()).toMatchObject([{ two_factor: true }])
  expect(await callerAs(db, home.owner).owners.list()).toMatchObject([{ two_factor: false }])
})

test('an owner resets the two-factor sign-in of members, who are signed out and notified; it is in the audit log', async () => {
  const { home, foreign, admin, waitingClient } = world
  const second = await addCoOwner(db, home.agencyId, 'Second Owner')
  await setPasswords()
  for (const member of [home.employee, home.client, second]) {
    const browser = await secured(member)
    await expect(reset(foreign.owner, member)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const peer of [home.employee, home.client]) {
      await expect(reset(peer, member)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await needsCode(member)).toBe(true)
    await reset(home.owner, member)
    expect((await (await browser.api()).auth.session()).user).toBeNull()
    expect(await needsCode(member)).toBe(false)
    const mail = await db
      .selectFrom('mail_outbox')
      .select('text')
      .where('recipient', '=', member.email)
      .where('subject', '=', 'Two-factor sign-in to Foyer was turned off')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('Home Owner turned off two-factor sign-in for your account')
  }
  expect(await db.selectFrom('recovery_codes').select('user_id').execute()).toEqual([])
  const { items } = await callerAs(db, home.owner).audit.list({ action: 'two-factor.reset' })
  expect(items).toHaveLength(3)
  await expect(reset(home.owner, home.employee)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Home Employee doesn’t use two-factor sign-in.',
  })
  await expect(reset(home.owner, home.owner)).rejects.toThrow('Turn off your own')
  await expect(reset(home.owner, second, { password: 'wrong' })).rejects.toMatchObject({
    message: 'The current password is incorrect.',
  })
  for (const stranger of [foreign.owner, foreign.client, admin, waitingClient]) {
    await expect(reset(home.owner, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('a platform administrator resets the two-factor sign-in of owners, not of their members', async () => {
  const { home, admin } = world
  await secured(home.owner)
  await secured(home.employee)
  await expect(reset(admin, home.employee)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reset(admin, home.owner)
  expect([await needsCode(home.owner), await needsCode(home.employee)]).toEqual([false, true])
  const { items } = await callerAs(db, home.owner).audit.list({ action: 'two-factor.reset' })
  expect(items).toMatchObject([{ actor_name: 'Ada Admin' }])
})

test('the command line resets the two-factor sign-in of anyone, also of platform administrators', async () => {
  const { admin, home } = world
  const system = ctxFor(db, null)
  for (const person of [admin, home.owner]) {
    await secured(person)
    await resetTwoFactorOf(system, person.email)
    expect(await needsCode(person)).toBe(false)
    await expect(resetTwoFactorOf(system, person.email)).rejects.toThrow('doesn’t use two-factor sign-in')
  }
  await expect(resetTwoFactorOf(system, 'nobody@example.test')).rejects.toThrow(
    'No account signs in with nobody@example.test.',
  )
})
