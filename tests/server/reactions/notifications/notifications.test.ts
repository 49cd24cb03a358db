import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { transact } from '#server/base/core/transaction.ts'
import { addMinutes } from '#server/base/db/values.ts'
import { type NotificationEntry, notify } from '#server/reactions/notifications/commands/notify.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { unsubscribe } from '#server/reactions/notifications/commands/save-preferences.ts'
import { links } from '#shared/base/links.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { owner, employee } = world.home
  /** The owner causes a notification for the contributor. */
  const tell = (entry: Partial<NotificationEntry> = {}, minutes = 0) =>
    transact(ctxFor(db, owner, addMinutes(TEST_NOW, minutes)), (tx) =>
      notify(tx, {
        event: 'task_assigned',
        userIds: [employee.userId],
        title: 'You were assigned Contact form',
        link: '/tasks',
        ...entry,
      }),
    )
  const mails = () =>
    db.selectFrom('mail_outbox').select(['recipient', 'subject', 'text']).orderBy('created_at').execute()
  const deliver = (minutes: number) =>
    queueNotificationMails(ctxFor(testServices(db), null, addMinutes(TEST_NOW, minutes)))
  return { db, world, tell, mails, deliver, employee: callerAs(db, employee), owner: callerAs(db, owner) }
}

test('a notification is counted and listed until it is read', async () => {
  const { employee, tell } = await setUp()
  await tell()
  expect(await employee.notifications.unreadCount()).toBe(1)
  const { items } = await employee.notifications.list({})
  expect(items).toMatchObject([{ title: 'You were assigned Contact form', link: '/tasks', read: false }])
  await employee.notifications.markRead({ id: items[0]?.id ?? '' })
  expect(await employee.notifications.unreadCount()).toBe(0)
  expect((await employee.notifications.list({})).items).toMatchObject([{ read: true }])
  expect((await employee.notifications.list({ unread: true })).items).toEqual([])
})

test('no one is notified of their own action, or twice of the same', async () => {
  const { world, owner, employee, tell } = await setUp()
  const { userId } = world.home.employee
  await tell({ userIds: [world.home.owner.userId, userId, userId] })
  expect(await owner.notifications.unreadCount()).toBe(0)
  expect((await employee.notifications.list({})).items).toMatchObject([{ count: 1 }])
})

test('a burst becomes one notification, a later event a separate one', async () => {
  const { employee, tell } = await setUp()
  const entry = { group: 'message:1', burstTitle: (count: number) => `${count} new messages` }
  await tell(entry)
  await tell(entry, 3)
  await tell(entry, 12)
  expect((await employee.notifications.list({})).items).toMatchObject([{ title: '3 new messages', count: 3 }])
  await tell(entry, 60)
  expect(await employee.notifications.unreadCount()).toBe(2)
})

test("a reminder isn't repeated, read or unread", async () => {
  const { employee, tell } = await setUp()
  const entry = { once: true, group: 'task_due:1:2026-03-05' }
  await tell(entry)
  await employee.notifications.markAllRead()
  await tell(entry, 600)
  expect((await employee.notifications.list({})).items).toHaveLength(1)
})

test('a rolled-back change notifies no one', async () => {
  const { db, world, employee } = await setUp()
  await transact(ctxFor(db, null), async (tx) => {
    await notify(tx, {
      event: 'message',
      userIds: [world.home.employee.userId],
      title: 'News',
      link: '/messages',
    })
    throw new Error('rolled back')
  }).catch(() => {})
  expect(await employee.notifications.unreadCount()).toBe(0)
})

test("all are marked read at once, without affecting other people's", async () => {
  const { world, owner, employee, tell } = await setUp()
  await tell({ userIds: [world.home.employee.userId, world.home.client.userId], link: '/a' })
  await tell({ link: '/b' })
  expect(await employee.notifications.unreadCount()).toBe(2)
  await employee.notifications.markAllRead()
  expect(await employee.notifications.unreadCount()).toBe(0)
  expect(await owner.notifications.unreadCount()).toBe(0)
})

test('opening what notifications are about marks them read, and isn’t mailed', async () => {
  const { db, world, owner, employee, deliver, mails } = await setUp()
  const { userId, employeeId } = world.home.employee
  const project = await addProject(db, world.home, { assigned_employee_ids: [employeeId] })
  const [form, other] = [
    await addTask(db, world.home.owner, project.id),
    await addTask(db, world.home.owner, project.id),
  ]
  for (const task_id of [form.id, other.id])
    await owner.tasks.addComment({ task_id, text: 'And you?', mentions: [userId] })
  const link = `/tasks?task=${form.id}`
  await owner.notifications.markLinkRead({ link })
  await callerAs(db, world.foreign.employee).notifications.markLinkRead({ link })
  expect(await employee.notifications.unreadCount()).toBe(2)
  await employee.notifications.markLinkRead({ link })
  const { items } = await employee.notifications.list({ unread: true })
  expect(items).toMatchObject([{ link: `/tasks?task=${other.id}` }])
  await deliver(5)
  expect(await mails()).toMatchObject([{ text: expect.not.stringContaining(form.id) }])
})

test('opening one file doesn’t mark a burst about other files as read', async () => {
  const { employee, tell } = await setUp()
  const link = '/projects?project=p&file=f'
  const files = { event: 'file', link, burstTitle: (count: number) => `${count} files are ready` } as const
  for (const group of ['file:p', 'file:p', 'file_review:f', 'file_review:f']) await tell({ ...files, group })
  await employee.notifications.markLinkRead({ link })
  expect((await employee.notifications.list({ unread: true })).items).toMatchObject([
    { title: '2 files are ready', count: 2 },
  ])
})

test('the list is paged newest first', async () => {
  const { employee, tell } = await setUp()
  for (let index = 0; index < 5; index++) await tell({ link: `/${index}` }, index)
  const first = await employee.notifications.list({ limit: 3 })
  const second = await employee.notifications.list({ limit: 3, cursor: first.nextCursor })
  expect([...first.items, ...second.items].map((item) => item.link)).toEqual(['/4', '/3', '/2', '/1', '/0'])
  expect(second.nextCursor).toBeNull()
})

test('each person chooses the channels of each event', async () => {
  const { employee, tell, mails, deliver } = await setUp()
  const saved = await employee.notifications.savePreferences({
    delivery: 'instant',
    events: [
      { event: 'task_assigned', in_app: false, email: true },
      { event: 'message', in_app: true, email: false },
    ],
  })
  expect(saved.events.find((row) => row.event === 'task_assigned')).toMatchObject({
    in_app: false,
    email: true,
  })
  expect(await employee.notifications.preferences()).toEqual(saved)
  await tell()
  await tell({ event: 'message', title: 'A message', link: '/messages' })
  expect((await employee.notifications.list({})).items.map((item) => item.title)).toEqual(['A message'])
  expect(await employee.notifications.unreadCount()).toBe(1)
  await deliver(5)
  expect((await mails()).map((mail) => mail.subject)).toEqual(['You were assigned Contact form'])
})

test('unread notifications are sent in one email, never twice', async () => {
  const { world, employee, tell, mails, deliver } = await setUp()
  await tell()
  await tell({ title: 'You were assigned Landing page', link: '/b' })
  await deliver(1)
  expect(await mails(), 'waits for a burst to end').toEqual([])
  await deliver(3)
  await deliver(4)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: world.home.employee.email,
    subject: 'You have 2 new notifications',
  })
  expect(mail?.text).toContain('Contact form')
  expect(mail?.text).toContain('Landing page')
  await tell({ title: 'Read in time', link: '/c' }, 20)
  await employee.notifications.markAllRead()
  await deliver(30)
  expect(await mails()).toHaveLength(1)
})

test('news that replaces what was already emailed is emailed as well, unless it says the same', async () => {
  const { tell, mails, deliver } = await setUp()
  const moved = (to: string) => ({ title: `Kickoff was moved to ${to}`, group: 'event_changed:1:all' })
  await tell(moved('Monday'))
  await deliver(3)
  await tell(moved('Tuesday'), 5)
  await deliver(6)
  expect(await mails(), 'waits for a burst to end').toHaveLength(1)
  await deliver(8)
  await deliver(9)
  await tell(moved('Tuesday'), 10)
  await deliver(13)
  const subjects = (await mails()).map(({ subject }) => subject)
  expect(subjects).toEqual(['Kickoff was moved to Monday', 'Kickoff was moved to Tuesday'])
})

test("the daily digest is sent once, at eight in the agency's time zone", async () => {
  const { employee, tell, mails, deliver } = await setUp()
  await employee.notifications.savePreferences({ delivery: 'daily', events: [] })
  await tell()
  // It is 10:00 UTC, 11:00 in Berlin; the next digest is due at 07:00 UTC.
  await deliver(60)
  await deliver(20 * 60)
  expect(await mails()).toEqual([])
  await deliver(21 * 60)
  await deliver(21 * 60 + 1)
  expect(await mails()).toHaveLength(1)
})

test("an email's unsubscribe link stops further ones", async () => {
  const { db, employee, tell, mails, deliver } = await setUp()
  await tell()
  await deliver(3)
  const token = /unsubscribe\?token=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1] ?? ''
  expect(await unsubscribe(ctxFor(db, null), 'not-a-token')).toBe(false)
  expect(await unsubscribe(ctxFor(db, null), token)).toBe(true)
  expect((await employee.notifications.preferences()).delivery).toBe('off')
  await tell({ link: '/later' }, 30)
  await deliver(40)
  expect(await mails()).toHaveLength(1)
  expect(await employee.notifications.unreadCount()).toBe(2)
})

test('a message notifies team and client, and opening the conversation marks it read', async () => {
  const { db, world, owner } = await setUp()
  const project = await addProject(db, world.home, {
    assigned_employee_ids: [world.home.employee.employeeId],
  })
  const client = callerAs(db, world.home.client)
  const message = { project_id: project.id, content: 'Hello' }
  await client.messages.send({ ...message, mentions: [world.home.employee.userId] })
  expect((await owner.notifications.list({})).items).toMatchObject([
    { title: 'Home Client sent a message', link: `/messages?project=${project.id}` },
  ])
  const employee = callerAs(db, world.home.employee)
  const mentioned = (await employee.notifications.list({})).items.filter((item) => item.event === 'mention')
  expect(mentioned).toMatchObject([{ title: 'Home Client mentioned you in Website' }])
  expect(await client.notifications.unreadCount()).toBe(0)
  await owner.messages.markRead({ project_id: project.id })
  expect(await owner.notifications.unreadCount()).toBe(0)
})

test('mentions by two people within minutes are counted, not replaced', async () => {
  const { db, world } = await setUp()
  const { owner, employee, client } = world.home
  const project = await addProject(db, world.home, { assigned_employee_ids: [employee.employeeId] })
  const at = (minutes: number, person: SeedPerson) =>
    callerAs(db, person, { now: addMinutes(TEST_NOW, minutes) })
  const message = { project_id: project.id, content: 'Hello', mentions: [employee.userId] }
  await at(0, owner).messages.send(message)
  const { id } = await at(5, client).messages.send(message)
  const found = (await at(6, employee).notifications.list({})).items.filter(
    ({ event }) => event === 'mention',
  )
  expect(found).toMatchObject([{ title: '2 new mentions in Website', link: links.message(project.id, id) }])
})

test('editing a message or comment notifies those it mentions then, and withdraws what it no longer says', async () => {
  const { db, world } = await setUp()
  const { owner, employee, client } = world.home
  const project = await addProject(db, world.home, { assigned_employee_ids: [employee.employeeId] })
  const at = (minutes: number, person: SeedPerson = owner) =>
    callerAs(db, person, { now: addMinutes(TEST_NOW, minutes) })
  const mentions = async (person: SeedPerson) =>
    (await at(0, person).notifications.list({})).items
      .filter((item) => item.event === 'mention')
      .map((item) => item.title)
  const news = async () => [await mentions(employee), await mentions(client)]
  const message = { project_id: project.id, content: 'Hello', mentions: [employee.userId] }
  const { id } = await at(0).messages.send(message)
  const content = 'Hello, all'
  await at(2).messages.edit({ id, content })
  expect(await news(), 'an edit without mentions keeps them').toEqual([
    ['Home Owner mentioned you in Website'],
    [],
  ])
  const both = [employee.userId, client.userId]
  const edited = await at(3).messages.edit({ id, content, mentions: [...both, world.foreign.owner.userId] })
  expect(edited.mentions.toSorted()).toEqual(both.toSorted())
  expect(await news()).toEqual([
    ['Home Owner mentioned you in Website'],
    ['Home Owner mentioned you in Website'],
  ])
  await at(5).messages.edit({ id, content, mentions: [client.userId] })
  expect(await news()).toEqual([[], ['Home Owner mentioned you in Website']])
  await at(6).messages.delete({ id })
  expect(await news()).toEqual([[], []])
  expect(await mentions(world.foreign.owner)).toEqual([])

  const task = await at(7).tasks.save({ title: 'Form', project_id: project.id })
  const comment = await at(7).tasks.addComment({
    task_id: task.id,
    text: 'Nice',
    mentions: [employee.userId],
  })
  expect(await mentions(employee)).toEqual(['Home Owner mentioned you on Form'])
  await at(8).tasks.editComment({ id: comment.id, text: 'Nice' })
  expect(await mentions(employee)).toEqual([])
  await at(20).tasks.editComment({ id: comment.id, text: 'Nice', mentions: [employee.userId] })
  expect(await mentions(employee)).toEqual(['Home Owner mentioned you on Form'])
  await at(21).tasks.editComment({ id: comment.id, text: 'Nice' })
  expect(await mentions(employee), 'whom an edit had added').toEqual([])
})

test('a deleted message or comment is no news; what else is unread stays', async () => {
  const { db, world, deliver, mails } = await setUp()
  const { owner, employee, client } = world.home
  const project = await addProject(db, world.home, { assigned_employee_ids: [employee.employeeId] })
  const at = (minutes: number, person: SeedPerson = owner) =>
    callerAs(db, person, { now: addMinutes(TEST_NOW, minutes) })
  const titles = async (person: SeedPerson) =>
    (await at(0, person).notifications.list({})).items.map((item) => item.title)
  const message = { project_id: project.id, content: 'Hello', mentions: [client.userId] }
  await at(0).messages.send(message)
  const second = await at(14).messages.send(message)
  await at(15).messages.delete({ id: second.id })
  expect(await titles(client), 'the first message').toEqual(['Home Owner mentioned you in Website'])
  expect(await titles(employee)).toEqual(['Home Owner sent a message'])

  const task = await at(15).tasks.save({
    title: 'Form',
    project_id: project.id,
    assigned_to_id: employee.employeeId,
  })
  const comment = { task_id: task.id, text: 'Nice' }
  const earlier = await at(15).tasks.addComment({ ...comment, mentions: [employee.userId] })
  const later = await at(30).tasks.addComment(comment)
  const both = await Promise.all([at(45), at(45)].map((caller) => caller.tasks.addComment(comment)))
  await at(45).tasks.deleteComment({ id: both[0]?.id ?? '' })
  await at(46).tasks.deleteComment({ id: later.id })
  await at(46).tasks.deleteComment({ id: earlier.id })
  expect(await titles(employee), 'a burst stays').toEqual([
    '2 new comments on Form',
    'You were assigned Form',
    'Home Owner sent a message',
  ])
  await deliver(60)
  const texts = (await mails()).map(({ text }) => text).join()
  expect(texts).not.toContain('mentioned you on Form')
})

test('deleting a comment also withdraws the mentions added by its edits, mailed or not', async () => {
  const { db, world, deliver } = await setUp()
  const { owner, employee } = world.home
  const at = (minutes: number, person: SeedPerson = owner) =>
    callerAs(db, person, { now: addMinutes(TEST_NOW, minutes) })
  const titles = async () => (await at(0, employee).notifications.list({})).items.map(({ title }) => title)
  const project = await addProject(db, world.home)
  const task = await addTask(db, owner, project.id, { title: 'Form' })
  const comment = { task_id: task.id, text: 'Nice' }
  const mentions = [employee.userId]
  const edited = await at(0).tasks.addComment(comment)
  const other = await at(0).tasks.addComment(comment)
  await at(30).tasks.editComment({ id: edited.id, text: 'Nice, please read', mentions })
  await at(45).tasks.addComment({ ...comment, mentions })
  await at(60).tasks.editComment({ id: edited.id, text: 'Nice', mentions: [] })
  await at(75).tasks.editComment({ id: edited.id, text: 'Nice, please read', mentions })
  await at(90).tasks.editComment({ id: other.id, text: 'Read this, too', mentions })
  await deliver(100)
  expect(await titles()).toEqual(Array(3).fill('Home Owner mentioned you on Form'))
  await at(120).tasks.deleteComment({ id: edited.id })
  expect(await titles(), 'of the two other comments').toHaveLength(2)
  await at(120).tasks.deleteComment({ id: other.id })
  expect(await titles()).toHaveLength(1)
})

test('assignments, status changes, comments and projects notify the people concerned', async () => {
  const { db, world, owner, employee } = await setUp()
  const { employeeId, userId } = world.home.employee
  const project = await addProject(db, world.home, { assigned_employee_ids: [employeeId] })
  const task = await owner.tasks.save({ title: 'Form', project_id: project.id, assigned_to_id: employeeId })
  await owner.tasks.setStatus({ id: task.id, status: 'review' })
  await owner.tasks.addComment({ task_id: task.id, text: 'Nice' })
  await owner.tasks.addComment({ task_id: task.id, text: 'And you?', mentions: [userId] })
  await owner.projects.setStatus({ id: project.id, status: 'completed' })
  const titles = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.map((item) => item.title).sort()
  expect(await titles(employee)).toEqual([
    'Form moved to review',
    'Home Owner commented on Form',
    'Home Owner mentioned you on Form',
    'Website is completed',
    'You were assigned Form',
  ])
  expect(await titles(callerAs(db, world.home.client))).toEqual(['Website is completed'])
  expect(await titles(owner)).toEqual([])
  await employee.tasks.setStatus({ id: task.id, status: 'done' })
  expect(await titles(employee), 'what is done is no longer asked for').not.toContain(
    'You were assigned Form',
  )
})
