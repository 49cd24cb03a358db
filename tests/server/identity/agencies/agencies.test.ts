import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import { AGENCY_SORTS } from '#shared/overview/agencies.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addSession, openTab } from '#tests/support/live.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const admin = callerAs(db, world.admin)
  const [starter, business] = await admin.packages.list({ kind: 'package' })
  if (starter === undefined || business === undefined) throw new Error('the catalogue is empty')
  return { db, world, admin, starter, business, home: { id: world.home.agencyId } }
}

test("platform actions on an agency aren't in the agency's activity (U23)", async () => {
  const { db, world, admin, home } = await setUp()
  await addProject(db, world.home)
  const before = await admin.agencies.details(home)
  expect(before.last_active_at).toBe(TEST_NOW.toISOString())
  const later = callerAs(db, world.admin, { now: new Date('2026-03-09T10:00:00.000Z') })
  await later.agencies.setSuspended({ ...home, suspended: true })
  expect((await later.agencies.details(home)).last_active_at).toBe(before.last_active_at)
})

test('the list counts contributors and projects, searches by owner and has pages of ten', async () => {
  const { db, world, admin, starter } = await setUp()
  await addProject(db, world.home)
  for (let index = 0; index < 10; index++) {
    const owner_email = `owner-${index}@example.test`
    await admin.agencies.create({
      name: `Agency ${index}`,
      owner_name: 'O',
      owner_email,
      plan_id: starter.id,
    })
  }
  const first = await admin.agencies.list({ sort: 'name', order: 'asc' })
  expect(first).toMatchObject({ total: 12, page: 1, page_size: 10 })
  expect(first.items.map((agency) => agency.name)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `Agency ${index}`),
  ])
  const second = await admin.agencies.list({ sort: 'name', order: 'asc', page: 2 })
  expect(second.items.map((agency) => agency.name)).toEqual(['Foreign Agency', 'Home Agency'])
  expect(second.items[1]).toMatchObject({
    owner_name: 'Home Owner',
    plan: 'Basic',
    status: 'active',
    employees: 1,
    projects: 1,
    revenue: 0,
  })
  for (const sort of AGENCY_SORTS) {
    for (const order of ['asc', 'desc'] as const) {
      expect((await admin.agencies.list({ sort, order })).total, `${sort} ${order}`).toBe(12)
    }
  }
  const found = await admin.agencies.list({ search: 'HOME OWNER' })
  expect(found.items.map((agency) => agency.name)).toEqual(['Home Agency'])
  expect((await admin.agencies.list({ status: 'trial' })).total).toBe(10)
  expect((await admin.agencies.list({ plan_id: starter.id })).total).toBe(10)
  expect(await admin.agencies.counters()).toMatchObject({ total: 12, active: 2, trial: 10, revenue: 0 })
})

test('a new agency starts in trial on its plan, and its owner joins by the emailed link', async () => {
  const { db, admin, business } = await setUp()
  const email = 'nora@example.test'
  const created = await admin.agencies.create({
    name: 'Northwind',
    owner_name: 'Nora North',
    owner_email: email,
    plan_id: business.id,
  })
  expect(created).toMatchObject({
    status: 'trial',
    plan: 'Business',
    trial_days_left: 14,
    owner_name: 'Nora North',
  })
  const browser = openBrowser(db)
  const token = await mailedToken(db, email, 'token')
  await (await browser.api()).auth.resetPassword({ token, password: 'quiet-harbour-9' })
  await (await browser.api()).auth.signIn({ email, password: 'quiet-harbour-9' })
  const { user } = await (await browser.api()).auth.session()
  expect(user).toMatchObject({ role: 'agency_admin', agency_name: 'Northwind' })
  await expect(
    admin.agencies.create({ name: 'Twice', owner_name: 'N', owner_email: email, plan_id: business.id }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a trial is extended from its end, or from today if it has ended', async () => {
  const { db, world, admin, starter } = await setUp()
  const { id } = await admin.agencies.create({
    name: 'Late',
    owner_name: 'L',
    owner_email: 'late@example.test',
    plan_id: starter.id,
  })
  expect((await admin.agencies.extendTrial({ id, days: 7 })).trial_days_left).toBe(21)
  const later = callerAs(db, world.admin, { now: addDays(TEST_NOW, 60) })
  expect((await later.agencies.details({ id })).trial_days_left).toBe(0)
  expect((await later.agencies.extendTrial({ id, days: 5 })).trial_days_left).toBe(5)
  await db
    .updateTable('agencies')
    .set({ timezone: 'Pacific/Kiritimati' })
    .where('name', '=', 'Late')
    .execute()
  await later.agencies.extendTrial({ id, days: 1 })
  const details = (await admin.audit.list({})).items.map(({ detail }) => detail)
  expect(details).toContainEqual(expect.stringContaining('until May 10, 2026'))
  await expect(admin.agencies.extendTrial({ id: world.home.agencyId, days: 5 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a suspended agency is locked immediately, including open tabs, and keeps its data', async () => {
  const { db, world, admin, home } = await setUp()
  await addProject(db, world.home)
  const services = testServices(db)
  const tab = openTab(services, world.home.owner, await addSession(db, world.home.owner))
  await tab.next()
  const cookie = await cookieFor(services, world.home.owner.userId)
  const browser = openBrowser(db, { cookie })
  expect((await (await browser.api()).projects.list({})).items).toHaveLength(1)

  const { last_active_at } = await admin.agencies.details(home)
  await admin.agencies.setSuspended({ ...home, suspended: true })
  expect((await admin.agencies.details(home)).last_active_at).toBe(last_active_at)
  await expect(tab.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await services.live.stop()
  await expect((await browser.api()).projects.list({})).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your agency is suspended. Please contact the platform administrator.',
  })
  expect((await (await browser.api()).auth.session()).user).toMatchObject({ agency_suspended: true })

  await admin.agencies.setSuspended({ ...home, suspended: false })
  expect((await (await browser.api()).projects.list({})).items).toHaveLength(1)
  const audit = await admin.audit.list({ action: 'agency.' })
  expect(audit.items.map((entry) => entry.action).sort()).toEqual(['agency.resumed', 'agency.suspended'])
})

test('viewing as an agency shows what its owner sees, changes nothing and is audited', async () => {
  const { db, world, admin, home } = await setUp()
  const project = await addProject(db, world.home)
  const browser = openBrowser(db, { cookie: await cookieFor(testServices(db), world.admin.userId) })
  await (await browser.api()).agencies.viewAs(home)
  const viewing = await browser.api()
  expect((await viewing.auth.session()).user).toMatchObject({
    viewing_as: true,
    role: 'agency_admin',
    agency_name: 'Home Agency',
  })
  expect((await viewing.projects.list({})).items.map((row) => row.id)).toEqual([project.id])
  await expect(viewing.clients.save({ name: 'New', email: 'new@example.test' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(viewing.agencies.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await viewing.agencies.endViewAs()
  expect((await (await browser.api()).auth.session()).user).toMatchObject({
    viewing_as: false,
    role: 'super_admin',
    agency_id: null,
  })
  const actions = (await admin.audit.list({ action: 'agency.view' })).items.map((entry) => entry.action)
  expect(actions.sort()).toEqual(['agency.view-ended', 'agency.viewed-as'])
})

test("changing the plan doesn't end a trial", async () => {
  const { admin, starter, business, home } = await setUp()
  expect(await admin.agencies.changePlan({ ...home, plan_id: business.id })).toMatchObject({
    plan: 'Business',
  })
  const { id } = await admin.agencies.create({
    name: 'Trial',
    owner_name: 'T',
    owner_email: 't@example.test',
    plan_id: starter.id,
  })
  await admin.agencies.changePlan({ id, plan_id: business.id })
  expect(await admin.agencies.details({ id })).toMatchObject({
    plan: 'Business',
    status: 'trial',
    subscription: { status: 'trialing' },
  })
})

test('deletion requires the typed name, waits 30 days, can be canceled and leaves nothing', async () => {
  const { db, world, admin, home } = await setUp()
  const project = await addProject(db, world.home)
  await addTask(db, world.home.owner, project.id)
  const owner = callerAs(db, world.home.owner)
  await owner.messages.send({ project_id: project.id, content: 'Hello' })
  await callerAs(db, world.home.client).workLog.save({
    time: { kind: 'duration', date: '2026-03-04', duration: '1h' },
  })
  const services = testServices(db)

  await expect(admin.agencies.requestDeletion({ ...home, confirm_name: 'Home' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const asked = await admin.agencies.requestDeletion({ ...home, confirm_name: 'Home Agency' })
  expect(asked).toMatchObject({ suspended: true, delete_after: addDays(TEST_NOW, 30).toISOString() })
  expect(await admin.agencies.cancelDeletion(home)).toMatchObject({ suspended: false, delete_after: null })

  await admin.agencies.requestDeletion({ ...home, confirm_name: 'Home Agency' })
  await purgeAgencies(ctxFor(services, null, addDays(TEST_NOW, 29)))
  expect((await admin.agencies.list({})).total).toBe(2)
  await purgeAgencies(ctxFor(services, null, addDays(TEST_NOW, 30)))
  expect((await admin.agencies.list({})).items.map((agency) => agency.name)).toEqual(['Foreign Agency'])
  expect(await remainingRows(db, world.home.agencyId)).toEqual(['audit_log'])
  const people = await db.selectFrom('users').select('email').where('email', 'like', 'home.%').execute()
  expect(people).toEqual([])
})

/** Tables that still have rows of the agency. */
async function remainingRows(
  db: Awaited<ReturnType<typeof setUp>>['db'],
  agencyId: string,
): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const found: string[] = []
  for (const { name, columns } of tables) {
    if (!columns.some((column) => column.name === 'agency_id')) continue
    const rows = await db
      .selectFrom(name as 'activity')
      .select('agency_id')
      .where('agency_id', '=', agencyId as never)
      .execute()
    if (rows.length > 0) found.push(name)
  }
  return found
}
