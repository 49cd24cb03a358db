import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { addMinutes, toInstant } from '#server/base/db/values.ts'
import { endLostTimers } from '#server/time/work-log/commands/end-lost-timers.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'
import { setUpWorld } from '../../work/projects/setup.ts'

const LOST = toInstant(addMinutes(TEST_NOW, 90))
const HOURS_LATER = addMinutes(TEST_NOW, 300)

type Lose = (db: Db, world: World) => Promise<unknown>

/** How a contributor loses access, the seconds their timer ran, and how many timers of others continue. */
const LOSSES: Record<string, { seconds: number; others: number; lose: Lose }> = {
  'the contributor is deactivated': {
    seconds: 90 * 60,
    others: 1,
    lose: (db, { home }) =>
      db
        .updateTable('employees')
        .set({ deactivated_at: LOST })
        .where('id', '=', home.employee.employeeId)
        .execute(),
  },
  'the account is disabled': {
    seconds: 90 * 60,
    others: 1,
    lose: (db, { home }) =>
      db.updateTable('users').set({ disabled_at: LOST }).where('id', '=', home.employee.userId).execute(),
  },
  'the agency is suspended': {
    seconds: 90 * 60,
    others: 0,
    lose: (db, { home }) =>
      db.updateTable('agencies').set({ suspended_at: LOST }).where('id', '=', home.agencyId).execute(),
  },
  'the person has moved to another agency': {
    seconds: 300 * 60,
    others: 1,
    lose: (db, { home, foreign }) =>
      db
        .updateTable('profiles')
        .set({ agency_id: foreign.agencyId, employee_id: null })
        .where('user_id', '=', home.employee.userId)
        .execute(),
  },
  'the person has become a client of the agency': {
    seconds: 300 * 60,
    others: 1,
    lose: (db, { home }) =>
      db
        .updateTable('profiles')
        .set({ role: 'client', client_id: home.client.clientId, employee_id: null })
        .where('user_id', '=', home.employee.userId)
        .execute(),
  },
  'the person has moved to another agency, which is suspended': {
    seconds: 300 * 60,
    others: 1,
    lose: async (db, world) => {
      await LOSSES['the person has moved to another agency']?.lose(db, world)
      await db
        .updateTable('agencies')
        .set({ suspended_at: LOST })
        .where('id', '=', world.foreign.agencyId)
        .execute()
    },
  },
}

test.each(Object.entries(LOSSES))('when %s, their timer stops', async (_, { seconds, others, lose }) => {
  const { db, world, owner, employee } = await setUpWorld()
  await employee.workLog.start({ note: 'Hers' })
  await owner.workLog.start({ note: 'Theirs' })
  const run = () => endLostTimers(ctxFor(db, null, HOURS_LATER))
  await run()
  const running = async () =>
    (await db.selectFrom('time_entries').select('note').where('ended_at', 'is', null).execute()).length
  expect(await running()).toBe(2)
  await lose(db, world)
  await run()
  await run()
  const entry = await db
    .selectFrom('time_entries')
    .selectAll()
    .where('note', '=', 'Hers')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ duration_seconds: seconds, paused: 0, version: 2 })
  expect(await running()).toBe(others)
})

test('a paused timer of a deactivated contributor ends where it was paused', async () => {
  const { db, world, owner, employee, at } = await setUpWorld()
  await employee.workLog.start({ note: 'Hers' })
  await at(world.home.employee, toInstant(addMinutes(TEST_NOW, 20))).workLog.pause()
  await owner.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true })
  await endLostTimers(ctxFor(db, null, HOURS_LATER))
  await owner.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: false })
  expect(await employee.workLog.timer()).toBeNull()
  expect((await employee.workLog.list({})).items).toMatchObject([{ duration_seconds: 20 * 60 }])
})

test('a lost timer ends once when two processes find it', async () => {
  const { db, world, owner, employee } = await setUpWorld()
  await employee.workLog.start({ note: 'Hers' })
  await owner.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true })
  const run = () => endLostTimers(ctxFor(db, null, HOURS_LATER))
  const changes = () => db.selectFrom('changes').select('id').execute()
  const before = (await changes()).length
  await Promise.all([run(), run()])
  const rows = await db.selectFrom('time_entries').select(['note', 'version']).execute()
  expect(rows).toEqual([{ note: 'Hers', version: 2 }])
  expect((await changes()).length - before).toBe(1)
})

test('the private timer of someone else is left running', async () => {
  const { db, world, client, owner } = await setUpWorld()
  await client.workLog.start({ note: 'Private' })
  await owner.clients.setPortalAccess({ id: world.home.client.clientId, portal_access: false })
  await endLostTimers(ctxFor(db, null, HOURS_LATER))
  const rows = await db.selectFrom('time_entries').select(['note', 'ended_at']).execute()
  expect(rows).toEqual([{ note: 'Private', ended_at: null }])
})
