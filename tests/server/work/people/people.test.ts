import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
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
