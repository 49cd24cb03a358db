import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { makeClientTimePrivate } from '#migrations/0020-private-time.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

const time = { kind: 'duration', date: '2026-03-04', duration: '8h' } as const

test("a client's time is a private note that isn't part of anyone's accounts", async () => {
  const { client, owner, employee, db, world } = await setUpWorld()
  const project_id = await addProject(db, world.home, 'Shared', { share_hours: 1, billing_rate: 10_000 })
  await employee.workLog.save({ project_id, time: { ...time, duration: '1h' } })
  const before = [await owner.timesheets.projectTime({ project_id }), await owner.dashboard.stats()]

  const entry = await client.workLog.save({ time, note: 'Read the draft' })
  expect(entry).toMatchObject({ agency_id: null, project: null, task: null, note: 'Read the draft' })
  await client.workLog.start({ note: 'Calls' })
  expect(await client.workLog.stop()).toBeDefined()
  expect((await client.workLog.list({})).items).toHaveLength(2)
  expect((await client.workLog.list({ whose: 'agency' })).items).toMatchObject([{ duration_seconds: 3600 }])

  expect([await owner.timesheets.projectTime({ project_id }), await owner.dashboard.stats()]).toEqual(before)
  expect((await owner.workLog.list({ whose: 'agency' })).items).toHaveLength(1)
  const rows = await db
    .selectFrom('time_entries')
    .select(['agency_id', 'project_id', 'billing_rate', 'cost_rate'])
    .where('user_id', '=', world.home.client.userId)
    .execute()
  const nobodys = { agency_id: null, project_id: null, billing_rate: 0, cost_rate: 0 }
  expect(rows).toEqual([nobodys, nobodys])
})

test("a client can't record time on a project", async () => {
  const { client, db, world } = await setUpWorld()
  const project_id = await addProject(db, world.home, 'Own')
  const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining('private note') }
  await expect(client.workLog.save({ project_id, time })).rejects.toMatchObject(refusal)
  await expect(client.workLog.start({ project_id })).rejects.toMatchObject(refusal)
  const { id } = await client.workLog.save({ time })
  await expect(client.workLog.save({ id, project_id, time })).rejects.toMatchObject(refusal)
})

test("the upgrade excludes clients' project time from the accounts, and keeps the team's", async () => {
  const { client, employee, owner, db, world } = await setUpWorld()
  const project_id = await addProject(db, world.home, 'Website', { billing_rate: 10_000 })
  await employee.workLog.save({ project_id, time: { ...time, duration: '1h' } })
  const before = await owner.timesheets.projectTime({ project_id })
  const { id } = await client.workLog.save({ time })
  await db
    .updateTable('time_entries')
    .set({ agency_id: world.home.agencyId, project_id, billing_rate: 10_000, invoice_id: 'an invoice' })
    .where('id', '=', id)
    .execute()
  expect(await owner.timesheets.projectTime({ project_id })).not.toEqual(before)

  await makeClientTimePrivate(db as unknown as Kysely<unknown>)
  expect(await owner.timesheets.projectTime({ project_id })).toEqual(before)
  expect(await client.workLog.get({ id })).toMatchObject({
    project: null,
    locked: null,
    duration_seconds: 28_800,
  })
})
