import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  return { db, world: await createWorld(db) }
}

test('everyone in an agency may give a quick task to its owner and its contributors', async () => {
  const { db, world } = await setUp()
  for (const person of [world.home.owner, world.home.employee, world.home.client]) {
    const people = await callerAs(db, person).people.list()
    expect(people.map(({ name }) => name)).toEqual(['Home Owner', 'Home Employee'])
  }
})

test('the platform’s staff give quick tasks to one another', async () => {
  const { db, world } = await setUp()
  const people = await callerAs(db, world.admin).people.list()
  expect(people.map(({ name }) => name)).toEqual(['Ada Admin'])
})

test('nobody is listed for people without an agency', async () => {
  const { db, world } = await setUp()
  for (const person of [world.waitingEmployee, world.waitingClient])
    expect(await callerAs(db, person).people.list()).toEqual([])
})

test('deactivated contributors are offered for nothing', async () => {
  const { db, world } = await setUp()
  const owner = callerAs(db, world.home.owner)
  expect(await owner.people.contributors({})).toMatchObject([
    { employee_id: world.home.employee.employeeId, user_id: world.home.employee.userId },
  ])
  await owner.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true })
  expect(await owner.people.contributors({})).toEqual([])
  expect((await owner.people.list()).map(({ name }) => name)).toEqual(['Home Owner'])
})

test('the platform’s administrator finds the contributors of a project’s own agency', async () => {
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
