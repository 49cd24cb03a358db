import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { addClient, createWorld, type World } from '#tests/support/world.ts'

/** A second client with their own project, besides the first one's. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const at = (minute: number) => ({ now: new Date(Date.UTC(2026, 2, 4, 10, minute)) })
  const owner = (minute: number) => callerAs(db, world.home.owner, at(minute))
  await owner(1).clients.save({ name: 'Priya Nair', email: 'priya@example.test' })
  await owner(2).projects.create({ name: 'Mine', category: 'design', client: world.home.client.name })
  await owner(3).projects.create({ name: 'Hers', category: 'design', client: 'Priya Nair' })
  await callerAs(db, world.foreign.owner, at(4)).clients.save({ name: 'Far', email: 'far@example.test' })
  return { db, world }
}

async function summariesFor(
  { db, world }: Awaited<ReturnType<typeof setUp>>,
  who: (world: World) => World['admin'],
) {
  const { items } = await callerAs(db, who(world)).activity.list({})
  return items.map((item) => item.summary)
}

test('the owner sees all activity of their agency, newest first', async () => {
  const summaries = await summariesFor(await setUp(), (world) => world.home.owner)
  expect(summaries).toHaveLength(3)
  expect(summaries[0]).toContain('Hers')
  expect(summaries[1]).toContain('Mine')
  expect(summaries[2]).toBe('Priya Nair added as a client')
})

test('a contributor sees activity of projects and tasks, not of clients', async () => {
  const summaries = await summariesFor(await setUp(), (world) => world.home.employee)
  expect(summaries).toHaveLength(2)
  expect(summaries.join()).not.toContain('added as a client')
})

test('a client sees activity of their own projects only', async () => {
  const summaries = await summariesFor(await setUp(), (world) => world.home.client)
  expect(summaries).toHaveLength(1)
  expect(summaries[0]).toContain('Mine')
})

test("a project's next client doesn't see what was done for the previous one", async () => {
  const { db, world } = await setUp()
  const [owner, client] = [callerAs(db, world.home.owner), callerAs(db, world.home.client)]
  const next = callerAs(db, await addClient(db, world.home.agencyId, 'Next Client', 'Next Company'))
  const edit = { name: 'Mine', category: 'design', status: 'planning', progress: null } as const
  const [project] = (await client.projects.list({})).items
  if (project === undefined) throw new Error('no project')
  const project_id = project.id
  const task = await owner.tasks.save({ project_id, title: 'Announce layoffs' })
  await owner.tasks.delete({ id: task.id })
  const { version } = await owner.projects.get({ id: project_id })
  await owner.projects.update({ ...edit, id: project_id, version, client: 'Next Client' })
  await owner.tasks.save({ project_id, title: 'Logo' })
  const summaries = (await next.activity.list({ project_id })).items.map(({ summary }) => summary)
  expect(summaries.toSorted()).toEqual(['Project “Mine” updated', 'Task “Logo” created'])
  expect((await owner.activity.list({ project_id })).items.length).toBe(5)
  expect((await client.activity.list({})).items).toEqual([])
})

test("a client's history covers its own and its projects' activity, and is empty for other agencies", async () => {
  const { db, world } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const [priya] = (await owner.clients.list({ search: 'Priya' })).items
  const { items } = await owner.activity.list({ client_id: priya?.id })
  expect(items.map((item) => item.subject.type)).toEqual(['project', 'client'])
  const abroad = callerAs(db, world.foreign.owner)
  expect((await abroad.activity.list({ client_id: priya?.id })).items).toEqual([])
})

test('the platform administrator sees activity of all agencies with their names', async () => {
  const { db, world } = await setUp()
  const { items } = await callerAs(db, world.admin).activity.list({})
  expect(items.map((item) => item.agency_name)).toEqual([
    'Foreign Agency',
    'Home Agency',
    'Home Agency',
    'Home Agency',
  ])
})

test('people without an agency see no activity', async () => {
  const context = await setUp()
  expect(await summariesFor(context, (world) => world.waitingEmployee)).toEqual([])
  expect(await summariesFor(context, (world) => world.waitingClient)).toEqual([])
})

test('the list is paged without gaps or repeats', async () => {
  const { db, world } = await setUp()
  const admin = callerAs(db, world.admin)
  const first = await admin.activity.list({ limit: 3 })
  const second = await admin.activity.list({ limit: 3, cursor: first.nextCursor })
  expect(second.nextCursor).toBeNull()
  expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(4)
})

test("an invoice's history shows its own payments only", async () => {
  const { db, world } = await setUp()
  const [owner, client] = [callerAs(db, world.home.owner), callerAs(db, world.home.client)]
  const clientId = world.home.client.clientId
  const id = await sendInvoiceTo(owner, clientId)
  const other = await sendInvoiceTo(owner, clientId)
  for (const invoice_id of [id, other]) await client.payments.payInvoice({ invoice_id, ...card() })
  const { items } = await owner.activity.list({ invoice_id: id })
  expect(items.map((item) => item.action).toSorted()).toEqual([
    'invoice.created',
    'invoice.receipt-sent',
    'invoice.sent',
    'payment.succeeded',
  ])
})

test("an invitation's activity names the role and the client", async () => {
  const { db, world } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const [invited] = (await owner.clients.list({ search: 'Priya' })).items
  await owner.invitations.create({ email: 'priya@example.test', role: 'client', client_id: invited?.id })
  await owner.invitations.create({ email: 'new@example.test', role: 'employee' })
  const { items } = await owner.activity.list({})
  const sent = items.filter((item) => item.action === 'invitation.sent').map((item) => item.invited)
  expect(sent).toContainEqual({ role: 'client', client_id: invited?.id })
  expect(sent).toContainEqual({ role: 'employee', client_id: null })
  expect(items.find((item) => item.subject.type === 'project')?.invited).toBeNull()
})
