import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '#server/base/core/startup/version.ts'
import { newId } from '#server/base/db/values.ts'
import { cleanUp } from '#server/domains.ts'
import { deliverDueWebhooks } from '#server/reactions/webhooks/commands/deliver.ts'
import { MAX_WEBHOOKS, WEBHOOK_EVENTS } from '#shared/reactions/webhooks.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { saveWebhook } from '#tests/support/webhooks.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

interface Received {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A local receiver that responds with the given statuses in turn, then with 200. */
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

/** A local receiver, whose address no one could enter. */
async function setUp(url: string) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const webhook = await saveWebhook(db, owner, url)
  const at = (minutes: number) => testServices(db, { now: new Date(TEST_NOW.getTime() + minutes * 60_000) })
  return { db, world, owner, webhook, at }
}

test('a change is sent once, signed with the secret shown at creation', async () => {
  const receiver = await startReceiver()
  const { owner, webhook, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  await deliverDueWebhooks(ctxFor(at(60), null), undefined, 'anywhere')

  expect(receiver.received).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  expect(JSON.parse(body)).toMatchObject({ event: 'client.created', summary: 'Ines added as a client' })
  // Firewalls refuse requests without them.
  expect(headers).toMatchObject({ 'user-agent': `Foyer/${VERSION}`, accept: '*/*' })
  const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['foyer-signature'])) ?? []
  expect(digest).toBe(
    createHmac('sha256', webhook.secret ?? '')
      .update(`${seconds}.${body}`)
      .digest('hex'),
  )
})

test('changes of tasks and projects are sent whichever way they are made', async () => {
  const { db, owner, world, webhook } = await setUp('https://example.test/hook')
  await owner.webhooks.save({
    ...{ id: webhook.id, url: webhook.url },
    events: WEBHOOK_EVENTS.filter((name) => /^(task|project|client)\./.test(name)),
  })
  const project = await addProject(db, world.home)
  const task = await addTask(db, world.home.owner, project.id, {
    due_date: '2026-03-10',
    recurrence: 'weekly',
  })
  const sent = async () => {
    const rows = await db.deleteFrom('webhook_deliveries').returning(['event', 'body']).execute()
    return rows.map(({ event, body }) => [event, JSON.parse(body).status ?? null]).toSorted()
  }
  await sent()
  const { id } = task
  const edit = {
    ...{ id, project_id: project.id, title: 'Renamed' },
    recurrence: 'weekly',
    due_date: '2026-03-10',
  } as const
  await owner.tasks.save({ ...edit, status: 'in_progress' })
  expect(await sent()).toEqual([
    ['task.status-changed', 'in_progress'],
    ['task.updated', null],
  ])
  await owner.tasks.setStatus({ id, status: 'review' })
  expect(await sent()).toEqual([['task.status-changed', 'review']])
  const { undo } = await owner.tasks.bulk({
    ...{ ids: [id], action: 'assign' },
    assigned_to_id: world.home.employee.employeeId,
  })
  expect(await sent()).toEqual([['task.assigned', null]])
  await owner.tasks.undoBulk({ undo })
  expect(await sent()).toEqual([['task.assigned', null]])
  await owner.tasks.move({ id, status: 'done' })
  expect(await sent()).toEqual([
    ['task.completed', 'done'],
    ['task.repeated', null],
  ])
  const { version, ...current } = await owner.projects.get({ id: project.id })
  const details = {
    ...{
      id: project.id,
      version,
      name: 'Shop',
      progress: null,
      category: current.category,
      client: world.home.client.name,
    },
    ...{ start_date: current.start_date, delivery_date: current.delivery_date },
  }
  await owner.projects.update({ ...details, status: 'completed' })
  expect(await sent()).toEqual([
    ['project.completed', 'completed'],
    ['project.updated', null],
  ])
  await owner.projects.setStatus({ id: project.id, status: 'review' })
  expect(await sent()).toEqual([['project.status-changed', 'review']])
  await owner.clients.importCsv({ csv: 'name,email\nIda,ida@example.test\n', dry_run: false })
  expect(await sent()).toEqual([['client.imported', null]])
})

test('the secret is shown once and stored encrypted', async () => {
  const { db, owner, webhook } = await setUp('https://example.test/hook')
  const again = await owner.webhooks.save({ id: webhook.id, url: webhook.url, events: ['task.created'] })
  expect(again.secret).toBeNull()
  const row = await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
  expect(row.secret).not.toContain(webhook.secret)
})

test('a failing receiver is retried later, and the log shows the results', async () => {
  const receiver = await startReceiver(500)
  const { owner, webhook, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  await deliverDueWebhooks(ctxFor(at(0.5), null), undefined, 'anywhere')
  expect(receiver.received).toHaveLength(1)
  const failed = await owner.webhooks.deliveries({ webhook_id: webhook.id })
  expect(failed.items).toMatchObject([
    { status: 'queued', response_status: 500, last_error: 'Responded with 500' },
  ])

  await deliverDueWebhooks(ctxFor(at(2), null), undefined, 'anywhere')
  const delivered = await owner.webhooks.deliveries({ webhook_id: webhook.id })
  expect(delivered.items).toMatchObject([{ status: 'delivered', attempts: 2, last_error: null }])
})

test('private network addresses are never contacted', async () => {
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

test('after the last attempt a delivery fails and can be resent manually', async () => {
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

const ALL_ATTEMPTS = [0, 1, 6, 36, 156, 876]
const A_WEEK = 7 * 24 * 60

test('a receiver is turned off by an event that failed in all its attempts, not by a single one', async () => {
  const receiver = await startReceiver(...Array<number>(13).fill(500))
  const { owner, webhook, at } = await setUp(receiver.url)
  const deliverAt = (minutes: number) => deliverDueWebhooks(ctxFor(at(minutes), null), undefined, 'anywhere')
  const isEnabled = async () => (await owner.webhooks.list()).find(({ id }) => id === webhook.id)?.enabled
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  for (const minutes of ALL_ATTEMPTS) await deliverAt(minutes)
  await owner.clients.save({ name: 'Otto', email: 'otto@example.test' })
  for (const minutes of ALL_ATTEMPTS) {
    expect(await isEnabled()).toBe(true)
    await deliverAt(A_WEEK + minutes)
  }
  expect(await isEnabled()).toBe(false)
})

test('a webhook that is disabled receives nothing more, not even what waited for it', async () => {
  const receiver = await startReceiver(500)
  const { db, owner, webhook, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  const change = { id: webhook.id, url: webhook.url, events: ['client.created'] }
  await owner.webhooks.save({ ...change, events: ['client.created', 'task.created'] })
  const { items } = await owner.webhooks.deliveries({ webhook_id: webhook.id })
  expect(items).toMatchObject([{ status: 'queued' }])
  await owner.webhooks.save({ ...change, enabled: false })
  await deliverDueWebhooks(ctxFor(at(2), null), undefined, 'anywhere')
  expect(receiver.received).toHaveLength(1)
  const [canceled] = (await owner.webhooks.deliveries({ webhook_id: webhook.id })).items
  expect(canceled).toMatchObject({ status: 'failed', last_error: 'The webhook was disabled.' })

  const resend = () => owner.webhooks.retry({ id: canceled?.id ?? '' })
  await expect(resend()).rejects.toMatchObject({ code: 'CONFLICT', message: 'Turn the webhook on first.' })
  // One that was queued while the webhook was being disabled.
  await db.updateTable('webhook_deliveries').set({ status: 'queued' }).execute()
  await deliverDueWebhooks(ctxFor(at(2000), null), undefined, 'anywhere')
  expect(receiver.received).toHaveLength(1)
  expect((await owner.webhooks.deliveries({ webhook_id: webhook.id })).items).toMatchObject([
    { status: 'failed', last_error: 'The webhook was disabled.' },
  ])

  await owner.webhooks.save({ ...change, enabled: true })
  await resend()
  await deliverDueWebhooks(ctxFor(at(3), null), undefined, 'anywhere')
  expect(receiver.received).toHaveLength(2)
})

test('a delivery can be resent at any time under its original id', async () => {
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

test('deliveries are deleted a month after their last attempt', async () => {
  const receiver = await startReceiver(...Array<number>(6).fill(500))
  const { db, owner, world, at } = await setUp(receiver.url)
  await owner.clients.save({ name: 'Ines', email: 'ines@example.test' })
  for (const minutes of ALL_ATTEMPTS)
    await deliverDueWebhooks(ctxFor(at(minutes), null), undefined, 'anywhere')
  await owner.clients.save({ name: 'Otto', email: 'otto@example.test' })
  await deliverDueWebhooks(ctxFor(at(0), null), undefined, 'anywhere')
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 1500 }, () => ({ ...row, id: newId() }))
  for (let from = 0; from < copies.length; from += 100)
    await db
      .insertInto('webhook_deliveries')
      .values(copies.slice(from, from + 100))
      .execute()
  await owner.clients.save({ name: 'Waiting', email: 'waiting@example.test' })
  const left = async (days: number) => {
    await cleanUp(ctxFor(at(days * 1440), null))
    const rows = await db.selectFrom('webhook_deliveries').select('status').execute()
    return Map.groupBy(rows, ({ status }) => status)
  }
  expect((await left(29)).get('failed')).toHaveLength(1501)
  const figuresOf = async (days: number) => {
    const admin = callerAs(db, world.admin, { now: new Date(TEST_NOW.getTime() + days * 86_400_000) })
    return (await admin.platform.operation()).queues.find(({ queue }) => queue === 'webhooks')?.failed
  }
  expect([await figuresOf(6), await figuresOf(8)]).toEqual([1501, 0])
  expect([...(await left(31)).keys()]).toEqual(['queued'])
})

test('the number of webhooks per agency is limited, and all are listed', async () => {
  const { db, owner, webhook } = await setUp('https://example.test/hook')
  const row = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: MAX_WEBHOOKS }, () => ({ ...row, id: newId() }))
  await db.insertInto('webhooks').values(copies).execute()
  expect(await owner.webhooks.list()).toHaveLength(MAX_WEBHOOKS + 1)
  const another = { url: 'https://example.test/other', events: ['client.created'] }
  await expect(owner.webhooks.save(another)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `Your agency has 51 webhooks, and 50 is the limit. Delete one you no longer need.`,
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

test.each([
  ['http://hooks.example.test/in', 'https://'],
  ['https://user:secret@hooks.example.test/in', 'name and password'],
  ['https://10.0.0.1/in', 'public internet'],
  ['https://[::1]/in', 'public internet'],
  ['https://2130706433/in', 'public internet'],
  ['https://0x7f.1/in', 'public internet'],
  ['https://localhost/in', 'public internet'],
  ['https://metadata.google.internal/in', 'public internet'],
  ['https://intranet/in', 'public internet'],
])('saving %s is rejected', async (url, words) => {
  const { owner, webhook } = await setUp('https://hooks.example.test/in')
  const refused = {
    code: 'BAD_REQUEST',
    cause: { details: { fields: { url: expect.stringContaining(words) } } },
  }
  const events = ['client.created']
  await expect(owner.webhooks.save({ url, events })).rejects.toMatchObject(refused)
  await expect(owner.webhooks.save({ id: webhook.id, url, events })).rejects.toMatchObject(refused)
})

test('an existing address stays valid while it is unchanged', async () => {
  const { owner, webhook } = await setUp('http://hooks.example.test/in')
  const kept = await owner.webhooks.save({ id: webhook.id, url: webhook.url, events: ['task.created'] })
  expect(kept.url).toBe('http://hooks.example.test/in')
})

test('an earlier secret is deleted once it no longer signs', async () => {
  const { db, owner, webhook, at } = await setUp('http://127.0.0.1:9/hook')
  await owner.webhooks.renewSecret({ id: webhook.id })
  const day = 24 * 60
  for (const [minutes, isStored] of [
    [day - 1, true],
    [day, false],
  ] as const) {
    await cleanUp(ctxFor(at(minutes), null))
    const [row] = await db.selectFrom('webhooks').select(['earlier_secret', 'earlier_until']).execute()
    expect([row?.earlier_secret != null, row?.earlier_until != null]).toEqual([isStored, isStored])
  }
})
