import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  return { db, world: await createWorld(db) }
}

test('everyone in an agency can assign quick tasks to its owner and contributors', async () => {
  const { db, world } = await setUp()
  for (const person of [world.home.owner, world.home.employee, world.home.client]) {
    const people = await callerAs(db, person).people.list()
    expect(people.map(({ name }) => name)).toEqual(['Home Owner', 'Home Employee'])
  }
})

test('platform administrators can assign quick tasks to one another', async () => {
  const { db, world } = await setUp()
  const people = await callerAs(db, world.admin).people.list()
  expect(people.map(({ name }) => name)).toEqual(['Ada Admin'])
})

test('people without an agency see no one', async () => {
  const { db, world } = await setUp()
  for (const person of [world.waitingEmployee, world.waitingClient])
    expect(await callerAs(db, person).people.list()).toEqual([])
})

test('people and contributors are found by name, whatever their place in the list', async () => {
  const { db, world } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const named = (people: { name: string }[]) => people.map(({ name }) => name)
  expect(named(await owner.people.list({ search: 'home emp' }))).toEqual(['Home Employee'])
  expect(named(await owner.people.contributors({ search: 'EMPLOYEE' }))).toEqual(['Home Employee'])
  expect(await owner.people.list({ search: 'Foreign' })).toEqual([])
  expect(await owner.people.contributors({ search: 'Foreign' })).toEqual([])
})

test("deactivated contributors aren't offered", async () => {
  const { db, world } = await setUp()
  const owner = callerAs(db, world.home.owner)
  expect(await owner.people.contributors({})).toMatchObject([
    { employee_id: world.home.employee.employeeId, user_id: world.home.employee.userId },
  ])
  await owner.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true })
  expect(await owner.people.contributors({})).toEqual([])
  expect((await owner.people.list()).map(({ name }) => name)).toEqual(['Home Owner'])
})

test('deactivated contributors are listed for filters while they have open tasks', async () => {
  const { db, world } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const { employeeId } = world.home.employee
  const [open, archived] = [await addProject(db, world.home), await addProject(db, world.home)]
  const assigned = { assigned_to_id: employeeId }
  const task = await addTask(db, world.home.owner, open.id, assigned)
  await addTask(db, world.home.owner, archived.id, assigned)
  await owner.projects.setArchived({ id: archived.id, archived: true })
  expect((await owner.employees.setDeactivated({ id: employeeId, deactivated: true })).open_tasks).toBe(1)
  const listed = (caller = owner) => caller.people.contributors({ assigned: true })
  expect(await listed()).toMatchObject([{ employee_id: employeeId, deactivated_at: expect.any(String) }])
  expect(await owner.people.contributors({})).toEqual([])
  const foreign = await listed(callerAs(db, world.foreign.owner))
  expect(foreign.map(({ name }) => name)).toEqual(['Foreign Employee'])
  await owner.tasks.setStatus({ id: task.id, status: 'done' })
  expect(await listed()).toEqual([])
})

test("the platform administrator sees the contributors of the project's agency", async () => {
  const { db, world } = await setUp()
  const project = await callerAs(db, world.foreign.owner).projects.create({
    name: 'Website',
    category: 'design',
    client: world.foreign.client.name,
  })
  const admin = callerAs(db, world.admin)
  expect(await admin.people.contributors({})).toHaveLength(2)
  expect(await admin.people.contributors({ project_id: project.id })).toMatchObject([
    { name: 'Foreign Employee' },
  ])
})
