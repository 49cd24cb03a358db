import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { deliverDueWebhooks } from '#server/reactions/webhooks/commands/deliver.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { saveWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type TestAgency } from '#tests/support/world.ts'

/** A receiver that responds with the status, or never. */
async function startReceiver(status: number | 'never') {
  const deliveries: string[] = []
  const server = createServer((request, response) => {
    deliveries.push(String(request.headers['foyer-delivery']))
    request.resume()
    if (status !== 'never') response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, deliveries }
}

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const hook = async (agency: TestAgency, url: string, changes: number) => {
    const owner = callerAs(db, agency.owner)
    const webhook = await saveWebhook(db, owner, url)
    for (let turn = 0; turn < changes; turn++)
      await owner.clients.save({ name: `Client ${turn}`, email: `client-${turn}@example.test` })
    return webhook
  }
  const at = (minutes: number) =>
    ctxFor(testServices(db, { now: new Date(TEST_NOW.getTime() + minutes * 60_000) }), null)
  return { db, world, hook, at }
}

const log = (db: Db, agency: TestAgency) =>
  db
    .selectFrom('webhook_deliveries')
    .select(['status', 'attempts', 'last_error'])
    .where('agency_id', '=', agency.agencyId)
    .execute()

test('an endpoint that hangs delays neither other agencies nor shutdown', async () => {
  const { db, world, hook, at } = await setUp()
  const silent = await startReceiver('never')
  const quick = await startReceiver(200)
  await hook(world.home, silent.url, 20)
  await hook(world.foreign, quick.url, 3)
  const stopping = new AbortController()
  const run = deliverDueWebhooks(at(0), stopping.signal, 'anywhere')
  const statuses = async () => (await log(db, world.foreign)).map(({ status }) => status)
  await expect.poll(statuses).toEqual(Array(3).fill('delivered'))
  // At most two deliveries per endpoint run at a time.
  expect(silent.deliveries.length).toBeLessThanOrEqual(2)
  stopping.abort()
  await run
  const waiting = { status: 'queued', attempts: 0, last_error: null }
  expect(await log(db, world.home)).toEqual(Array(20).fill(waiting))
})

test('two processes delivering concurrently send nothing twice', async () => {
  const { db, world, hook, at } = await setUp()
  const quick = await startReceiver(200)
  await hook(world.home, quick.url, 15)
  await hook(world.foreign, quick.url, 15)
  await Promise.all([1, 2, 3].map(() => deliverDueWebhooks(at(0), undefined, 'anywhere')))
  expect(quick.deliveries).toHaveLength(30)
  expect(new Set(quick.deliveries).size).toBe(30)
  expect((await log(db, world.home)).map(({ status }) => status)).toEqual(Array(15).fill('delivered'))
})

test('an endpoint that fails for days is disabled, and its owners are notified', async () => {
  const { db, world, hook, at } = await setUp()
  const broken = await startReceiver(500)
  const webhook = await hook(world.home, broken.url, 1)
  const owner = callerAs(db, world.home.owner)
  const states: boolean[] = []
  for (const day of [0, 1, 2, 3, 4, 5]) {
    await deliverDueWebhooks(at(day * 1440), undefined, 'anywhere')
    states.push((await owner.webhooks.list())[0]?.enabled ?? false)
  }
  expect(states).toEqual([true, true, true, true, true, false])
  expect((await log(db, world.home)).map(({ status }) => status)).toEqual(['failed'])
  const { items } = await owner.notifications.list({})
  expect(items.map(({ title }) => title)).toContainEqual(
    expect.stringMatching(/^The webhook to 127\.0\.0\.1:\d+ was turned off\. It has failed for days/),
  )
  // Once re-enabled, it starts over.
  await owner.webhooks.save({ id: webhook.id, url: webhook.url, events: ['client.created'], enabled: true })
  await owner.clients.save({ name: 'Later', email: 'later@example.test' })
  await deliverDueWebhooks(at(6 * 1440), undefined, 'anywhere')
  expect((await owner.webhooks.list())[0]?.enabled).toBe(true)
})

test("an endpoint whose secret can't be read is disabled instead of waiting forever", async () => {
  const { db, world, hook, at } = await setUp()
  const quick = await startReceiver(200)
  await hook(world.home, quick.url, 2)
  await hook(world.foreign, quick.url, 1)
  await db
    .updateTable('webhooks')
    .set({ secret: Buffer.alloc(60).toString('base64') })
    .where('agency_id', '=', world.home.agencyId)
    .execute()
  await deliverDueWebhooks(at(0), undefined, 'anywhere')
  expect((await log(db, world.foreign)).map(({ status }) => status)).toEqual(['delivered'])
  const reason = 'Its signing secret can no longer be read'
  expect((await log(db, world.home)).map(({ status, last_error }) => [status, last_error])).toEqual([
    ['failed', reason],
    ['failed', reason],
  ])
  const owner = callerAs(db, world.home.owner)
  expect((await owner.webhooks.list())[0]?.enabled).toBe(false)
  expect((await owner.notifications.list({})).items[0]?.title).toContain(reason)
})
