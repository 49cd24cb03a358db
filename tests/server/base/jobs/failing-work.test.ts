import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AppError } from '#server/base/core/calls/errors.ts'
import { runOnce } from '#server/base/core/jobs.ts'
import type { WorkItem } from '#server/base/core/work/items.ts'
import { workThrough } from '#server/base/core/work/work-through.ts'
import { AGENCY_MOVING } from '#server/base/db/engines/storage-failure.ts'
import { addDays, addMinutes, toInstant } from '#server/base/db/values.ts'
import { JOBS } from '#server/domains.ts'
import { WORK_KINDS, type WorkKindName } from '#shared/overview/stopped-work.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  return { db, world: await createWorld(db) }
}

const KINDS = Object.keys(WORK_KINDS) as WorkKindName[]

/** Jobs that are a single unit of work; when they fail, administrators are alerted. */
const WHOLE: Record<string, string> = {
  'platform-settings': 'reads one row',
  'nightly-backup': 'makes one archive, and has an alert of its own',
  's3-backup': 'makes one archive, and has an alert of its own',
  'monthly-report': 'notifies of one report',
  'webhook-deliveries': 'is a queue whose endpoints are turned off after failures',
}

test('every job works item by item or is a single unit of work', () => {
  const byItem = new Set<string>(Object.values(WORK_KINDS).map(({ job }) => job))
  expect([...byItem, ...Object.keys(WHOLE)].toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted())
})

test('every kind of work is done by a job', () => {
  const sources = globSync('server/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const unused = KINDS.filter(
    (kind) =>
      !sources.some((text) =>
        [`work: '${kind}'`, `stopWork(tx, '${kind}'`].some((use) => text.includes(use)),
      ),
  )
  expect(unused).toEqual([])
})

test.for(KINDS)(
  '%s: only the failing item stops, its owner is notified once, and a success clears it',
  async (work) => {
    const { db, world } = await setUp()
    const { agencyId, owner } = world.home
    const items: WorkItem[] = [
      { id: 'bad', agencyId, name: 'Bad' },
      { id: 'good', agencyId, name: 'Good' },
    ]
    let done: string[] = []
    let isBroken = true
    const run = async (now: Date, retrying?: { work: WorkKindName; item: string }) => {
      done = []
      const ctx = { ...ctxFor(db, null, now), ...(retrying && { retrying }) }
      return workThrough(ctx, { work, of: (item: WorkItem) => item }, items, async ({ id }) => {
        if (id === 'bad' && isBroken) throw new AppError('BAD_REQUEST', 'It can’t be done.')
        done.push(id)
        return 1
      })
    }
    const list = () => callerAs(db, owner).stoppedWork.list()
    const news = async () => {
      const { items: all } = await callerAs(db, owner).notifications.list({})
      return all.filter(({ event }) => event === 'stopped').map(({ title }) => title)
    }

    for (let hour = 0; hour < 3; hour++) {
      expect(await run(addMinutes(TEST_NOW, 60 * hour))).toBe(1)
      expect(done).toEqual(['good'])
    }
    const [stopped, ...others] = await list()
    expect(others).toEqual([])
    expect(stopped).toMatchObject({ work, item: 'bad', reason: 'It can’t be done.', failures: 3 })
    expect(await news()).toEqual([`${stopped?.title} It can’t be done. ${WORK_KINDS[work].advice}`])
    expect(await callerAs(db, world.foreign.owner).stoppedWork.list()).toEqual([])

    // It stays stopped, and nobody is notified again.
    isBroken = false
    await run(addDays(TEST_NOW, 60))
    expect(done).toEqual(['good'])
    expect(await news()).toHaveLength(1)

    isBroken = true
    await run(addDays(TEST_NOW, 60), { work, item: 'bad' })
    expect(await list()).toMatchObject([{ failures: 4 }])
    expect(await news()).toHaveLength(1)

    isBroken = false
    await run(addDays(TEST_NOW, 60), { work, item: 'bad' })
    expect(done).toEqual(['bad'])
    expect(await list()).toEqual([])
    await run(addDays(TEST_NOW, 61))
    expect(done).toEqual(['bad', 'good'])
  },
)

test('other failures are retried for days with growing pauses, and a success in between resets the count', async () => {
  const { db, world } = await setUp()
  const { agencyId } = world.home
  const tried: number[] = []
  let isBroken = true
  const run = (minutes: number) =>
    workThrough(
      ctxFor(db, null, addMinutes(TEST_NOW, minutes)),
      { work: 'late-fee', of: (item: WorkItem) => item },
      [{ id: 'one', agencyId, name: 'One' }],
      async () => {
        tried.push(minutes)
        if (isBroken) throw new Error('connect ECONNREFUSED 127.0.0.1:1')
      },
    )
  const failing = () => db.selectFrom('failing_work').select(['failures', 'reason', 'stopped_at']).execute()
  for (let minutes = 0; minutes < 100; minutes += 1) await run(minutes)
  expect(tried).toEqual([0, 1, 6, 66])
  isBroken = false
  await run(400)
  expect(await failing()).toEqual([])

  isBroken = true
  tried.length = 0
  for (let hours = 10; hours < 80; hours += 1) await run(60 * hours)
  expect(tried).toHaveLength(7)
  expect(await failing()).toMatchObject([{ failures: 7, reason: 'Something unexpected went wrong.' }])
  expect((await failing())[0]?.stopped_at).not.toBeNull()
})

test('a retry scheduled by a clock that was ahead runs now', async () => {
  const { db, world } = await setUp()
  let tries = 0
  const run = (now: Date) =>
    workThrough(
      ctxFor(db, null, now),
      { work: 'late-fee', of: (item: WorkItem) => item },
      [{ id: 'one', agencyId: world.home.agencyId, name: 'One' }],
      async () => {
        tries++
        throw new Error('broken')
      },
    )
  for (const minutes of [0, 1, 10]) await run(addMinutes(addDays(TEST_NOW, 365), minutes))
  await run(TEST_NOW)
  expect(tries).toBe(4)
})

test('while an agency moves, the others are still served, and nothing counts as a failure', async () => {
  const { db, world } = await setUp()
  const done: string[] = []
  const run = workThrough(
    ctxFor(db, null),
    { work: 'late-fee', of: (item: WorkItem) => item },
    [
      { id: 'moving', agencyId: world.home.agencyId, name: 'One' },
      { id: 'other', agencyId: world.foreign.agencyId, name: 'Two' },
    ],
    async ({ id }) => {
      if (id === 'moving') throw new Error(AGENCY_MOVING)
      done.push(id)
    },
  )
  await expect(run).rejects.toThrow(AGENCY_MOVING)
  expect(done).toEqual(['other'])
  expect(await db.selectFrom('failing_work').select('item').execute()).toEqual([])
})

test('administrators are alerted to jobs that keep failing and to items that no agency can fix', async () => {
  const { db, world } = await setUp()
  const services = testServices(db)
  const failing = (now: Date) =>
    runOnce(
      services,
      { name: 'platform-settings', schedule: '* * * * *', run: () => Promise.reject(new Error('no disk')) },
      now,
    )
  const alertsAt = async (now: Date) => {
    await JOBS.find(({ name }) => name === 'alerts')?.run(ctxFor(services, null, now))
    const { alerts } = await callerAs(db, world.admin, { now }).platform.operation()
    return alerts.filter(({ kind }) => kind === 'jobs').map(({ details }) => details)
  }
  for (const minute of [0, 1]) await failing(addMinutes(TEST_NOW, minute))
  expect(await alertsAt(addMinutes(TEST_NOW, 1))).toEqual([])
  await failing(addMinutes(TEST_NOW, 2))
  expect(await alertsAt(addMinutes(TEST_NOW, 2))).toEqual([
    'The job “platform-settings” keeps failing. Error: no disk',
  ])
  const mails = await db.selectFrom('mail_outbox').select(['recipient', 'subject']).execute()
  expect(mails).toEqual([{ recipient: world.admin.email, subject: 'Jobs keep failing (Foyer)' }])
  await runOnce(
    services,
    { name: 'platform-settings', schedule: '* * * * *', run: async () => {} },
    addMinutes(TEST_NOW, 3),
  )
  expect(await alertsAt(addMinutes(TEST_NOW, 3))).toEqual([])

  await db
    .insertInto('failing_work')
    .values({
      work: 'agency-deletion',
      item: world.foreign.agencyId,
      agency_id: null,
      name: 'Foreign Agency',
      link: '/settings?section=operation',
      failures: 7,
      reason: 'No answer.',
      failed_at: toInstant(TEST_NOW),
      retry_at: toInstant(TEST_NOW),
      stopped_at: toInstant(TEST_NOW),
    })
    .execute()
  expect(await alertsAt(addMinutes(TEST_NOW, 4))).toEqual([
    'Deletion of Foreign Agency stopped after it failed repeatedly. No answer.',
  ])
  const admin = callerAs(db, world.admin)
  expect(await admin.stoppedWork.list()).toMatchObject([{ work: 'agency-deletion' }])
  // No agency is to be deleted, so there is nothing left to do.
  const again = { work: 'agency-deletion' as const, item: world.foreign.agencyId }
  expect(await admin.stoppedWork.retry(again)).toEqual({ reason: null })
  expect(await admin.stoppedWork.list()).toEqual([])
})
