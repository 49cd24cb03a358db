import { expect, test } from 'vitest'
import { addDays, addMinutes, toInstant } from '#server/base/db/values.ts'
import { JOBS } from '#server/domains.ts'
import { type BrokenItem, countWhere, testBrokenItems, twoInvoices } from '#tests/support/broken/items.ts'
import { breakRows } from '#tests/support/broken/rows.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'

const LATE = new Date('2026-04-20T10:00:00.000Z')

const CASES: BrokenItem[] = [
  {
    job: 'overdue-invoices',
    work: 'overdue-invoice',
    at: LATE,
    arrange: async (db, world) => {
      const id = await twoInvoices(db, world)
      return [id, { table: 'invoices', event: 'update', when: `new.id = '${id}'` }]
    },
    done: (db) => countWhere(db, 'invoices', ['status', 'overdue']),
  },
  {
    job: 'late-fees',
    work: 'late-fee',
    at: LATE,
    arrange: async (db, world) => {
      const id = await twoInvoices(db, world)
      await callerAs(db, world.home.owner).invoices.saveCollectionRules({
        version: 0,
        late_fees: 'draft',
        fee_type: 'flat',
        fee_bps: 100,
        fee_amount: 10_00,
        grace_days: 0,
        max_fees: 1,
        apply_credit: false,
        part_payments: false,
        part_minimum: 0,
      })
      return [id, { table: 'invoices', event: 'insert', when: `new.late_fee_of = '${id}'` }]
    },
    done: (db) => countWhere(db, 'invoices', ['status', 'draft']),
  },
  {
    job: 'invoice-reminders',
    work: 'invoice-reminder',
    at: new Date('2026-04-03T08:00:00.000Z'),
    arrange: async (db, world) => {
      const id = await twoInvoices(db, world)
      return [id, { table: 'invoice_reminders', event: 'insert', when: `new.invoice_id = '${id}'` }]
    },
    done: (db) => countWhere(db, 'invoice_reminders', ['occasion', 'due']),
  },
  {
    job: 'event-reminders',
    work: 'event-reminder',
    arrange: async (db, world) => {
      const owner = callerAs(db, world.home.owner)
      const event = { starts_at: toInstant(addMinutes(TEST_NOW, 10)), reminder_minutes: 15 } as const
      const { id } = await owner.schedule.create({ ...event, title: 'One' })
      await owner.schedule.create({ ...event, title: 'Two' })
      return [id, { table: 'notifications', event: 'insert', when: `new.link like '%${id}%'` }]
    },
    done: (db) => countWhere(db, 'notifications', ['event', 'event_reminder']),
  },
  {
    job: 'task-reminders',
    work: 'task-reminder',
    arrange: async (db, world) => {
      const { id } = await addProject(db, world.home)
      const due = { due_date: '2026-03-05', assigned_to_id: world.home.employee.employeeId }
      const task = await addTask(db, world.home.owner, id, { ...due, title: 'One' })
      await addTask(db, world.home.owner, id, { ...due, title: 'Two' })
      return [task.id, { table: 'notifications', event: 'insert', when: `new.link like '%${task.id}%'` }]
    },
    done: (db) => countWhere(db, 'notifications', ['event', 'task_due']),
  },
  {
    job: 'lost-timers',
    work: 'lost-timer',
    arrange: async (db, world) => {
      const started = [world.home, world.foreign].map(async ({ owner, employee }) => {
        await callerAs(db, employee).workLog.start({ note: 'Hers' })
        await callerAs(db, owner).employees.setDeactivated({ id: employee.employeeId, deactivated: true })
      })
      await Promise.all(started)
      const { id } = await db
        .selectFrom('time_entries')
        .select('id')
        .where('agency_id', '=', world.home.agencyId)
        .executeTakeFirstOrThrow()
      return [id, { table: 'time_entries', event: 'update', when: `new.id = '${id}'` }]
    },
    done: async (db) =>
      (await db.selectFrom('time_entries').select('id').where('ended_at', 'is not', null).execute()).length,
  },
  {
    job: 'notification-mails',
    work: 'notification-mail',
    at: addDays(TEST_NOW, 1),
    arrange: async (db, world) => {
      const { owner, employee } = world.home
      const note = (user_id: string) => ({
        id: crypto.randomUUID(),
        user_id,
        agency_id: world.home.agencyId,
        event: 'message',
        group_key: 'one',
        title: 'A message',
        link: '/messages',
        count: 1,
        in_app: 1,
        mail: 'due' as const,
        created_at: toInstant(TEST_NOW),
        read_at: null,
      })
      await db
        .insertInto('notifications')
        .values([note(employee.userId), note(owner.userId)])
        .execute()
      const when = `new.user_id = '${employee.userId}'`
      return [employee.userId, { table: 'notifications', event: 'update', when }]
    },
    done: (db) => countWhere(db, 'notifications', ['mail', 'done']),
  },
]

testBrokenItems(CASES)

test('clean-up continues after a step that fails in the database', async () => {
  const { db } = await createTestDatabase()
  const expired = { key: 'old', points: 1, expire: 1 }
  await db.insertInto('rate_limits').values(expired).execute()
  const run = { run_key: 'old', job: 'old', status: 'done' as const, started_at: '2020-01-01T00:00:00.000Z' }
  await db
    .insertInto('job_runs')
    .values({ ...run, alive_until: null, finished_at: run.started_at, error: null })
    .execute()
  const repair = await breakRows(db, { table: 'rate_limits', event: 'delete', when: `old.key = 'old'` })
  const cleanUp = (now: Date) => JOBS.find(({ name }) => name === 'clean-up')?.run(ctxFor(db, null, now))
  await cleanUp(TEST_NOW)
  expect(await db.selectFrom('rate_limits').select('key').execute()).toHaveLength(1)
  expect(await db.selectFrom('job_runs').select('run_key').execute()).toEqual([])
  expect(await db.selectFrom('failing_work').select(['work', 'item']).execute()).toEqual([
    { work: 'cleanup', item: 'rate limits' },
  ])
  await repair()
  await cleanUp(addMinutes(TEST_NOW, 1))
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([])
  expect(await db.selectFrom('failing_work').select('item').execute()).toEqual([])
})
