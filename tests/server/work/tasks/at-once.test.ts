import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

test('concurrent changes to tasks of two projects wait for each other and never fail', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const projects = [await addProject(db, world.home), await addProject(db, world.home)] as const
  const ids: string[] = []
  for (const title of 'ABCDEFGH') {
    const project = projects[ids.length % 2 === 0 ? 0 : 1]
    ids.push((await addTask(db, world.home.owner, project.id, { title })).id)
  }
  const outcomes = await Promise.allSettled([
    owner.tasks.bulk({ ids, action: 'status', status: 'review' }),
    owner.tasks.bulk({ ids: ids.toReversed(), action: 'status', status: 'in_progress' }),
    owner.tasks.bulk({ ids, action: 'project', project_id: projects[1].id }),
    ...ids.slice(2, 6).map((id) => owner.tasks.setStatus({ id, status: 'review' })),
  ])
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'CONFLICT' })

  const { items } = await owner.tasks.list({})
  const count = (status: string) => items.filter((task) => task.status === status).length
  const counted = {
    total: 8,
    todo: count('todo'),
    in_progress: count('in_progress'),
    review: count('review'),
  }
  expect(await owner.tasks.counters({})).toMatchObject(counted)
  expect(counted.todo).toBeLessThan(8)
})
