import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cron } from 'croner'
import { expect, test } from 'vitest'
import type { Job } from '#server/base/core/context.ts'
import { catchUp, runOnce, startJobs } from '#server/base/core/jobs.ts'
import { addDays, addMinutes, newId, toInstant } from '#server/base/db/values.ts'
import { cleanUp, JOBS } from '#server/domains.ts'
import { remindOfTasks } from '#server/reactions/notifications/commands/remind-of-tasks.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { addSession } from '#tests/support/live.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  return { db, world: await createWorld(db), services: testServices(db) }
}

test('only one of two processes runs a job per minute, and the next minute it runs again', async () => {
  const { db, services } = await setUp()
  let runs = 0
  const job: Job = { name: 'count', schedule: '* * * * *', run: async () => void runs++ }
  const outcomes = await Promise.all([
    runOnce(services, job, TEST_NOW),
    runOnce(testServices(db), job, addMinutes(TEST_NOW, 0.5)),
  ])
  expect(outcomes.sort()).toEqual(['done', 'taken'])
  expect(await runOnce(services, job, addMinutes(TEST_NOW, 1))).toBe('done')
  expect(runs).toBe(2)
})

test("a failed job is recorded with its reason and doesn't stop others", async () => {
  const { db, services } = await setUp()
  const job: Job = { name: 'broken', schedule: '* * * * *', run: () => Promise.reject(new Error('no disk')) }
  expect(await runOnce(services, job, TEST_NOW)).toBe('failed')
  const run = await db.selectFrom('job_runs').select(['status', 'error']).executeTakeFirstOrThrow()
  expect(run).toEqual({ status: 'failed', error: 'Error: no disk' })
})

test('every registered job has a unique name and a recurring schedule', () => {
  expect(new Set(JOBS.map((job) => job.name)).size).toBe(JOBS.length)
  for (const job of JOBS) expect(new Cron(job.schedule, { paused: true }).nextRun(), job.name).not.toBeNull()
})

test('every registered job can run repeatedly on an empty portal', async () => {
  const { services } = await setUp()
  for (const job of JOBS) {
    await job.run(ctxFor(services, null, TEST_NOW))
    await job.run(ctxFor(services, null, TEST_NOW))
  }
})

test('cleanup removes only expired rows', async () => {
  const { db, world, services } = await setUp()
  await addSession(db, world.home.owner)
  const token = {
    user_id: world.home.owner.userId,
    purpose: 'reset_password' as const,
    created_at: toInstant(TEST_NOW),
  }
  await db
    .insertInto('tokens')
    .values([
      { ...token, token_hash: 'old', expires_at: toInstant(addMinutes(TEST_NOW, -1)) },
      { ...token, token_hash: 'new', expires_at: toInstant(addMinutes(TEST_NOW, 30)) },
    ])
    .execute()
  await cleanUp(ctxFor(services, null, TEST_NOW))
  expect(await db.selectFrom('tokens').select('token_hash').execute()).toEqual([{ token_hash: 'new' }])
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  await cleanUp(ctxFor(services, null, addDays(TEST_NOW, 2)))
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})

test('times of sign-ins are deleted once no chart shows them', async () => {
  const { db, world, services } = await setUp()
  const { userId: user_id } = world.home.owner
  const at = (id: string, days: number) => ({ id, user_id, created_at: toInstant(addDays(TEST_NOW, -days)) })
  await db
    .insertInto('sign_in_events')
    .values([at('old', 401), at('shown', 399)])
    .execute()
  await cleanUp(ctxFor(services, null, TEST_NOW))
  expect(await db.selectFrom('sign_in_events').select('id').execute()).toEqual([{ id: 'shown' }])
})

test('emails written to the outbox folder are deleted after a week, and no other files', async () => {
  const { db } = await setUp()
  const dataDir = temporaryFolder()
  const services = testServices(db, { config: { dataDir } })
  await cleanUp(ctxFor(services, null, TEST_NOW))
  const folder = join(dataDir, 'outbox')
  mkdirSync(folder)
  const write = (name: string, days: number) => {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), addDays(TEST_NOW, -days), addDays(TEST_NOW, -days))
    return name
  }
  const recent = write(`${newId()}.eml`, 6)
  write(`${newId()}.eml`, 8)
  write(`${newId()}.eml.part`, 8)
  const others = [write('notes.txt', 8), write('saved.eml', 8)]
  await cleanUp(ctxFor(services, null, TEST_NOW))
  expect(readdirSync(folder).sort()).toEqual([recent, ...others].sort())
})

test('contributors are reminded once, in the morning, of tasks due tomorrow and overdue', async () => {
  const { db, world, services } = await setUp()
  const { owner, employee } = world.home
  const project = await addProject(db, world.home)
  const task = (title: string, due_date: string, fields = {}) =>
    addTask(db, owner, project.id, { title, due_date, assigned_to_id: employee.employeeId, ...fields })
  await task('Yesterday', '2026-03-03')
  await task('Today', '2026-03-04')
  await task('Tomorrow', '2026-03-05')
  await task('Later', '2026-03-06')
  await task('Finished', '2026-03-05', { status: 'done' })
  await task('Long ago', '2026-02-01')
  await db.deleteFrom('notifications').execute()
  const night = new Date('2026-03-04T05:00:00.000Z')
  const titles = async () => {
    const { items } = await callerAs(db, employee).notifications.list({})
    return items.map((item) => item.title).sort()
  }
  await remindOfTasks(ctxFor(services, null, night))
  const suspend = (suspended: boolean) =>
    callerAs(db, world.admin).agencies.setSuspended({ id: world.home.agencyId, suspended })
  await suspend(true)
  await remindOfTasks(ctxFor(services, null, TEST_NOW))
  await suspend(false)
  expect(await titles()).toEqual([])
  await remindOfTasks(ctxFor(services, null, TEST_NOW))
  await remindOfTasks(ctxFor(services, null, addMinutes(TEST_NOW, 60)))
  expect(await titles()).toEqual(['Tomorrow is due tomorrow', 'Yesterday is overdue'])
})

test('contributors missed by the reminder of a task due tomorrow are told on the day itself', async () => {
  const { db, world, services } = await setUp()
  const { owner, employee } = world.home
  const project = await addProject(db, world.home)
  const task = (title: string, due_date: string) =>
    addTask(db, owner, project.id, { title, due_date, assigned_to_id: employee.employeeId })
  await task('Missed', '2026-03-06')
  const changed = await task('Changed', '2026-03-05')
  await task('Told before', '2026-03-05')
  await remindOfTasks(ctxFor(services, null, TEST_NOW))
  await db.deleteFrom('notifications').where('title', 'like', 'You were assigned%').execute()
  await db.deleteFrom('notifications').where('title', 'like', 'Changed%').execute()
  const today = addDays(TEST_NOW, 2)
  await callerAs(db, owner, { now: today }).tasks.save({
    id: changed.id,
    version: changed.version,
    title: changed.title,
    project_id: project.id,
    assigned_to_id: employee.employeeId,
    due_date: '2026-03-06',
  })
  await remindOfTasks(ctxFor(services, null, today))
  await remindOfTasks(ctxFor(services, null, addMinutes(today, 60)))
  const { items } = await callerAs(db, employee, { now: today }).notifications.list({})
  const told = items.filter(({ event }) => event === 'task_due').map(({ title }) => title)
  expect(told.sort()).toEqual(['Missed is due today', 'Told before is due tomorrow'])
})

test('on the night of a clock change, tomorrow is the next day of the calendar', async () => {
  const { db, world, services } = await setUp()
  const { owner, employee } = world.home
  const project = await addProject(db, world.home)
  for (const due_date of ['2027-03-28', '2027-03-29']) {
    await addTask(db, owner, project.id, { title: due_date, due_date, assigned_to_id: employee.employeeId })
  }
  // Saturday at 23:05 in Berlin, whose Sunday has 23 hours.
  const night = new Date('2027-03-27T22:05:00.000Z')
  await remindOfTasks(ctxFor(services, null, night))
  const { items } = await callerAs(db, employee, { now: night }).notifications.list({})
  expect(items.filter(({ event }) => event === 'task_due').map(({ title }) => title)).toEqual([
    '2027-03-28 is due tomorrow',
  ])
})

test('reminders of tasks are withdrawn once the task is done, deleted, reassigned or due on another day', async () => {
  const { db, services, world } = await setUp()
  const { owner, employee } = world.home
  const project = await addProject(db, world.home)
  const caller = callerAs(db, owner)
  const add = (title: string, due_date = '2026-03-03') =>
    addTask(db, owner, project.id, { title, due_date, assigned_to_id: employee.employeeId })
  const [done, deleted, reassigned, moved] = [
    await add('Done'),
    await add('Deleted'),
    await add('Reassigned'),
    await add('Moved', '2026-03-05'),
  ]
  await add('Open')
  const titles = async () => {
    const { items } = await callerAs(db, employee).notifications.list({})
    return items.map((item) => item.title).sort()
  }
  await remindOfTasks(ctxFor(services, null, TEST_NOW))
  expect(await titles()).toHaveLength(10)
  await caller.tasks.setStatus({ id: done.id, status: 'done' })
  await caller.tasks.delete({ id: deleted.id })
  await caller.tasks.bulk({ ids: [reassigned.id], action: 'assign', assigned_to_id: null })
  await caller.tasks.bulk({ ids: [moved.id], action: 'priority', priority: 'high' })
  expect(await titles()).toContain('Moved is due tomorrow')
  await caller.tasks.bulk({ ids: [moved.id], action: 'due', due_date: '2026-03-20' })
  expect(await titles()).toEqual([
    'Done was completed',
    'Open is overdue',
    'You were assigned Moved',
    'You were assigned Open',
  ])
})

test('rarely scheduled jobs missed during downtime run once at startup', async () => {
  const { db, services } = await setUp()
  const ran: string[] = []
  const job = (name: string, schedule: string): Job => ({
    name,
    schedule,
    run: async () => void ran.push(name),
  })
  const jobs = [job('daily', '15 2 * * *'), job('monthly', '0 7 1 * *'), job('hourly', '20 * * * *')]
  // A new portal hasn't missed any.
  await catchUp(services, jobs)
  expect(ran).toEqual([])
  await runOnce(services, job('earlier', '* * * * *'), addDays(TEST_NOW, -1))
  ran.length = 0
  await Promise.all([catchUp(services, jobs), catchUp(testServices(db), jobs)])
  expect(ran).toEqual(['daily'])
  await catchUp(services, jobs)
  expect(ran).toEqual(['daily'])
  await runOnce(services, job('earlier', '* * * * *'), addDays(TEST_NOW, -60))
  ran.length = 0
  await catchUp(services, jobs)
  expect(ran).toEqual(['monthly'])
})

test('a run whose process was killed is shown as interrupted', async () => {
  const { db, world, services } = await setUp()
  const hanging: Job = { name: 'clean-up', schedule: '* * * * *', run: () => new Promise(() => {}) }
  void runOnce(services, hanging, TEST_NOW)
  const stateAt = async (minutes: number) => {
    const admin = callerAs(db, world.admin, { now: addMinutes(TEST_NOW, minutes) })
    return (await admin.platform.jobs()).find(({ name }) => name === 'clean-up')?.last_run?.status
  }
  await expect.poll(() => stateAt(1)).toBe('running')
  expect(await stateAt(3)).toBe('interrupted')
})

test('running jobs are signaled to stop when the server stops', async () => {
  const { services } = await setUp()
  const now = new Date()
  services.clock = () => now
  const began = Promise.withResolvers<void>()
  const long: Job = {
    name: 'long',
    schedule: '0 0 * * *',
    run: (_ctx, signal) => {
      began.resolve()
      return new Promise((resolve) => signal?.addEventListener('abort', resolve))
    },
  }
  await runOnce(services, { ...long, name: 'earlier', run: async () => {} }, addDays(now, -2))
  const jobs = startJobs(services, [long])
  await began.promise
  jobs.stop()
  expect(await services.inFlight.idle(30_000)).toBe(true)
})
