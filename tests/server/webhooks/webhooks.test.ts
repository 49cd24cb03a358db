import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/db/values.ts'
import { deliverDueWebhooks } from '#server/reactions/webhooks/commands/deliver.ts'
import { MAX_WEBHOOKS } from '#shared/webhooks.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

interface Received {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A receiver on this machine that answers with the given statuses in turn, then with 200. */
async function startReceiver(...statuses: number[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

async function setUp(url: string) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const webhook = await owner.webhooks.save({ url, events: ['client.created'] })
  const at = (minutes: number) => testServices(db, { now: new Date(TEST_NOW.getTime() + minutes * 60_000) })
  return { db, owner, webhook, at }
}

test('a change is told once, signed with the secret shown at creation', async () => {
  const receiver = await startReceiver()
  const { owner, webhook, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  await deliverDueWebhooks(ctxFor(at(60), null), undefined, 'anywhere')

  expect(receiver.received).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  expect(JSON.parse(body)).toMatchObject({ event: 'client.created', summary: 'Ines added as a client' })
  const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['foyer-signature'])) ?? []
  expect(digest).toBe(
    createHmac('sha256', webhook.secret ?? '')
      .update(`${seconds}.${body}`)
      .digest('hex'),
  )
})

test('the secret is told once and never stored readable', async () => {
  const { db, owner, webhook } = await setUp('https://example.test/hook')
  const again = await owner.webhooks.save({ id: webhook.id, url: webhook.url, events: ['task.created'] })
  expect(again.secret).toBeNull()
  const row = await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
  expect(row.secret).not.toContain(webhook.secret)
})

test('a receiver that fails is tried again later, and the log says how it went', async () => {
  const receiver = await startReceiver(500)
  const { owner, webhook, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  await deliverDueWebhooks(ctxFor(at(0.5), null), undefined, 'anywhere')
  expect(receiver.received).toHaveLength(1)
  const failed = await owner.webhooks.deliveries({ webhook_id: webhook.id })
  expect(failed.items).toMatchObject([{ status: 'queued', response_status: 500, last_error: 'Answered 500' }])

  await deliverDueWebhooks(ctxFor(at(2), null), undefined, 'anywhere')
  const delivered = await owner.webhooks.deliveries({ webhook_id: webhook.id })
  expect(delivered.items).toMatchObject([{ status: 'delivered', attempts: 2, last_error: null }])
})

test('addresses of private networks are never reached', async () => {
  const receiver = await startReceiver()
  for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
    const { owner, webhook, at } = await setUp(url)
    await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
    await deliverDueWebhooks(ctxFor(at(0), null))
    const { items } = await owner.webhooks.deliveries({ webhook_id: webhook.id })
    expect(items[0]?.last_error).toBe('This address is not on the public internet')
  }
  expect(receiver.received).toEqual([])
})

test('after the last attempt a delivery has failed and can be sent again by hand', async () => {
  const receiver = await startReceiver(500, 500, 500, 500, 500, 500)
  const { owner, webhook, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  for (const minutes of [0, 1, 6, 36, 156, 876])
    await deliverDueWebhooks(ctxFor(at(minutes), null), undefined, 'anywhere')
  const [failed] = (await owner.webhooks.deliveries({ webhook_id: webhook.id })).items
  expect(failed).toMatchObject({ status: 'failed', attempts: 6 })
  await owner.webhooks.retry({ id: failed?.id ?? '' })
  await deliverDueWebhooks(ctxFor(at(10_000), null), undefined, 'anywhere')
  const [delivered] = (await owner.webhooks.deliveries({ webhook_id: webhook.id })).items
  expect(delivered?.status).toBe('delivered')
})

test('a delivery can be sent again at any time, under the id the receiver knows', async () => {
  const receiver = await startReceiver()
  const { owner, webhook, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  const [delivery] = (await owner.webhooks.deliveries({ webhook_id: webhook.id })).items
  await owner.webhooks.retry({ id: delivery?.id ?? '' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  expect(receiver.received.map(({ headers }) => headers['foyer-delivery'])).toEqual([
    delivery?.id,
    delivery?.id,
  ])
})

test('an agency has a limited number of webhooks, and all are listed', async () => {
  const { db, owner, webhook } = await setUp('https://example.test/hook')
  const row = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: MAX_WEBHOOKS }, () => ({ ...row, id: newId() }))
  await db.insertInto('webhooks').values(copies).execute()
  expect(await owner.webhooks.list()).toHaveLength(MAX_WEBHOOKS + 1)
  const another = { url: 'https://example.test/other', events: ['client.created'] }
  await expect(owner.webhooks.save(another)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `Your agency has 51 webhooks, and 50 is the most. Delete one that isn't needed any more.`,
    cause: { details: { reason: 'too_many_webhooks' } },
  })
  for (const { id } of copies.slice(0, 2)) await owner.webhooks.delete({ id })
  await owner.webhooks.delete({ id: webhook.id })
  const together = await Promise.allSettled([
    owner.webhooks.save(another),
    owner.webhooks.save(another),
    owner.webhooks.save(another),
  ])
  expect(together.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})
