import { describe, expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { cleanUp } from '#server/domains.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { addCoOwner, createWorld } from '#tests/support/world.ts'

const KEY = '5f0d4c1e-8a3b-4b52-9d62-1c1f3f1f7a10'
const OTHER_KEY = '7b2e1f90-1d5a-4c0e-8f7d-90f2b0a6c3d4'
const PROJECT = { name: 'Website', category: 'web-development', client: 'Home Client', total_price: 100_000 }

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { url } = await startApp(services)
  const send = async (cookie: string, path: string, input: unknown, keys?: string) => {
    const response = await fetch(`${url}/trpc/${path}`, {
      method: 'POST',
      headers: { ...fromPortal(url), cookie, ...(keys !== undefined && { 'idempotency-key': keys }) },
      body: JSON.stringify(input),
    })
    const answer = await response.json()
    return { status: response.status, data: answer.result?.data, error: answer.error, answer }
  }
  const cookie = await cookieFor(services, world.home.owner.userId)
  const owner = callerAs(db, world.home.owner)
  const count = async (table: 'projects' | 'clients' | 'task_comments' | 'webhooks') => {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  return { db, world, services, url, send, cookie, owner, count }
}

describe('a mutation with an idempotency key', () => {
  test('runs once, and a repetition gets the same answer', async () => {
    const { send, cookie, count } = await setUp()
    const first = await send(cookie, 'projects.create', PROJECT, KEY)
    expect(first.status).toBe(200)
    // Field order doesn't matter, and the header may be quoted.
    const { name, ...rest } = PROJECT
    const again = await send(cookie, 'projects.create', { ...rest, name }, `"${KEY}"`)
    expect(again.answer).toEqual(first.answer)
    expect(await count('projects')).toBe(1)
    await send(cookie, 'projects.create', PROJECT, OTHER_KEY)
    await send(cookie, 'projects.create', PROJECT)
    expect(await count('projects')).toBe(3)
  })

  test('runs once if sent twenty times concurrently', async () => {
    const { send, cookie, count } = await setUp()
    const twins = Array.from({ length: 20 }, () => send(cookie, 'projects.create', PROJECT, KEY))
    const [first, ...others] = await Promise.all(twins)
    expect(first?.status).toBe(200)
    for (const other of others) expect(other.answer).toEqual(first?.answer)
    expect(await count('projects')).toBe(1)
  })

  test("isn't blocked by other keys: each gets its own number", async () => {
    const { send, cookie } = await setUp()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => send(cookie, 'projects.create', PROJECT, `${KEY}-${turn}`)),
    )
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(all.map(({ data }) => data.unique_id)).size).toBe(8)
  })

  test('is rejected if its key was used for another input', async () => {
    const { send, cookie, count } = await setUp()
    await send(cookie, 'projects.create', PROJECT, KEY)
    const other = await send(cookie, 'projects.create', { ...PROJECT, name: 'Shop' }, KEY)
    expect([other.status, other.error.data.reason]).toEqual([400, 'idempotency_key_reused'])
    expect(await count('projects')).toBe(1)
    for (const malformed of ['short', 'a key with spaces in it', 'x'.repeat(101)]) {
      const refused = await send(cookie, 'projects.create', PROJECT, malformed)
      expect([refused.status, refused.error.data.reason]).toEqual([400, 'idempotency_key_malformed'])
    }
    expect(await count('projects')).toBe(1)
  })

  test('keeps the responses of two people with the same key separate', async () => {
    const { db, world, services, send, cookie, count } = await setUp()
    const partner = await addCoOwner(db, world.home.agencyId, 'Second Owner')
    const other = await cookieFor(services, partner.userId)
    const mine = await send(cookie, 'projects.create', PROJECT, KEY)
    const theirs = await send(other, 'projects.create', PROJECT, KEY)
    expect(theirs.data.id).not.toBe(mine.data.id)
    expect((await send(cookie, 'projects.create', PROJECT, KEY)).data).toEqual(mine.data)
    expect((await send(other, 'projects.create', PROJECT, KEY)).data).toEqual(theirs.data)
    expect(await count('projects')).toBe(2)
    // A reserved key is released only for the person who was rejected.
    const invitation = { email: 'new@example.test', role: 'employee' }
    const invited = await send(cookie, 'invitations.create', invitation, OTHER_KEY)
    const refused = await send(other, 'invitations.create', { ...invitation, role: 'nobody' }, OTHER_KEY)
    expect([invited.status, refused.status]).toEqual([200, 400])
    const again = await send(cookie, 'invitations.create', invitation, OTHER_KEY)
    expect(again.data).toEqual(invited.data)
  })

  test('is independent of the same key used by other people or for other procedures', async () => {
    const { world, services, send, cookie, count } = await setUp()
    const foreign = await cookieFor(services, world.foreign.owner.userId)
    const mine = await send(cookie, 'projects.create', PROJECT, KEY)
    const theirs = await send(foreign, 'projects.create', { ...PROJECT, client: 'Foreign Client' }, KEY)
    expect(theirs.status).toBe(200)
    expect(theirs.data.id).not.toBe(mine.data.id)
    const client = { name: 'New', email: 'new@example.test', portal_access: false }
    expect((await send(cookie, 'clients.save', client, KEY)).status).toBe(200)
    expect(await count('projects')).toBe(2)
  })

  test('may be repeated after a rejection or a failure midway', async () => {
    const { services, send, cookie, count } = await setUp()
    const refused = await send(cookie, 'projects.create', { ...PROJECT, client: 'Nobody of that name' }, KEY)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const { reactions } = services
    services.reactions = [...reactions, () => Promise.reject(new Error('cut off'))]
    expect((await send(cookie, 'projects.create', PROJECT, KEY)).status).toBe(500)
    expect(await count('projects')).toBe(0)
    services.reactions = reactions
    expect((await send(cookie, 'projects.create', PROJECT, KEY)).status).toBe(200)
    expect((await send(cookie, 'projects.create', PROJECT, KEY)).status).toBe(200)
    expect(await count('projects')).toBe(1)
  })

  test("returns its secret again, which can't be read from the database", async () => {
    const { db, send, cookie, count } = await setUp()
    const webhook = { url: 'https://hooks.example.test/', events: ['task.created'], enabled: true }
    const first = await send(cookie, 'webhooks.save', webhook, KEY)
    expect(first.data.secret).toEqual(expect.any(String))
    expect((await send(cookie, 'webhooks.save', webhook, KEY)).answer).toEqual(first.answer)
    expect(await count('webhooks')).toBe(1)
    const stored = JSON.stringify(await db.selectFrom('keyed_requests').selectAll().execute())
    for (const secret of [first.data.secret, KEY, 'hooks.example.test']) expect(stored).not.toContain(secret)
  })

  test('is remembered for a day', async () => {
    const { db, services, send, cookie, count } = await setUp()
    await send(cookie, 'projects.create', PROJECT, KEY)
    await cleanUp(ctxFor(services, null, new Date(addDays(TEST_NOW, 1).getTime() - 1)))
    await send(cookie, 'projects.create', PROJECT, KEY)
    expect(await count('projects')).toBe(1)
    await cleanUp(ctxFor(services, null, new Date(addDays(TEST_NOW, 1).getTime() + 1)))
    expect(await db.selectFrom('keyed_requests').selectAll().execute()).toEqual([])
  })
})

describe('multiple mutations in one request', () => {
  const BATCH = 'projects.create,projects.create?batch=1'

  test('have a key each', async () => {
    const { send, cookie, count } = await setUp()
    const both = { 0: PROJECT, 1: PROJECT }
    await send(cookie, BATCH, both, `${KEY}, ${OTHER_KEY}`)
    await send(cookie, BATCH, both, `${KEY}, ${OTHER_KEY}`)
    expect(await count('projects')).toBe(2)
    // An empty entry means no key; a key that was sent alone before is recognized.
    await send(cookie, BATCH, both, `,${KEY}`)
    expect(await count('projects')).toBe(3)
  })

  test('are rejected if one has none', async () => {
    const { send, cookie, count } = await setUp()
    const { answer } = await send(cookie, BATCH, { 0: PROJECT, 1: PROJECT }, KEY)
    expect(answer[0].result.data.name).toBe(PROJECT.name)
    expect(answer[1].error.data.reason).toBe('idempotency_key_malformed')
    expect(await count('projects')).toBe(1)
  })
})

describe("a mutation that isn't a single transaction", () => {
  const CHANGE = { current_password: 'correct horse', password: 'quiet-harbour-7' }

  async function withPassword() {
    const portal = await setUp()
    await setPassword(portal.db, CHANGE.current_password)
    return portal
  }

  test('also runs once, for the first request that reserves the key', async () => {
    const { send, cookie } = await withPassword()
    const twins = await Promise.all([1, 2, 3].map(() => send(cookie, 'settings.changePassword', CHANGE, KEY)))
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send(cookie, 'settings.changePassword', CHANGE, KEY)).status).toBe(200)
    expect((await send(cookie, 'settings.changePassword', CHANGE, OTHER_KEY)).status).toBe(400)
  })

  test('counts a wrong guess, which may be corrected under the same key', async () => {
    const { db, send, cookie } = await withPassword()
    const wrong = { ...CHANGE, current_password: 'wrong' }
    expect((await send(cookie, 'settings.changePassword', wrong, KEY)).status).toBe(400)
    const counted = await db.selectFrom('rate_limits').select('points').execute()
    expect(counted.map(({ points }) => points)).toEqual([1])
    expect((await send(cookie, 'settings.changePassword', CHANGE, KEY)).status).toBe(200)
  })

  test("isn't blindly repeated after being interrupted", async () => {
    const { db, services, send, cookie } = await withPassword()
    await send(cookie, 'settings.changePassword', CHANGE, KEY)
    await db.updateTable('keyed_requests').set({ answer: null }).execute()
    const later = new Date(TEST_NOW.getTime() + 60_000)
    services.clock = () => later
    const { status, error } = await send(cookie, 'settings.changePassword', CHANGE, KEY)
    expect([status, error.data.reason]).toEqual([409, 'outcome_unknown'])
  })
})
