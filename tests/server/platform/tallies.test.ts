import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { newId } from '#server/db/values.ts'
import { reconcileTallies } from '#server/platform/commands/reconcile-tallies.ts'
import { countTallies, keptTallies, TALLIES } from '#server/platform/queries/tallies.ts'
import { TASK_STATUSES } from '#shared/tasks.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const systemOf = (db: Db) => ctxFor(testServices(db), null, TEST_NOW)

/** What is kept and what there is of each table, sorted, without what counts nothing. */
async function compared(db: Db, { home }: World) {
  const pairs = []
  for (const table of TALLIES) {
    for (const read of [keptTallies, countTallies]) {
      const rows = await read(systemOf(db), table, home.agencyId)
      pairs.push(
        rows
          .filter(({ figures }) => figures.some(Boolean))
          .map(({ key, figures }) => `${table} ${[...key, ...figures].join(' ')}`)
          .sort(),
      )
    }
  }
  return pairs
}

/** Unread messages as the words say it: of others, not deleted, after the mark. */
async function unreadOf(db: Db, userId: string, projectIds: string[]): Promise<number> {
  const marks = await db.selectFrom('message_marks').selectAll().where('user_id', '=', userId).execute()
  const messages = await db.selectFrom('messages').selectAll().where('project_id', 'in', projectIds).execute()
  const after = (projectId: string) => marks.find((mark) => mark.project_id === projectId)?.last_position ?? 0
  return messages.filter(
    (message) =>
      message.sender_id !== userId &&
      message.deleted_at === null &&
      message.position > after(message.project_id),
  ).length
}

test('whatever is done to tasks, messages and time, what is kept of them equals a recount', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { home } = world
  const people = [home.owner, home.employee, home.client].map((person) => ({
    person,
    caller: callerAs(db, person),
  }))
  const projects = [await addProject(db, home), await addProject(db, home, { name: 'Shop' })]
  const projectIds = projects.map(({ id }) => id)
  const [owner, contributor] = [callerAs(db, home.owner), callerAs(db, home.employee)]
  const tasks: string[] = []
  const messages: { id: string; by: number }[] = []
  const entries: string[] = []
  const at = <Item>(items: Item[], place: number): Item | undefined => items[place % items.length]

  const act = async (kind: number, a: number, b: number): Promise<void> => {
    const project_id = at(projectIds, a) ?? ''
    const status = at([...TASK_STATUSES], b)
    const task = at(tasks, a)
    const message = at(messages, a)
    const entry = at(entries, a)
    if (kind === 0) tasks.push((await addTask(db, home.owner, project_id, { title: 'Work', status })).id)
    if (kind === 1 && task) await owner.tasks.setStatus({ id: task, status: status ?? 'done', confirm: true })
    if (kind === 2 && task) {
      const { version } = await owner.tasks.get({ id: task })
      await owner.tasks.save({
        id: task,
        version,
        title: 'Moved',
        project_id: at(projectIds, b) ?? '',
        status,
      })
    }
    if (kind === 3 && task) await owner.tasks.delete({ id: tasks.splice(a % tasks.length, 1)[0] ?? '' })
    if (kind === 4) {
      const by = b % people.length
      const sent = await people[by]?.caller.messages.send({ id: newId(), project_id, content: 'A word' })
      if (sent) messages.push({ id: sent.id, by })
    }
    if (kind === 5 && message) {
      messages.splice(a % messages.length, 1)
      await people[message.by]?.caller.messages.delete({ id: message.id })
    }
    if (kind === 6) await at(people, b)?.caller.messages.markRead({ project_id })
    if (kind === 7) {
      const time = { kind: 'duration' as const, date: '2026-03-02', duration: `${1 + (b % 7)}h` }
      entries.push((await contributor.workLog.save({ project_id, time })).id)
    }
    if (kind === 8 && entry) {
      const { version } = await contributor.workLog.get({ id: entry })
      const time = { kind: 'duration' as const, date: '2026-03-02', duration: `${b % 9}h 20m` }
      await contributor.workLog.save({ id: entry, version, project_id, time })
    }
    if (kind === 9 && entry)
      await contributor.workLog.delete({ id: entries.splice(a % entries.length, 1)[0] ?? '' })
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(9), fc.nat(50), fc.nat(50)), { minLength: 20, maxLength: 40 }),
      async (acts) => {
        for (const [kind, a, b] of acts) await act(kind, a, b)
        const pairs = await compared(db, world)
        expect([pairs[0], pairs[2], pairs[4]]).toEqual([pairs[1], pairs[3], pairs[5]])
        for (const { person, caller } of people) {
          expect(await caller.messages.unreadCount()).toBe(await unreadOf(db, person.userId, projectIds))
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
})

test('a deleted project takes its tallies along', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const project = await addProject(db, home)
  await addTask(db, home.owner, project.id)
  await callerAs(db, home.owner).messages.send({ project_id: project.id, content: 'A word' })
  await db.deleteFrom('projects').where('id', '=', project.id).execute()
  expect(await db.selectFrom('task_tallies').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('message_tallies').selectAll().execute()).toEqual([])
})

test('the nightly recount mends what somebody changed by hand, and leaves the rest alone', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const [first, second] = [
    await addProject(db, world.home),
    await addProject(db, world.home, { name: 'Shop' }),
  ]
  for (const { id } of [first, second]) {
    await addTask(db, world.home.owner, id)
    await callerAs(db, world.home.owner).messages.send({ project_id: id, content: 'A word' })
  }
  expect(await reconcileTallies(systemOf(db))).toBe(0)
  await db.updateTable('task_tallies').set({ todo: 7, done: 2 }).where('project_id', '=', first.id).execute()
  await db.deleteFrom('message_tallies').where('project_id', '=', second.id).execute()
  await db
    .insertInto('time_tallies')
    .values({ agency_id: world.home.agencyId, employee_id: world.home.employee.employeeId, seconds: 60 })
    .execute()
  expect(await reconcileTallies(systemOf(db))).toBe(3)
  const pairs = await compared(db, world)
  expect([pairs[0], pairs[2], pairs[4]]).toEqual([pairs[1], pairs[3], pairs[5]])
  expect(pairs[4]).toEqual([])
  expect(await reconcileTallies(systemOf(db))).toBe(0)
})
