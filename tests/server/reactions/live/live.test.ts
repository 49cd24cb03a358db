import { expect, onTestFinished, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { personContext } from '#server/base/core/rows/reach.ts'
import { transact } from '#server/base/core/transaction.ts'
import { addMinutes, newId } from '#server/base/db/values.ts'
import { type Change, publishChange } from '#server/reactions/live/commands/publish.ts'
import { heardDomains } from '#server/reactions/live/policy.ts'
import { type ChangeRow, deleteOldChanges } from '#server/reactions/live/queries.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addSession, openTab } from '#tests/support/live.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  onTestFinished(() => services.live.stop())
  const open = async (scope: SeedPerson, lastEventId: string | null = null) => {
    const sessionId = await addSession(db, scope)
    const tab = openTab(services, scope, sessionId, lastEventId)
    const greeting = await tab.next()
    return { ...tab, sessionId, greeting }
  }
  const publish = (change: Change) =>
    transact(ctxFor(db, world.home.owner), (tx) => publishChange(tx, change))
  return { db, world, services, open, publish }
}

test("a change reaches other people's open screens", async () => {
  const { db, world, open } = await setUp()
  const tab = await open(world.home.employee)
  expect(tab.greeting?.domains).toEqual([])
  await callerAs(db, world.home.owner).clients.save({ name: 'New', email: 'new@example.test' })
  expect((await tab.next())?.domains).toEqual(expect.arrayContaining(['people', 'dashboard']))
})

test("a rolled-back change isn't announced", async () => {
  const { db, world, open, publish } = await setUp()
  const tab = await open(world.home.owner)
  await transact(ctxFor(db, world.home.owner), async (tx) => {
    await publishChange(tx, { domains: ['tasks'] })
    throw new Error('changed my mind')
  }).catch(() => {})
  await publish({ domains: ['projects'] })
  expect((await tab.next())?.domains).toEqual(['projects'])
})

test('a transaction publishes the same change once, and the next one again', async () => {
  const { db, world, publish } = await setUp()
  const published = async () =>
    (await db.selectFrom('changes').select(['domains', 'user_id']).orderBy('id').execute()).length
  const before = await published()
  const different: Change[] = [
    { domains: ['tasks'] },
    { domains: ['tasks', 'projects'] },
    { domains: ['tasks'], userId: world.home.owner.userId },
    { domains: ['tasks'], agencyId: null },
    { domains: ['tasks'], agencyId: world.foreign.agencyId },
    { domains: ['tasks'], projectId: 'a' },
    { domains: ['tasks'], clientId: 'a' },
  ]
  await transact(ctxFor(db, world.home.owner), async (tx) => {
    for (const change of [...different, ...different]) await publishChange(tx, change)
  })
  expect(await published()).toBe(before + different.length)
  await publish({ domains: ['tasks'] })
  expect(await published()).toBe(before + different.length + 1)
})

test("changes of other agencies, clients and people aren't received", async () => {
  const { world, open, publish } = await setUp()
  const foreigner = await open(world.foreign.owner)
  const client = await open(world.home.client)
  const employee = await open(world.home.employee)
  const admin = await open(world.admin)
  await publish({ domains: ['employees', 'people'] })
  await publish({ domains: ['invoices'], clientId: world.home.client.clientId })
  await publish({ domains: ['notifications'], userId: world.home.employee.userId })
  await publish({ domains: ['packages'], agencyId: null })
  await publish({ domains: ['tasks'], agencyId: world.foreign.agencyId })
  expect((await client.next())?.domains).toEqual(['invoices'])
  expect((await foreigner.next())?.domains).toEqual(['tasks'])
  const heardByEmployee = new Set<string>()
  while (!heardByEmployee.has('notifications'))
    for (const domain of (await employee.next())?.domains ?? []) heardByEmployee.add(domain)
  expect([...heardByEmployee].sort(), 'whom the agency employs is the owner’s to read').toEqual([
    'invoices',
    'notifications',
    'people',
  ])
  const heardByAdmin = new Set<string>()
  while (!heardByAdmin.has('tasks'))
    for (const domain of (await admin.next())?.domains ?? []) heardByAdmin.add(domain)
  expect(heardByAdmin).not.toContain('notifications')
  expect(heardByAdmin).toContain('packages')
})

test('a disconnected screen receives missed changes once', async () => {
  const { world, open, publish } = await setUp()
  const tab = await open(world.home.owner)
  await publish({ domains: ['tasks'] })
  const seen = await tab.next()
  await tab.close()
  await publish({ domains: ['projects'] })
  await publish({ domains: ['clients'] })
  const again = await open(world.home.owner, seen?.id)
  expect(again.greeting?.domains).toEqual(['projects', 'clients'])
  const third = await open(world.home.owner, again.greeting?.id)
  expect(third.greeting?.domains).toEqual([])
})

test('an unreadable or outdated position refreshes everything', async () => {
  const { db, world, open, publish } = await setUp()
  expect((await open(world.home.owner, 'nonsense')).greeting?.domains).toEqual(['*'])
  expect((await open(world.home.owner, '999999')).greeting?.domains).toEqual(['*'])
  for (let index = 0; index < 3; index++) await publish({ domains: ['tasks'] })
  await deleteOldChanges(ctxFor(db, null, addMinutes(TEST_NOW, 61)))
  expect((await open(world.home.owner, '0')).greeting?.domains).toEqual(['*'])
})

test('pruning keeps the last hour and the newest change', async () => {
  const { db, publish } = await setUp()
  await publish({ domains: ['tasks'] })
  await publish({ domains: ['projects'] })
  await deleteOldChanges(ctxFor(db, null, addMinutes(TEST_NOW, 59)))
  expect(await db.selectFrom('changes').select('domains').execute()).toHaveLength(2)
  await deleteOldChanges(ctxFor(db, null, addMinutes(TEST_NOW, 61)))
  expect(await db.selectFrom('changes').select('domains').execute()).toEqual([{ domains: 'projects' }])
})

test('ending a session closes only its own stream', async () => {
  const { db, world, open, publish } = await setUp()
  const ending = await open(world.home.owner)
  const staying = await open(world.home.owner)
  await db.deleteFrom('sessions').where('id', '=', ending.sessionId).execute()
  await expect(ending.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await staying.next())?.domains).toEqual(['auth'])
  await publish({ domains: ['tasks'] })
  expect((await staying.next())?.domains).toEqual(['tasks'])
})

const LOSSES: [string, (setup: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>][] = [
  [
    'the user is disabled',
    ({ db, world }) =>
      db
        .updateTable('users')
        .set({ disabled_at: '2026-03-04T10:00:00.000Z' })
        .where('id', '=', world.home.client.userId)
        .execute(),
  ],
  [
    'the role changes',
    ({ db, world }) =>
      db
        .updateTable('profiles')
        .set({ role: 'employee' })
        .where('user_id', '=', world.home.client.userId)
        .execute(),
  ],
  [
    'the agency is suspended',
    ({ db, world }) =>
      db
        .updateTable('agencies')
        .set({ suspended_at: '2026-03-04T10:00:00.000Z' })
        .where('id', '=', world.home.agencyId)
        .execute(),
  ],
  [
    'portal access is withdrawn',
    ({ db, world }) =>
      db
        .updateTable('clients')
        .set({ portal_access: 0 })
        .where('id', '=', world.home.client.clientId)
        .execute(),
  ],
]

test.for(LOSSES)('the stream is closed when %s', async ([, lose]) => {
  const setup = await setUp()
  const tab = await setup.open(setup.world.home.client)
  await lose(setup)
  await expect(tab.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test("an unknown session can't open a stream", async () => {
  const { services, world } = await setUp()
  await expect(openTab(services, world.home.owner, 'unknown').next()).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test('streams per person are limited, and closing one frees a slot', async () => {
  const { services, world, open } = await setUp()
  const tabs = []
  for (let index = 0; index < 20; index++) tabs.push(await open(world.home.owner))
  await expect(open(world.home.owner)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await tabs[0]?.close()
  expect(services.live.streamCount).toBe(19)
  expect((await open(world.home.owner)).greeting?.domains).toEqual([])
})

test('stopping ends every stream without an error', async () => {
  const { services, world, open } = await setUp()
  const tab = await open(world.home.owner)
  await services.live.stop()
  expect(await tab.next()).toBeNull()
})

test("a contact's stream is closed when their permissions change", async () => {
  const { db, world, services } = await setUp()
  const { agencyId, client } = world.home
  const stamp = TEST_NOW.toISOString()
  await db
    .insertInto('client_contacts')
    .values({
      agency_id: agencyId,
      id: newId(),
      client_id: client.clientId,
      name: client.name,
      email: client.email,
      phone: null,
      portal_access: 1,
      can_see_projects: 1,
      can_see_billing: 1,
      user_id: client.userId,
      version: 1,
      created_at: stamp,
      updated_at: stamp,
    })
    .execute()
  const contact = { ...client, contact: { seesProjects: true, seesBilling: true } }
  const tab = openTab(services, contact, await addSession(db, client))
  expect((await tab.next())?.domains).toEqual([])
  await db.updateTable('client_contacts').set({ can_see_billing: 0 }).execute()
  await expect(tab.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('renaming the installation is announced to everyone', async () => {
  const { db, world, open } = await setUp()
  const client = await open(world.foreign.client)
  const { version } = await callerAs(db, world.admin).platform.settings()
  await callerAs(db, world.admin).platform.saveSettings({
    name: 'Bell',
    registration: 'open',
    enforce_plan_limits: false,
    auto_backup: true,
    version,
  })
  expect((await client.next())?.domains).toEqual(['app-info', 'settings'])
})

test('a contact receives only changes they may see', async () => {
  const { world, services, open, publish } = await setUp()
  const { client } = world.home
  const clientId = client.clientId
  const heardBy = (contact: { seesProjects: boolean; seesBilling: boolean }) => (change: ChangeRow) =>
    heardDomains(personContext({ services }, { ...client, contact }), change)
  const withoutBilling = heardBy({ seesProjects: true, seesBilling: false })
  const withoutProjects = heardBy({ seesProjects: false, seesBilling: true })
  const change = (domains: string) => ({
    id: 1,
    agency_id: world.home.agencyId,
    client_id: clientId,
    user_id: null,
    domains,
  })
  expect(withoutBilling(change('invoices,schedule,activity,dashboard'))).toEqual([])
  expect(withoutBilling(change('tasks,projects,activity,dashboard'))).toHaveLength(4)
  expect(withoutBilling(change('tasks,invoices'))).toEqual(['tasks'])
  expect(withoutProjects(change('tasks,projects,activity'))).toEqual([])
  expect(withoutProjects(change('invoices,dashboard'))).toEqual(['invoices', 'dashboard'])
  expect(withoutProjects({ ...change('projects'), user_id: client.userId })).toEqual(['projects'])
  const tab = await open(client)
  await publish({ domains: ['tasks'], clientId })
  expect((await tab.next())?.domains, 'the company’s own account has every right').toEqual(['tasks'])
})

test('a view of an agency receives no changes private to its owner', async () => {
  const { world, services } = await setUp()
  const { owner, agencyId } = world.home
  const view = { ...owner, userId: world.admin.userId, viewedUserId: owner.userId }
  const change = (domains: string) => ({
    id: 1,
    agency_id: agencyId,
    client_id: null,
    user_id: owner.userId,
    domains,
  })
  const heard = (domains: string) =>
    heardDomains(personContext({ services }, { ...view, readOnly: 'view-as' }), change(domains))
  expect(heard('quickTasks,dashboard')).toEqual([])
  expect(heard('notifications')).toEqual([])
  expect(heard('workLog,dashboard')).toEqual(['workLog', 'dashboard'])
  expect(heardDomains(personContext({ services }, owner), change('quickTasks'))).toEqual(['quickTasks'])
})
