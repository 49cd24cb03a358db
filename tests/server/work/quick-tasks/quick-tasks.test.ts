import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

/** Wednesday, March 4, 2026, both in the agency's time zone (Berlin) and in UTC. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return {
    db,
    world,
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
    client: callerAs(db, world.home.client),
  }
}

test('a new account has empty lists and counters', async () => {
  const { owner } = await setUp()
  expect(await owner.quickTasks.counters()).toEqual({ pending: 0, completed: 0, overdue: 0, today: 0 })
  for (const view of ['overdue', 'today', 'upcoming', 'completed'] as const)
    expect(await owner.quickTasks.list({ view })).toEqual({ items: [], nextCursor: null })
  expect(await owner.quickTasks.recent()).toEqual([])
})

test('date words set the due date', async () => {
  const { owner } = await setUp()
  expect(await owner.quickTasks.add({ text: 'Call Priya tomorrow' })).toMatchObject({
    title: 'Call Priya',
    due_date: '2026-03-05',
    priority: 'medium',
    assigned_to: { name: 'Home Owner' },
  })
})

test("“today” uses the agency's time zone", async () => {
  const { db, world } = await setUp()
  const lateEvening = { now: new Date('2026-03-04T23:30:00Z') }
  const owner = callerAs(db, world.home.owner, lateEvening)
  expect(await owner.quickTasks.add({ text: 'Tidy up today' })).toMatchObject({ due_date: '2026-03-05' })
  const admin = callerAs(db, world.admin, lateEvening)
  expect(await admin.quickTasks.add({ text: 'Tidy up today' })).toMatchObject({ due_date: '2026-03-04' })
})

test('counters and lists distinguish overdue, today, upcoming and completed', async () => {
  const { owner } = await setUp()
  await owner.quickTasks.add({ text: 'Late 2026-03-01' })
  await owner.quickTasks.add({ text: 'Now today' })
  await owner.quickTasks.add({ text: 'Someday' })
  await owner.quickTasks.add({ text: 'Soon fri' })
  const done = await owner.quickTasks.add({ text: 'Done today' })
  await owner.quickTasks.setCompleted({ id: done.id, completed: true })

  expect(await owner.quickTasks.counters()).toEqual({ pending: 4, completed: 1, overdue: 1, today: 1 })
  const titles = async (view: 'overdue' | 'today' | 'upcoming' | 'completed') =>
    (await owner.quickTasks.list({ view })).items.map((task) => task.title)
  expect(await titles('overdue')).toEqual(['Late'])
  expect(await titles('today')).toEqual(['Now'])
  expect(await titles('upcoming')).toEqual(['Soon', 'Someday'])
  expect(await titles('completed')).toEqual(['Done'])
  expect(await owner.quickTasks.recent()).toHaveLength(6)

  await owner.quickTasks.setCompleted({ id: done.id, completed: false })
  expect(await owner.quickTasks.counters()).toMatchObject({ pending: 5, completed: 0, today: 2 })
})

test('a quick task is visible only to its creator and assignee', async () => {
  const { db, world, owner, employee, client } = await setUp()
  const task = await client.quickTasks.save({
    title: 'Send the logo',
    assigned_to: world.home.owner.userId,
    due_date: '2026-03-04',
  })
  expect(await owner.quickTasks.get({ id: task.id })).toMatchObject({ created_by: { name: 'Home Client' } })
  expect((await client.quickTasks.list({ view: 'today' })).items).toHaveLength(1)
  for (const other of [employee, callerAs(db, world.admin)]) {
    expect((await other.quickTasks.list({ view: 'today' })).items).toEqual([])
    expect(await other.quickTasks.counters()).toMatchObject({ pending: 0 })
    await expect(other.quickTasks.get({ id: task.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(other.quickTasks.setCompleted({ id: task.id, completed: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  expect((await owner.activity.list({})).items).toEqual([])
})

test('an assignee is notified once, and no one of their own tasks', async () => {
  const { world, owner, client } = await setUp()
  const assigned_to = world.home.owner.userId
  const { id } = await client.quickTasks.save({ title: 'Send the logo', assigned_to })
  await client.quickTasks.save({ id, title: 'Send the new logo', assigned_to })
  await owner.quickTasks.add({ text: 'Call' })
  const { items } = await owner.notifications.list({})
  expect(items.map((item) => item.title)).toEqual(['Home Client assigned you the task “Send the logo”'])
  expect(await client.notifications.unreadCount()).toBe(0)
})

test("a task can't be assigned to someone outside the user's circle", async () => {
  const { world, owner } = await setUp()
  for (const stranger of [world.foreign.owner, world.admin, world.home.client])
    await expect(owner.quickTasks.save({ title: 'Spy', assigned_to: stranger.userId })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    )
})

test('the title is required', async () => {
  const { owner } = await setUp()
  await expect(owner.quickTasks.save({ title: ' ' })).rejects.toThrow('Please enter a task title.')
})

test('the second of two editors gets a conflict', async () => {
  const { owner } = await setUp()
  const { id } = await owner.quickTasks.add({ text: 'Call' })
  await owner.quickTasks.save({ id, version: 1, title: 'Call Jo' })
  await expect(owner.quickTasks.save({ id, version: 1, title: 'Call Al' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('snoozing moves the due date', async () => {
  const { owner } = await setUp()
  const { id } = await owner.quickTasks.add({ text: 'Late 2026-03-01' })
  const snoozed = await owner.quickTasks.snooze({ id, until: '2026-03-10' })
  expect(snoozed).toMatchObject({ due_date: '2026-03-10', overdue: false })
})

test('deleting can be undone, only by the creator', async () => {
  const { world, owner, client } = await setUp()
  const { id } = await client.quickTasks.save({ title: 'Logo', assigned_to: world.home.owner.userId })
  await expect(owner.quickTasks.delete({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await client.quickTasks.delete({ id })
  expect(await owner.quickTasks.counters()).toMatchObject({ pending: 0 })
  await expect(owner.quickTasks.restore({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await client.quickTasks.restore({ id })
  expect(await owner.quickTasks.counters()).toMatchObject({ pending: 1 })
})

test('converting creates a project task for the same contributor', async () => {
  const { world, owner, employee, client } = await setUp()
  const project = await owner.projects.create({
    name: 'Website',
    category: 'design',
    client: world.home.client.name,
  })
  const quick = await owner.quickTasks.save({
    title: 'Draft the header',
    priority: 'high',
    due_date: '2026-03-09',
    assigned_to: world.home.employee.userId,
  })
  await expect(client.quickTasks.convert({ id: quick.id, project_id: project.id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const task = await employee.quickTasks.convert({ id: quick.id, project_id: project.id })
  expect(task).toMatchObject({
    title: 'Draft the header',
    priority: 'high',
    due_date: '2026-03-09',
    assigned_to_id: world.home.employee.employeeId,
    status: 'todo',
  })
  expect(await owner.quickTasks.counters()).toMatchObject({ pending: 0 })
})

test('a list is paged without gaps or repeats', async () => {
  const { owner } = await setUp()
  for (let index = 0; index < 5; index++) await owner.quickTasks.add({ text: `Errand ${index} tomorrow` })
  const first = await owner.quickTasks.list({ view: 'upcoming', limit: 3 })
  const second = await owner.quickTasks.list({ view: 'upcoming', limit: 3, cursor: first.nextCursor })
  expect(new Set([...first.items, ...second.items].map((task) => task.id)).size).toBe(5)
  expect(second.nextCursor).toBeNull()
})
