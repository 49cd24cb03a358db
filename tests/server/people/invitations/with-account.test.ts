import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbour-7'
const given = { password: PASSWORD }

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await setPassword(db, PASSWORD)
  const home = callerAs(db, world.home.owner)
  const foreign = callerAs(db, world.foreign.owner)
  const invite = async ({ email }: SeedPerson, role: 'employee' | 'agency_admin' = 'employee') => {
    await home.invitations.create({ email, role, ...(role === 'agency_admin' && given) })
    return mailedToken(db, email, 'invitation')
  }
  const accept = async (token: string, input: { password?: string; code?: string }, now = TEST_NOW) => {
    const browser = openBrowser(db)
    await (await browser.api({ now })).invitations.accept({ token, ...input })
    return (await (await browser.api({ now })).auth.session()).user
  }
  return { db, world, home, foreign, invite, accept }
}

/** Returns the codes of the person's app. */
async function turnOnTwoFactor(db: Db, { email }: { email: string }) {
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email, ...given })
  const { secret } = await (await browser.api()).settings.setUpTwoFactor(given)
  const codeAt = (now: Date) => new TOTP({ secret }).generate({ timestamp: now.getTime() })
  await (await browser.api()).settings.confirmTwoFactor({ code: codeAt(TEST_NOW) })
  return codeAt
}

test('an account with two-factor sign-in joins with its password and a code', async () => {
  const { db, world, invite, accept } = await setUp()
  const person = world.waitingEmployee
  const codeAt = await turnOnTwoFactor(db, person)
  const token = await invite(person)
  await expect(accept(token, { password: 'wrong' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(accept(token, given)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { details: { reason: 'code_missing' } },
  })
  await expect(accept(token, { ...given, code: codeAt(TEST_NOW) })).rejects.toThrow('wrong or has already')
  const later = new Date(TEST_NOW.getTime() + 60_000)
  expect(await accept(token, { ...given, code: codeAt(later) }, later)).toMatchObject({
    user_id: person.userId,
    agency_id: world.home.agencyId,
  })
})

test('an account that can’t join is refused before it is asked for a code', async () => {
  const { db, world, invite, accept } = await setUp()
  const person = world.foreign.employee
  await turnOnTwoFactor(db, person)
  await expect(accept(await invite(person), given)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a deactivated contributor and a closed client join another agency, an active member does not', async () => {
  const { world, foreign, invite, accept } = await setUp()
  const { employee, client } = world.foreign
  const tokens = [await invite(employee, 'agency_admin'), await invite(client)] as const
  for (const token of tokens) {
    await expect(accept(token, given)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Your account already belongs to another agency.',
    })
  }
  await foreign.employees.setDeactivated({ id: employee.employeeId, deactivated: true })
  await foreign.clients.setArchived({ id: client.clientId, archived: true })
  await expect(accept(tokens[0], {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(accept(tokens[0], { password: 'wrong' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await accept(tokens[0], given)).toMatchObject({
    user_id: employee.userId,
    role: 'agency_admin',
    agency_id: world.home.agencyId,
    employee_id: null,
  })
  expect(await accept(tokens[1], given)).toMatchObject({
    role: 'employee',
    agency_id: world.home.agencyId,
    client_id: null,
  })
  expect(await foreign.employees.get({ id: employee.employeeId })).toMatchObject({ user_id: null })
  const { items } = await foreign.audit.list({ action: 'member.removed' })
  expect(items.map(({ detail }) => detail).toSorted()).toEqual([
    `${client.email} is no longer a contact of the agency`,
    `${employee.email} is no longer a contributor of the agency`,
  ])
})

test('a disabled owner stays out, whoever invites them', async () => {
  const { db, world, invite, accept } = await setUp()
  const token = await invite(world.foreign.owner)
  const disabled_at = TEST_NOW.toISOString()
  await db.updateTable('users').set({ disabled_at }).where('id', '=', world.foreign.owner.userId).execute()
  await expect(accept(token, given)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the owner removes the account of a deactivated contributor, who can then be invited as anyone', async () => {
  const { world, home, foreign, invite, accept } = await setUp()
  const { employee } = world.home
  const id = employee.employeeId
  await expect(invite(employee)).rejects.toThrow('already belongs to your agency as a contributor.')
  await home.employees.setDeactivated({ id, deactivated: true })
  await expect(invite(employee, 'agency_admin')).rejects.toThrow(
    'as a contributor. They are deactivated: reactivate them, or remove their account first.',
  )
  await expect(foreign.employees.removeAccount({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await home.employees.removeAccount({ id })
  await expect(home.employees.removeAccount({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await home.employees.get({ id })).toMatchObject({ name: employee.name, user_id: null })
  expect(await accept(await invite(employee, 'agency_admin'), given)).toMatchObject({
    user_id: employee.userId,
    role: 'agency_admin',
  })
})

test('a deactivated contributor can’t be invited by their record, or return by an open invitation', async () => {
  const { db, world, home, invite, accept } = await setUp()
  const id = world.home.employee.employeeId
  const { email } = await home.employees.get({ id })
  await home.employees.setDeactivated({ id, deactivated: true })
  await home.employees.removeAccount({ id })
  await expect(home.invitations.create({ email, role: 'employee', employee_id: id })).rejects.toThrow(
    'Reactivate them first.',
  )

  const person = world.waitingEmployee
  const byEmail = await invite(person)
  const added = await home.employees.save({ name: 'Nora New', email: person.email, role: 'Designer' })
  await home.employees.setDeactivated({ id: added.id, deactivated: true })
  await expect(accept(byEmail, given)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await home.employees.setDeactivated({ id: added.id, deactivated: false })
  await home.invitations.create({ email: person.email, role: 'employee', employee_id: added.id })
  const token = await mailedToken(db, person.email, 'invitation')
  const deactivated_at = TEST_NOW.toISOString()
  await db.updateTable('employees').set({ deactivated_at }).where('id', '=', added.id).execute()
  await expect(accept(token, given), 'deactivated while accepting').rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
