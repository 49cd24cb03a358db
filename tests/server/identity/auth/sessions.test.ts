import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { deviceCookie } from '#server/identity/auth/devices.ts'
import { resolveCaller, resolveSession } from '#server/identity/auth/gate.ts'
import { startSession } from '#server/identity/auth/sessions.ts'
import { deleteExpiredSessions } from '#server/identity/auth/tokens/commands/end-sessions.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const later = (milliseconds: number) => new Date(TEST_NOW.getTime() + milliseconds)

async function setUp(options: { short?: boolean } = {}) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const open = async (userId: string) => {
    const { cookie } = await startSession(testServices(db), userId, {
      short: options.short ?? false,
      ip: '192.0.2.1',
      user_agent: 'test',
    })
    return cookie.split(';')[0] ?? ''
  }
  return { db, world, open }
}

const at = (db: Db, cookie: string, now: Date) => resolveSession(testServices(db, { now }), cookie)

test('a session includes role, agency, client and contributor', async () => {
  const { db, world, open } = await setUp()
  for (const person of [world.home.owner, world.home.client, world.home.employee, world.admin]) {
    const resolved = await at(db, await open(person.userId), TEST_NOW)
    const { actor, reach } = ctxFor(db, person)
    expect(resolved?.ctx).toMatchObject({ actor, reach: { ...reach, suspended: false }, now: TEST_NOW })
  }
})

test("the database never stores the cookie's value", async () => {
  const { db, world, open } = await setUp()
  const [, value] = (await open(world.home.owner.userId)).split('=')
  const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
  expect(value).toHaveLength(43)
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(await at(db, `foyer_session=${id}`, TEST_NOW)).toBeNull()
})

test('a session ends after ten idle days, and use extends it', async () => {
  const { db, world, open } = await setUp()
  const idle = await open(world.home.owner.userId)
  const used = await open(world.home.owner.userId)
  expect((await at(db, used, later(6 * DAY)))?.cookie).toContain('foyer_session=')
  expect(await at(db, idle, later(11 * DAY))).toBeNull()
  expect(await at(db, used, later(11 * DAY))).not.toBeNull()
})

test('a session shows when it was last used, to a few minutes, and from which address', async () => {
  const { db, world, open } = await setUp()
  const [used, other] = [await open(world.home.owner.userId), await open(world.home.owner.userId)]
  const use = (now: Date) => resolveCaller(testServices(db, { now }), { cookie: used }, '198.51.100.7')
  const resolved = await use(later(9 * HOUR))
  await use(later(9 * HOUR + 60_000))
  const sessions = await callerAs(db, world.home.owner).settings.sessions()
  expect(sessions.map(({ ip, last_seen_at }) => [ip, last_seen_at])).toEqual([
    ['198.51.100.7', later(9 * HOUR).toISOString()],
    ['192.0.2.1', TEST_NOW.toISOString()],
  ])
  expect(sessions[0]?.id).toBe(resolved?.sessionId)
  expect(await at(db, other, later(9 * HOUR))).not.toBeNull()
})

test('sessions last thirty days at most, short ones a day, regardless of use', async () => {
  const { db, world, open } = await setUp()
  const cookie = await open(world.home.owner.userId)
  for (const day of [6, 12, 18, 24, 29]) expect(await at(db, cookie, later(day * DAY))).not.toBeNull()
  expect(await at(db, cookie, later(30 * DAY))).toBeNull()

  const short = await setUp({ short: true })
  const shortCookie = await short.open(short.world.admin.userId)
  expect(await at(short.db, shortCookie, later(23 * HOUR))).not.toBeNull()
  expect(await at(short.db, shortCookie, later(24 * HOUR))).toBeNull()
})

test('disabled users, deactivated contributors and clients without access are signed out immediately', async () => {
  const { db, world, open } = await setUp()
  const { owner, employee, client } = world.home
  const cookies = {
    owner: await open(owner.userId),
    employee: await open(employee.userId),
    client: await open(client.userId),
  }
  await db.updateTable('users').set({ disabled_at: 'now' }).where('id', '=', owner.userId).execute()
  await db
    .updateTable('employees')
    .set({ deactivated_at: 'now' })
    .where('id', '=', employee.employeeId)
    .execute()
  await db.updateTable('clients').set({ portal_access: 0 }).where('id', '=', client.clientId).execute()
  for (const cookie of Object.values(cookies)) expect(await at(db, cookie, TEST_NOW)).toBeNull()
})

test("sessions without a profile and invalid cookies aren't authenticated", async () => {
  const { db, world, open } = await setUp()
  const cookie = await open(world.waitingClient.userId)
  await db.deleteFrom('profiles').where('user_id', '=', world.waitingClient.userId).execute()
  for (const header of [cookie, undefined, '', 'foyer_session=', 'foyer_session=%E0%A4%A', 'other=1; x'])
    expect(await resolveSession(testServices(db), header)).toBeNull()
})

test('an unknown role signs in without permissions', async () => {
  const { db, world, open } = await setUp()
  const { userId } = world.home.employee
  await db.updateTable('profiles').set({ role: 'auditor' }).where('user_id', '=', userId).execute()
  expect((await at(db, await open(userId), TEST_NOW))?.ctx.actor.role).toBeNull()
})

test('over HTTPS the cookie is secure and bound to the host', async () => {
  const { db, world } = await setUp()
  const services = testServices(db, { config: { publicUrl: 'https://portal.example.test' } })
  const attributes = { short: false, ip: null, user_agent: null }
  const { cookie } = await startSession(services, world.admin.userId, attributes)
  expect(cookie).toMatch(/^__Host-foyer_session=/)
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']) expect(cookie).toContain(part)
  expect(cookie).not.toContain('Domain')
})

test('portals on other ports of a host have cookies of their own', async () => {
  const { db, world } = await setUp()
  const nameAt = async (publicUrl: string) => {
    const services = testServices(db, { config: { publicUrl } })
    const { cookie } = await startSession(services, world.admin.userId, {
      short: false,
      ip: null,
      user_agent: null,
    })
    return [cookie.split('=')[0], deviceCookie(services, 'x').split('=')[0]]
  }
  expect(await nameAt('http://office-pc')).toEqual(['foyer_session', 'foyer_device'])
  expect(await nameAt('http://office-pc:3000')).toEqual(['foyer_session', 'foyer_device'])
  expect(await nameAt('http://office-pc:3001')).toEqual(['foyer_session_3001', 'foyer_device_3001'])
  expect(await nameAt('https://office-pc:8443')).toEqual([
    '__Host-foyer_session_8443',
    '__Host-foyer_device_8443',
  ])
})

test('cleanup removes only expired sessions', async () => {
  const { db, world, open } = await setUp()
  await open(world.admin.userId)
  await deleteExpiredSessions(db, later(9 * DAY))
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  await deleteExpiredSessions(db, later(10 * DAY))
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})
