import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const add = (title: string) => addTask(db, world.home.owner, project.id, { title })
  const [design, build, ship] = [await add('Design'), await add('Build'), await add('Ship')]
  return { db, world, owner: callerAs(db, world.home.owner), design, build, ship }
}

test('a task shows the tasks that block it and those it blocks', async () => {
  const { owner, design, build, ship } = await setUp()
  await owner.tasks.setBlockers({ id: build.id, blocked_by: [design.id] })
  await owner.tasks.setBlockers({ id: ship.id, blocked_by: [build.id] })
  expect(await owner.tasks.get({ id: build.id })).toMatchObject({
    open_blockers: 1,
    blocked_by: [{ id: design.id, title: 'Design', status: 'todo' }],
    blocks: [{ id: ship.id, title: 'Ship', status: 'todo' }],
  })
  await owner.tasks.setBlockers({ id: build.id, blocked_by: [] })
  expect(await owner.tasks.get({ id: build.id })).toMatchObject({ open_blockers: 0, blocked_by: [] })
})

test("tasks can't block each other in a cycle, or themselves", async () => {
  const { owner, design, build, ship } = await setUp()
  await owner.tasks.setBlockers({ id: build.id, blocked_by: [design.id] })
  await owner.tasks.setBlockers({ id: ship.id, blocked_by: [build.id] })
  for (const blocker of [ship, build, design]) {
    await expect(owner.tasks.setBlockers({ id: design.id, blocked_by: [blocker.id] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('a blocked task is completed only after confirmation', async () => {
  const { owner, design, build } = await setUp()
  await owner.tasks.setBlockers({ id: build.id, blocked_by: [design.id] })
  const attempts = [
    () => owner.tasks.setStatus({ id: build.id, status: 'done' }),
    () => owner.tasks.move({ id: build.id, status: 'done' }),
    () => owner.tasks.bulk({ ids: [build.id], action: 'status', status: 'done' }),
    () => owner.tasks.save({ id: build.id, title: 'Build', project_id: build.project_id, status: 'done' }),
  ]
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This task is blocked by “Design”. Complete anyway?',
      cause: { details: { reason: 'blocked' } },
    })
  }
  expect((await owner.tasks.get({ id: build.id })).status).toBe('todo')
  expect(await owner.tasks.setStatus({ id: build.id, status: 'done', confirm: true })).toMatchObject({
    status: 'done',
  })
})

test("a blocker that is done or completed in the same change doesn't block", async () => {
  const { owner, design, build, ship } = await setUp()
  await owner.tasks.setBlockers({ id: build.id, blocked_by: [design.id] })
  await owner.tasks.setBlockers({ id: ship.id, blocked_by: [design.id] })
  await owner.tasks.bulk({ ids: [build.id, design.id], action: 'status', status: 'done' })
  await owner.tasks.setStatus({ id: ship.id, status: 'done' })
  expect(await owner.tasks.counters({})).toMatchObject({ done: 3 })
})

test("other agencies' tasks can't be blockers, even for the platform administrator", async () => {
  const { db, world, owner, design } = await setUp()
  const foreign = await addTask(db, world.foreign.owner, (await addProject(db, world.foreign)).id)
  for (const caller of [owner, callerAs(db, world.admin)]) {
    await expect(caller.tasks.setBlockers({ id: design.id, blocked_by: [foreign.id] })).rejects.toMatchObject(
      { code: 'NOT_FOUND' },
    )
  }
})
