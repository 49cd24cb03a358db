import { expect, test } from 'vitest'
import { present } from '#server/base/core/calls/errors.ts'
import { addMinutes, newId } from '#server/base/db/values.ts'
import { links } from '#shared/base/links.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { addProject } from '#tests/support/work.ts'
import { addContact, createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  return {
    db,
    world,
    project_id: project.id,
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
    client: callerAs(db, world.home.client),
  }
}

test('messages have the specified fields, with the sender taken from the session', async () => {
  const { owner, world, project_id } = await setUp()
  const forged = { sender_id: newId(), sender_name: 'Somebody', sender_role: 'super_admin' }
  const sent = await owner.messages.send({ project_id, content: '  Hello  ', ...forged })
  expect(sent).toMatchObject({
    project_id,
    sender_id: world.home.owner.userId,
    sender_name: world.home.owner.name,
    sender_role: 'agency_admin',
    content: 'Hello',
    read_by: [world.home.owner.userId],
    timestamp: TEST_NOW.toISOString(),
  })
})

test('blank messages are rejected', async () => {
  const { owner, project_id } = await setUp()
  for (const content of ['', '   ', '\n'])
    await expect(owner.messages.send({ project_id, content })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a conversation is read backwards in pages, each in ascending order', async () => {
  const { owner, project_id } = await setUp()
  for (let index = 1; index <= 5; index++) await owner.messages.send({ project_id, content: `${index}` })
  const newest = await owner.messages.list({ project_id, limit: 2 })
  expect(newest.items.map((message) => message.content)).toEqual(['4', '5'])
  const older = await owner.messages.list({ project_id, limit: 2, cursor: newest.nextCursor })
  expect(older.items.map((message) => message.content)).toEqual(['2', '3'])
  const oldest = await owner.messages.list({ project_id, limit: 2, cursor: older.nextCursor })
  expect(oldest.items.map((message) => message.content)).toEqual(['1'])
  expect(oldest.nextCursor).toBeNull()
})

test("timestamps never decrease, whatever the processes' clocks", async () => {
  const { db, world, owner, project_id } = await setUp()
  await owner.messages.send({ project_id, content: 'first' })
  const slow = callerAs(db, world.home.employee, { now: addMinutes(TEST_NOW, -5) })
  await slow.messages.send({ project_id, content: 'second' })
  const { items } = await owner.messages.list({ project_id })
  expect(items.map((message) => [message.content, message.timestamp])).toEqual([
    ['first', TEST_NOW.toISOString()],
    ['second', TEST_NOW.toISOString()],
  ])
})

test('a message resent with its id is stored once', async () => {
  const { owner, employee, project_id } = await setUp()
  const message = { id: newId(), project_id, content: 'Once' }
  const copies = await Promise.all([owner.messages.send(message), owner.messages.send(message)])
  expect(copies.map((copy) => copy.id)).toEqual([message.id, message.id])
  expect((await owner.messages.list({ project_id })).items).toHaveLength(1)
  await expect(employee.messages.send(message)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test("a message id can't be reused, also by the same sender in another project", async () => {
  const { db, world, owner, employee, project_id } = await setUp()
  const other = await addProject(db, world.home, { name: 'Other' })
  const id = newId()
  await owner.messages.send({ id, project_id, content: 'Mine' })
  const taken = { code: 'CONFLICT' }
  await expect(owner.messages.send({ id, project_id: other.id, content: 'Mine' })).rejects.toMatchObject(
    taken,
  )
  await expect(employee.messages.send({ id, project_id, content: 'Mine' })).rejects.toMatchObject(taken)
})

test('opening a conversation marks it read and shows the sender who has seen it', async () => {
  const { owner, client, world, project_id } = await setUp()
  await owner.messages.send({ project_id, content: 'One' })
  await owner.messages.send({ project_id, content: 'Two' })
  expect(await client.messages.unreadCount()).toBe(2)
  expect((await client.messages.projects({})).items).toMatchObject([{ id: project_id, unread: 2 }])
  await client.messages.markRead({ project_id })
  expect(await client.messages.unreadCount()).toBe(0)
  await owner.messages.send({ project_id, content: 'Three' })
  const { items } = await owner.messages.list({ project_id })
  const both = [world.home.owner.userId, world.home.client.userId]
  expect(items.map((message) => message.read_by)).toEqual([both, both, [world.home.owner.userId]])
})

test('all conversations are marked as read at once, for the caller only', async () => {
  const { db, world, owner, employee, client, project_id } = await setUp()
  const other = await addProject(db, world.home, { name: 'Other' })
  await owner.messages.send({ project_id, content: 'One' })
  await client.messages.markRead({ project_id })
  await owner.messages.send({ project_id, content: 'Two' })
  await owner.messages.send({ project_id: other.id, content: 'Three', mentions: [world.home.client.userId] })
  const foreign = callerAs(db, world.foreign.owner)
  await foreign.messages.markAllRead()
  expect(await client.messages.unreadCount()).toBe(2)
  await client.messages.markAllRead()
  expect(await client.messages.unreadCount()).toBe(0)
  expect(await client.notifications.unreadCount()).toBe(0)
  expect(await employee.messages.unreadCount()).toBeGreaterThan(0)
})

test('own messages are never unread, and replying marks earlier ones read', async () => {
  const { owner, client, project_id } = await setUp()
  await owner.messages.send({ project_id, content: 'Question?' })
  expect(await owner.messages.unreadCount()).toBe(0)
  await client.messages.send({ project_id, content: 'Answer.' })
  expect(await client.messages.unreadCount()).toBe(0)
  expect(await owner.messages.unreadCount()).toBe(1)
})

test('the project list shows the last message and sorts by it', async () => {
  const { db, world, owner, project_id } = await setUp()
  const other = await addProject(db, world.home, { name: 'Other' })
  await callerAs(db, world.home.owner, { now: addMinutes(TEST_NOW, 1) }).messages.send({
    project_id,
    content: 'Latest',
  })
  const { items } = await owner.messages.projects({})
  expect(items.map((project) => [project.id, project.last_message?.content])).toEqual([
    [project_id, 'Latest'],
    [other.id, undefined],
  ])
  expect(items[0]).toMatchObject({ name: 'Website', category: 'design', status: 'planning' })
  const searched = await owner.messages.projects({ search: 'oth' })
  expect(searched.items.map((project) => project.id)).toEqual([other.id])
})

test("a client can't see or join another client's conversation", async () => {
  const { db, world, client } = await setUp()
  await callerAs(db, world.home.owner).clients.save({ name: 'Second', email: 'second@example.test' })
  const foreign = await addProject(db, world.home, { name: 'Not yours', client: 'Second' })
  await callerAs(db, world.home.owner).messages.send({ project_id: foreign.id, content: 'Secret' })
  expect((await client.messages.projects({})).items.map((project) => project.name)).toEqual(['Website'])
  expect(await client.messages.unreadCount()).toBe(0)
  const refused = { code: 'NOT_FOUND' }
  await expect(client.messages.list({ project_id: foreign.id })).rejects.toMatchObject(refused)
  await expect(client.messages.send({ project_id: foreign.id, content: 'Hi' })).rejects.toMatchObject(refused)
})

test('without a project, all visible messages are listed in one order', async () => {
  const { db, world, owner, client, project_id } = await setUp()
  await owner.clients.save({ name: 'Second', email: 'second@example.test' })
  const other = await addProject(db, world.home, { name: 'Not theirs', client: 'Second' })
  const abroad = await addProject(db, world.foreign, { name: 'Abroad' })
  const send = (minutes: number, to: string, content: string, person = world.home.owner) =>
    callerAs(db, person, { now: addMinutes(TEST_NOW, minutes) }).messages.send({ project_id: to, content })
  await send(1, project_id, 'one')
  await send(2, other.id, 'two')
  await send(3, project_id, 'three')
  await send(4, abroad.id, 'four', world.foreign.owner)
  const contents = async (caller: typeof owner) =>
    (await caller.messages.list({})).items.map((message) => message.content)
  expect(await contents(owner)).toEqual(['one', 'two', 'three'])
  expect(await contents(client)).toEqual(['one', 'three'])
  expect(await contents(callerAs(db, world.admin))).toEqual(['one', 'two', 'three', 'four'])
  expect(await contents(callerAs(db, world.waitingClient))).toEqual([])
  const newest = await owner.messages.list({ limit: 2 })
  expect(newest.items.map((message) => message.content)).toEqual(['two', 'three'])
  const oldest = await owner.messages.list({ limit: 2, cursor: newest.nextCursor })
  expect(oldest.items.map((message) => message.content)).toEqual(['one'])
})

test('messages of archived projects are unread again once the project is restored', async () => {
  const { owner, client, db, world, project_id } = await setUp()
  const opened = await addProject(db, world.home)
  for (const id of [project_id, opened.id]) await owner.messages.send({ project_id: id, content: 'First' })
  await client.messages.markRead({ project_id: opened.id })
  await owner.messages.send({ project_id: opened.id, content: 'Second' })
  const archive = async (archived: boolean) => {
    for (const id of [project_id, opened.id]) await owner.projects.setArchived({ id, archived })
  }
  const unread = async () => ({
    badge: await client.messages.unreadCount(),
    listed: (await client.messages.projects({})).items.map((project) => project.unread).toSorted(),
    waiting: (await client.dashboard.waiting()).items.length,
  })
  expect(await unread()).toEqual({ badge: 2, listed: [1, 1], waiting: 2 })
  await archive(true)
  expect(await unread()).toEqual({ badge: 0, listed: [], waiting: 0 })
  // Its conversation isn’t listed, so the notification leads to it.
  await client.notifications.markAllRead()
  await owner.messages.send({ project_id, content: 'Third' })
  const [notification] = (await client.notifications.list({ unread: true })).items
  expect(notification?.link).toBe(links.thread(project_id))
  expect(await unread()).toEqual({ badge: 0, listed: [], waiting: 0 })
  expect((await client.messages.list({ project_id })).items).toHaveLength(2)
  await client.messages.markAllRead()
  await archive(false)
  expect(await unread()).toEqual({ badge: 3, listed: [1, 2], waiting: 2 })
})

test('own messages can be edited and deleted for 15 minutes, and are marked', async () => {
  const { db, world, owner, employee, project_id } = await setUp()
  const { id } = await owner.messages.send({ project_id, content: 'Frist' })
  const inTime = callerAs(db, world.home.owner, { now: addMinutes(TEST_NOW, 15) })
  const tooLate = callerAs(db, world.home.owner, { now: addMinutes(TEST_NOW, 16) })
  expect(await inTime.messages.edit({ id, content: 'First' })).toMatchObject({
    content: 'First',
    edited_at: addMinutes(TEST_NOW, 15).toISOString(),
  })
  await expect(tooLate.messages.edit({ id, content: 'Late' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(employee.messages.delete({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await inTime.messages.delete({ id })).toMatchObject({ content: '', deleted: true })
  await expect(inTime.messages.edit({ id, content: 'Again' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await employee.messages.unreadCount()).toBe(0)
})

test('a conversation consists of the agency and its client, and only they can be mentioned', async () => {
  const { world, owner, project_id } = await setUp()
  const people = await owner.messages.people({ project_id })
  expect(people.map((person) => person.user_id).sort()).toEqual(
    [world.home.owner.userId, world.home.employee.userId, world.home.client.userId].sort(),
  )
  const sent = await owner.messages.send({
    project_id,
    content: '@Home Employee and @Foreign Owner',
    mentions: [world.home.employee.userId, world.foreign.owner.userId],
  })
  expect(sent.mentions).toEqual([world.home.employee.userId])
})

test("a contact without project access isn't included and can't be mentioned", async () => {
  const { db, world, owner, project_id } = await setUp()
  const { client } = world.home
  const seeing = await addContact(db, client, 'Paul Projects', { seesProjects: true, seesBilling: false })
  const paying = await addContact(db, client, 'Bea Billing', { seesProjects: false, seesBilling: true })
  const listed = (await owner.messages.people({ project_id })).map(({ user_id }) => user_id)
  expect(listed).toContain(seeing.userId)
  expect(listed).not.toContain(paying.userId)
  const mentions = [seeing.userId, paying.userId]
  const sent = await owner.messages.send({ project_id, content: '@Paul Projects @Bea Billing', mentions })
  expect(sent.mentions).toEqual([seeing.userId])
})

test('people who may not sign in can’t be mentioned', async () => {
  const { db, world, owner, project_id } = await setUp()
  const { client, employee } = world.home
  const listed = async () => (await owner.messages.people({ project_id })).map(({ user_id }) => user_id)
  await db
    .updateTable('employees')
    .set({ deactivated_at: TEST_NOW.toISOString() })
    .where('id', '=', employee.employeeId)
    .execute()
  expect(await listed()).not.toContain(employee.userId)
  expect(await listed()).toContain(client.userId)
  await db.updateTable('clients').set({ portal_access: 0 }).where('id', '=', client.clientId).execute()
  expect(await listed()).toEqual([world.home.owner.userId])
})

test('files of the project can be attached, others are rejected', async () => {
  const { db, world, owner, project_id } = await setUp()
  const other = await addProject(db, world.home, { name: 'Other' })
  const own = await addFile(project_id)
  const foreign = await addFile(other.id)
  const sent = await owner.messages.send({ project_id, content: 'See here', file_ids: [own] })
  expect(sent.attachments).toEqual([{ id: own, name: 'plan.pdf', content_type: 'application/pdf', size: 7 }])
  await expect(
    owner.messages.send({ project_id, content: 'And here', file_ids: [foreign] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })

  async function addFile(projectId: string): Promise<string> {
    const id = newId()
    await db
      .insertInto('files')
      .values({
        agency_id: world.home.agencyId,
        id,
        project_id: projectId,
        kind: 'attachment',
        name: 'plan.pdf',
        content_type: 'application/pdf',
        size: 7,
        sha256: 'none',
        storage_key: id,
        uploaded_by_name: 'Home Owner',
        created_at: TEST_NOW.toISOString(),
      })
      .execute()
    return id
  }
})

test('too many files are rejected with a message that states the limit', async () => {
  const { owner, project_id } = await setUp()
  const file_ids = Array.from({ length: 21 }, newId)
  await expect(owner.messages.send({ project_id, content: 'All', file_ids })).rejects.toThrow(
    'Attach at most 20 files.',
  )
})

test('the platform administrator can write anywhere, audited, and follows opened conversations', async () => {
  const { db, world, owner, project_id } = await setUp()
  const admin = callerAs(db, world.admin)
  await owner.messages.send({ project_id, content: 'Unseen' })
  expect(await admin.messages.unreadCount()).toBe(0)
  await admin.messages.send({ project_id, content: 'Support here' })
  await owner.messages.send({ project_id, content: 'Thanks' })
  expect(await admin.messages.unreadCount()).toBe(1)
  const audited = await db
    .selectFrom('activity')
    .select(['agency_id', 'actor_id'])
    .where('action', '=', 'message.sent')
    .execute()
  expect(audited).toEqual([{ agency_id: world.home.agencyId, actor_id: world.admin.userId }])
})

test('people without an agency have no conversations', async () => {
  const { db, world } = await setUp()
  for (const scope of [world.waitingEmployee, world.waitingClient]) {
    const caller = callerAs(db, scope)
    expect((await caller.messages.projects({})).items).toEqual([])
    expect(await caller.messages.unreadCount()).toBe(0)
  }
})

test('a new contributor starts with nothing unread, and isn’t shown to others as a reader of earlier messages', async () => {
  const { db, world, owner, client, project_id } = await setUp()
  await client.messages.send({ project_id, content: 'Anyone here?' })
  const email = 'nora@example.test'
  await owner.invitations.create({ email, role: 'employee' })
  const token = await mailedToken(db, email, 'invitation')
  const browser = openBrowser(db)
  const newcomer = { name: 'Nora New', password: 'quiet-harbour-7' }
  await (await browser.api()).invitations.accept({ token, ...newcomer })
  const nora = await browser.api()
  expect(await nora.messages.unreadCount()).toBe(0)
  expect((await nora.messages.projects({})).items).toMatchObject([{ id: project_id, unread: 0 }])
  await client.messages.send({ project_id, content: 'Welcome!' })
  expect(await nora.messages.unreadCount()).toBe(1)
  await nora.messages.markRead({ project_id })
  const { items } = await client.messages.list({ project_id })
  expect(items.map(({ read_by }) => read_by.length)).toEqual([1, 2])
  // For the newcomer, nothing is left to be read.
  const own = await nora.messages.list({ project_id })
  expect(own.items.map(({ read_by }) => read_by.length)).toEqual([2, 2])
  const { id } = present((await owner.employees.list({ search: 'Nora' })).items[0], 'Nora')
  await owner.employees.setDeactivated({ id, deactivated: true })
  const seen = (await client.messages.list({ project_id })).items
  expect(
    seen.map(({ read_by }) => read_by.length),
    'by those who are still here',
  ).toEqual([1, 1])
  await owner.employees.removeAccount({ id })
  await owner.employees.setDeactivated({ id, deactivated: false })
  await client.messages.send({ project_id, content: 'Are you back?' })
  const now = addMinutes(TEST_NOW, 1)
  await callerAs(db, world.home.owner, { now }).invitations.create({
    email,
    role: 'employee',
    employee_id: id,
  })
  const again = await mailedToken(db, email, 'invitation')
  await (await browser.api()).invitations.accept({ token: again, password: newcomer.password })
  expect(await (await browser.api()).messages.unreadCount(), 'of one who returns').toBe(0)
})
