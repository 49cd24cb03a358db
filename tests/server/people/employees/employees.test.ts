import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

const emma = { name: 'Emma Rivera', email: 'emma@example.test', role: 'Senior Developer' }

test('a contributor is added with role, rate, score and ordered skills', async () => {
  const { owner } = await setUp()
  const saved = await owner.employees.save({
    ...emma,
    hourly_rate: 4500,
    performance_score: 94,
    skills: ['React', ' ', 'TypeScript', 'React', 'Node.js'],
  })
  expect(saved).toMatchObject({
    role: 'senior_developer',
    hourly_rate: 4500,
    currency: 'USD',
    performance_score: 94,
    skills: ['React', 'TypeScript', 'Node.js'],
    active_projects: 0,
    portal_status: 'none',
  })
})

test('name, email and role are required', async () => {
  const { owner } = await setUp()
  await expect(owner.employees.save({ ...emma, role: ' ' })).rejects.toThrow(
    'Please fill in all required fields',
  )
})

test('contributors are found by name, email or role, as displayed or stored', async () => {
  const { owner } = await setUp()
  await owner.employees.save(emma)
  for (const search of ['rivera', 'EMMA@', 'senior developer', 'senior_dev']) {
    const { items } = await owner.employees.list({ search })
    expect(items.map((employee) => employee.name)).toEqual(['Emma Rivera'])
  }
  expect((await owner.employees.list({ search: 'zzzz' })).items).toEqual([])
})

test('the average performance is the rounded mean, and 0 without contributors', async () => {
  const { db, world, owner } = await setUp()
  await owner.employees.save({ ...emma, performance_score: 91 })
  expect(await owner.employees.counters()).toMatchObject({ total_employees: 2, avg_performance: 91 })
  for (const { id } of (await owner.employees.list({})).items)
    await owner.employees.setDeactivated({ id, deactivated: true })
  expect(await owner.employees.counters()).toMatchObject({ total_employees: 0, avg_performance: 0 })
  expect((await callerAs(db, world.foreign.owner).employees.counters()).total_employees).toBe(1)
})

test('logged hours are totaled overall and per contributor', async () => {
  const { db, world, owner } = await setUp()
  const employee = callerAs(db, world.home.employee)
  await employee.workLog.save({ time: { kind: 'duration', date: '2026-03-03', duration: '1h 30m' } })
  expect(await owner.employees.counters()).toMatchObject({ total_hours: 1.5 })
  expect((await owner.employees.list({})).items).toMatchObject([{ total_hours: 1.5 }])
  expect(await callerAs(db, world.foreign.owner).employees.counters()).toMatchObject({ total_hours: 0 })
})

test('open tasks leave out archived projects, in the list and its order', async () => {
  const { db, world, owner } = await setUp()
  const other = await owner.employees.save(emma)
  const [active, archived] = [await addProject(db, world.home), await addProject(db, world.home)]
  const { employeeId } = world.home.employee
  const add = (project: { id: string }, assigned_to_id: string) =>
    addTask(db, world.home.owner, project.id, { assigned_to_id })
  for (const project of [active, archived, archived]) await add(project, employeeId)
  for (const project of [active, active]) await add(project, other.id)
  await owner.projects.setArchived({ id: archived.id, archived: true })
  const { items } = await owner.employees.list({ order: 'tasks', descending: true })
  expect(items.map(({ id, open_tasks }) => [id, open_tasks])).toEqual([
    [other.id, 2],
    [employeeId, 1],
  ])
  expect(await owner.tasks.counters({ assigned_to_id: employeeId })).toMatchObject({ total: 1 })
})

test('the second of two editors gets a conflict', async () => {
  const { owner } = await setUp()
  const { id } = await owner.employees.save(emma)
  await owner.employees.save({ ...emma, id, version: 1, name: 'First' })
  await expect(owner.employees.save({ ...emma, id, version: 1, name: 'Second' })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { fields: { name: 'First' } } },
  })
})

test('deactivating a contributor removes them from the list and ends their sessions immediately', async () => {
  const { db, world, owner } = await setUp()
  const { employeeId, userId } = world.home.employee
  const stamp = '2026-03-04T10:00:00.000Z'
  for (const [id, user_id] of [
    ['emma', userId],
    ['owner', world.home.owner.userId],
  ] as const)
    await db
      .insertInto('sessions')
      .values({
        id,
        user_id,
        created_at: stamp,
        expires_at: stamp,
        absolute_expires_at: stamp,
        last_seen_at: stamp,
        ip: null,
        user_agent: null,
      })
      .execute()

  await owner.employees.setDeactivated({ id: employeeId, deactivated: true })
  expect((await owner.employees.list({})).items).toEqual([])
  expect((await owner.employees.list({ deactivated: true })).items).toHaveLength(1)
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'owner' }])

  await owner.employees.setDeactivated({ id: employeeId, deactivated: false })
  expect((await owner.employees.list({})).items).toHaveLength(1)
})

test('the audit log contains who changed a contributor’s address, rate and access', async () => {
  const { owner } = await setUp()
  const { id } = await owner.employees.save(emma)
  await owner.employees.save({ ...emma, id, role: 'Designer' })
  await owner.employees.save({ ...emma, id, email: 'rivera@example.test', hourly_rate: 6000 })
  await owner.employees.setDeactivated({ id, deactivated: true })
  await owner.employees.setDeactivated({ id, deactivated: false })
  const { items } = await owner.audit.list({ action: 'employee.' })
  expect(items.map(({ action, detail }) => `${action}: ${detail}`).toSorted()).toEqual([
    'employee.deactivated: Emma Rivera deactivated',
    'employee.reactivated: Emma Rivera reactivated',
    'employee.updated: Emma Rivera updated',
    'employee.updated: Emma Rivera updated: email rivera@example.test, hourly rate $60.00',
  ])
})

test("contributors and clients can't read the team", async () => {
  const { db, world } = await setUp()
  for (const person of [world.home.employee, world.home.client])
    await expect(callerAs(db, person).employees.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an email invitation is shown until it is accepted', async () => {
  const { owner, world } = await setUp()
  const { id, email } = await owner.employees.save(emma)
  await owner.invitations.create({ email, role: 'employee', employee_id: id })
  expect(await owner.employees.get({ id })).toMatchObject({ portal_status: 'invited' })
  const own = await owner.employees.get({ id: world.home.employee.employeeId })
  expect(own.portal_status).toBe('active')
})

test("an invitation that a deactivated contributor hasn't accepted no longer works", async () => {
  const { db, owner } = await setUp()
  const { id, email } = await owner.employees.save(emma)
  await owner.invitations.create({ email, role: 'employee', employee_id: id })
  const token = await mailedToken(db, email, 'invitation')
  const open = async () => (await openBrowser(db).api()).invitations.get({ token })
  expect(await open()).toMatchObject({ email })
  await owner.employees.setDeactivated({ id, deactivated: true })
  await expect(open()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await owner.employees.setDeactivated({ id, deactivated: false })
  await expect(open()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("a corrected address leaves the contributor's account, whose own address is shown", async () => {
  const { world, owner } = await setUp()
  const { employeeId: id, email: account_email, name, employeeId } = world.home.employee
  const employee = await owner.employees.get({ id: employeeId })
  const email = 'corrected@example.test'
  const saved = await owner.employees.save({ id, name, role: employee.role, email })
  expect(saved).toMatchObject({ email, portal_status: 'active', account_email })
})
