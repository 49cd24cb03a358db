import { expect, test } from 'vitest'
import { links } from '#shared/base/links.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addFile, addProject } from '#tests/support/work.ts'
import { addContact, createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const contact = await addContact(db, world.home.client, 'Carla Contact', {
    seesProjects: true,
    seesBilling: false,
  })
  return {
    db,
    world,
    project,
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
    client: callerAs(db, world.home.client),
    contact: callerAs(db, contact),
  }
}

const TAKEN_UP = { code: 'CONFLICT', message: expect.stringMatching(/^The team has taken up this request/) }

test('a request is an unassigned task that names who requested it, and notifies the owners', async () => {
  const { owner, employee, client, world, project } = await setUp()
  const request = { project_id: project.id, title: 'A darker logo', description: 'For print' }
  const task = await client.tasks.request(request)
  expect(task).toMatchObject({
    ...request,
    status: 'todo',
    priority: 'medium',
    assigned_to_id: null,
    requested_by: { user_id: world.home.client.userId, name: 'Home Client' },
  })
  expect((await owner.tasks.list({})).items).toEqual([task])
  expect((await owner.notifications.list({})).items).toMatchObject([
    { event: 'task_request', title: 'Home Client requested A darker logo' },
  ])
  expect((await employee.notifications.list({})).items).toEqual([])
})

test('completed and archived projects take no requests', async () => {
  const { owner, client, project } = await setUp()
  const request = { project_id: project.id, title: 'Late' }
  await owner.projects.setStatus({ id: project.id, status: 'completed' })
  await expect(client.tasks.request(request)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await owner.projects.setStatus({ id: project.id, status: 'review' })
  await owner.projects.setArchived({ id: project.id, archived: true })
  await expect(client.tasks.request(request)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('its requester changes and withdraws a request until the team takes it up', async () => {
  const { owner, client, contact, world, project } = await setUp()
  const { id } = await client.tasks.request({ project_id: project.id, title: 'Logo' })
  expect(await client.tasks.get({ id })).toMatchObject({ can_change_request: true })
  expect(await contact.tasks.get({ id })).toMatchObject({ can_change_request: false })
  const forbidden = { code: 'FORBIDDEN' }
  await expect(contact.tasks.editRequest({ id, title: 'Mine' })).rejects.toMatchObject(forbidden)
  await expect(contact.tasks.withdrawRequest({ id })).rejects.toMatchObject(forbidden)

  const edited = await client.tasks.editRequest({ id, title: 'Dark logo', description: 'Print' })
  expect(edited).toMatchObject({ title: 'Dark logo', description: 'Print', version: 2 })
  await expect(client.tasks.editRequest({ id, title: 'Old', version: 1 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })

  const assigned_to_id = world.home.employee.employeeId
  await owner.tasks.bulk({ ids: [id], action: 'assign', assigned_to_id })
  await expect(client.tasks.editRequest({ id, title: 'Red logo' })).rejects.toMatchObject(TAKEN_UP)
  await expect(client.tasks.withdrawRequest({ id })).rejects.toMatchObject(TAKEN_UP)
  expect(await client.tasks.get({ id })).toMatchObject({ can_change_request: false })

  await owner.tasks.bulk({ ids: [id], action: 'assign', assigned_to_id: null })
  await owner.tasks.setStatus({ id, status: 'in_progress' })
  await expect(client.tasks.withdrawRequest({ id })).rejects.toMatchObject(TAKEN_UP)
})

test('requests are listed until someone is assigned or starts', async () => {
  const { owner, employee, client, world, project } = await setUp()
  const request = async (title: string) => client.tasks.request({ project_id: project.id, title })
  const [assigned, started, open] = [await request('Logo'), await request('Menu'), await request('Shop')]
  await owner.tasks.save({ project_id: project.id, title: 'Ours' })
  const listed = async (caller = owner) =>
    (await caller.tasks.list({ requested: true })).items.map(({ id }) => id)
  expect((await listed()).toSorted()).toEqual([assigned.id, started.id, open.id].toSorted())
  const assigned_to_id = world.home.employee.employeeId
  await owner.tasks.bulk({ ids: [assigned.id], action: 'assign', assigned_to_id })
  await employee.tasks.setStatus({ id: started.id, status: 'in_progress' })
  expect([await listed(), await listed(client)]).toEqual([[open.id], [open.id]])
})

test('a withdrawn request takes its notification back', async () => {
  const { owner, client, project } = await setUp()
  const { id } = await client.tasks.request({ project_id: project.id, title: 'Logo' })
  await client.tasks.addComment({ task_id: id, text: 'For Friday', mentions: [], file_ids: [] })
  await client.tasks.withdrawRequest({ id })
  expect((await owner.tasks.list({})).items).toEqual([])
  expect((await owner.notifications.list({})).items).toEqual([])
})

test('requests for a project in quick succession are one notification, which opens the list', async () => {
  const { db, owner, client, world, project } = await setUp()
  const other = await addProject(db, world.home, { name: 'Shop' })
  for (const title of ['Logo', 'Menu', 'Flyer']) await client.tasks.request({ project_id: project.id, title })
  const { id } = await client.tasks.request({ project_id: other.id, title: 'Checkout' })
  const news = async () =>
    (await owner.notifications.list({})).items.map(({ title, link, count }) => ({ title, link, count }))
  const burst = { title: '3 new requests in Website', link: links.requests(project.id), count: 3 }
  expect((await news()).toSorted((one, another) => one.count - another.count)).toEqual([
    { title: 'Home Client requested Checkout', link: links.task(id), count: 1 },
    burst,
  ])
  const [latest] = (await owner.tasks.list({ requested: true, project_id: project.id })).items
  await client.tasks.withdrawRequest({ id: latest?.id ?? '' })
  await client.tasks.withdrawRequest({ id })
  expect(await news()).toEqual([burst])
})

test.each<[string, (portal: Awaited<ReturnType<typeof setUp>>, task_id: string) => Promise<unknown>]>([
  ['an internal comment', ({ employee }, task_id) => employee.tasks.addComment({ task_id, text: 'Hm' })],
  [
    'a file',
    ({ db, world, project }, task_id) =>
      addFile(db, world.home, { project_id: project.id, task_id, kind: 'attachment' }),
  ],
  [
    'a subtask',
    async ({ owner }, id) => {
      const { title, project_id } = await owner.tasks.get({ id })
      await owner.tasks.save({ id, title, project_id, subtasks: [{ title: 'Sketch' }] })
    },
  ],
  [
    'recorded time',
    ({ employee }, task_id) =>
      employee.workLog.save({ task_id, time: { kind: 'duration', date: '2026-03-03', duration: '1h' } }),
  ],
])('%s of the team takes a request up', async (_what, takeUp) => {
  const portal = await setUp()
  const { client, project } = portal
  const { id } = await client.tasks.request({ project_id: project.id, title: 'Logo' })
  await takeUp(portal, id)
  expect(await client.tasks.get({ id })).toMatchObject({ can_change_request: false })
  await expect(client.tasks.withdrawRequest({ id })).rejects.toMatchObject(TAKEN_UP)
})

test('tasks of the team are nobody’s request', async () => {
  const { owner, client, project } = await setUp()
  const { id } = await owner.tasks.save({ project_id: project.id, title: 'Ours' })
  expect(await client.tasks.get({ id })).toMatchObject({ requested_by: null, can_change_request: false })
  await expect(client.tasks.withdrawRequest({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a person requests 20 tasks a day', async () => {
  const { client, contact, project } = await setUp()
  const request = { project_id: project.id, title: 'More' }
  await expect(client.tasks.request({ ...request, project_id: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  for (let count = 0; count < 20; count++) await client.tasks.request(request)
  await expect(client.tasks.request(request)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many attempts. Please try again in 24 hours.',
  })
  await contact.tasks.request(request)
})
