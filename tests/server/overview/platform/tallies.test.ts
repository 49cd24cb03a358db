import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import { reconcileTallies } from '#server/overview/platform/checks/commands/reconcile-tallies.ts'
import { countTallies, storedTallies, TALLIES } from '#server/overview/platform/checks/queries/tallies.ts'
import { TASK_STATUSES } from '#shared/work/tasks.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const systemOf = (db: Db) => ctxFor(testServices(db), null, TEST_NOW)

/** Stored tallies and recounted rows of each table, sorted, without zeros. */
async function compared(db: Db, { home }: World) {
  const pairs = []
  for (const table of TALLIES) {
    for (const read of [storedTallies, countTallies]) {
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

const keptOf = (pairs: string[][]) => pairs.filter((_, index) => index % 2 === 0)
const countedOf = (pairs: string[][]) => pairs.filter((_, index) => index % 2 === 1)

/** Unread messages by definition: from others, not deleted, after the last read position. */
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

test('task, message and time tallies equal a recount after any changes', async () => {
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
        expect(keptOf(pairs)).toEqual(countedOf(pairs))
        for (const { person, caller } of people) {
          expect(await caller.messages.unreadCount()).toBe(await unreadOf(db, person.userId, projectIds))
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
})

test('client and ledger tallies equal a recount after any billing, payments and expenses', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { home } = world
  const owner = callerAs(db, home.owner)
  const second = await owner.clients.save({ name: 'Second Client', email: 'second@example.test' })
  const clients = [home.client.clientId, second.id]
  const projects = [await addProject(db, home), await addProject(db, home, { client: 'Second Client' })]
  const drafts: string[] = []
  const sent: string[] = []
  const expenses: string[] = []
  const at = <Item>(items: Item[], place: number): Item | undefined => items[place % items.length]

  const act = async (kind: number, a: number, b: number): Promise<void> => {
    const [draft, invoice, expense, project] = [at(drafts, a), at(sent, a), at(expenses, a), at(projects, a)]
    if (kind === 0) drafts.push((await owner.invoices.save(draftFor(at(clients, b) ?? ''))).id)
    if (kind === 1 && draft) {
      drafts.splice(a % drafts.length, 1)
      await owner.invoices.send({ id: draft })
      sent.push(draft)
    }
    if (kind === 2 && draft) await owner.invoices.delete({ id: drafts.splice(a % drafts.length, 1)[0] ?? '' })
    if (kind === 3 && invoice) {
      const payment = { invoice_id: invoice, method: 'bank' as const, request_id: crypto.randomUUID() }
      await owner.payments
        .recordManual({ ...payment, amount: 10_000 * (1 + (b % 40)), paid_on: `2026-03-0${1 + (b % 3)}` })
        .catch(isRefusal)
    }
    if (kind === 4 && invoice) await owner.invoices.void({ id: invoice }).catch(isRefusal)
    if (kind === 5) {
      const spent = { category: 'software' as const, description: 'Licence', amount: 100 * (1 + b) }
      expenses.push((await owner.finance.saveExpense({ ...spent, spent_on: '2026-02-10' })).id)
    }
    if (kind === 6 && expense) {
      const spent = { category: 'travel' as const, description: 'Train', amount: 100 * (1 + b) }
      await owner.finance.saveExpense({ ...spent, id: expense, spent_on: '2026-02-11' })
    }
    if (kind === 7 && expense) {
      await owner.finance.deleteExpense({ id: expenses.splice(a % expenses.length, 1)[0] ?? '' })
    }
    if (kind === 8 && project) {
      await owner.projects.setStatus({ id: project.id, status: b % 2 ? 'completed' : 'in_progress' })
    }
    if (kind === 9 && project) {
      await owner.projects.setArchived({ id: project.id, archived: b % 2 === 0 }).catch(isRefusal)
    }
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(9), fc.nat(50), fc.nat(50)), { minLength: 20, maxLength: 30 }),
      async (acts) => {
        for (const [kind, a, b] of acts) await act(kind, a, b)
        const pairs = await compared(db, world)
        expect(keptOf(pairs)).toEqual(countedOf(pairs))
      },
    ),
    { numRuns: 5, endOnFailure: true },
  )
  const kept = await db.selectFrom('client_tallies').select('client_id').execute()
  const all = await db.selectFrom('clients').select('id as client_id').execute()
  expect(kept.map((row) => row.client_id).sort()).toEqual(all.map((row) => row.client_id).sort())
})

/** For example, paying a paid invoice; fails on any error not meant for the user. */
function isRefusal(error: unknown): void {
  expect(error).toMatchObject({ code: expect.stringMatching(/^(BAD_REQUEST|CONFLICT|PRECONDITION_FAILED)$/) })
}

test('a deleted project removes its tallies', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const project = await addProject(db, home)
  await addTask(db, home.owner, project.id)
  await callerAs(db, home.owner).messages.send({ project_id: project.id, content: 'A word' })
  await db.deleteFrom('projects').where('id', '=', project.id).execute()
  expect(await db.selectFrom('task_tallies').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('message_tallies').selectAll().execute()).toEqual([])
})

test('the nightly recount corrects manual changes only', async () => {
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
  expect(keptOf(pairs)).toEqual(countedOf(pairs))
  expect(pairs[4]).toEqual([])
  expect(await reconcileTallies(systemOf(db))).toBe(0)
})
