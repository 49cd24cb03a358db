import { describe, expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const owner = callerAs(db, world.home.owner)
  const datesOf = async (id: string) => {
    const { start_date, due_date } = await owner.tasks.get({ id })
    return [start_date, due_date]
  }
  return {
    owner,
    client: callerAs(db, world.home.client),
    project,
    datesOf,
    add: (start_date: string | null, due_date: string | null, fields: Record<string, unknown> = {}) =>
      addTask(db, world.home.owner, project.id, { start_date, due_date, ...fields }),
  }
}

const TOO_LATE = 'The start date can’t be after the due date.'

test('a task is saved with its start date, which its client sees', async () => {
  const { owner, client, project, datesOf } = await setUp()
  const fields = { title: 'Sketch', project_id: project.id, start_date: '2026-03-02', due_date: '2026-03-02' }
  const { id, version } = await owner.tasks.save(fields)
  expect(await datesOf(id)).toEqual(['2026-03-02', '2026-03-02'])
  expect(await client.tasks.get({ id })).toMatchObject({ start_date: '2026-03-02' })
  expect((await client.tasks.list({})).items[0]).toMatchObject({ start_date: '2026-03-02' })
  await owner.tasks.save({ ...fields, id, version, due_date: null })
  expect(await datesOf(id)).toEqual(['2026-03-02', null])
  await expect(owner.tasks.save({ ...fields, id, version, start_date: null })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { fields: { start_date: '2026-03-02', due_date: '' } } },
  })
})

test('it can’t start after it is due, whether new, changed or one of many', async () => {
  const { owner, project, datesOf, add } = await setUp()
  const late = { title: 'Sketch', project_id: project.id, start_date: '2026-03-03', due_date: '2026-03-02' }
  await expect(owner.tasks.save(late)).rejects.toThrow(TOO_LATE)
  const [task, other] = [await add('2026-03-01', '2026-03-02'), await add(null, '2026-03-09')]
  await expect(owner.tasks.save({ ...late, id: task.id })).rejects.toThrow(TOO_LATE)
  const ids = [other.id, task.id]
  const bulk = owner.tasks.bulk({ ids, action: 'start', start_date: '2026-03-05' })
  await expect(bulk).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: TOO_LATE,
    cause: { details: { fields: { start_date: TOO_LATE } } },
  })
  expect([await datesOf(task.id), await datesOf(other.id)]).toEqual([
    ['2026-03-01', '2026-03-02'],
    [null, '2026-03-09'],
  ])
})

describe('due dates set for multiple tasks', () => {
  test('move the start dates that would be after them, and undoing restores both', async () => {
    const { owner, datesOf, add } = await setUp()
    const tasks = [
      await add('2026-03-28', '2026-04-02'),
      await add('2026-01-10', '2026-04-02'),
      await add('2026-04-01', null),
      await add(null, '2026-04-02'),
    ]
    const ids = tasks.map(({ id }) => id)
    const dates = () => Promise.all(ids.map(datesOf))
    const before = await dates()
    const { undo } = await owner.tasks.bulk({ ids, action: 'due', due_date: '2026-02-27' })
    expect(await dates()).toEqual([
      ['2026-02-22', '2026-02-27'],
      ['2026-01-10', '2026-02-27'],
      ['2026-02-27', '2026-02-27'],
      [null, '2026-02-27'],
    ])
    await owner.tasks.undoBulk({ undo })
    expect(await dates()).toEqual(before)
  })

  test('leave start dates if they are removed', async () => {
    const { owner, datesOf, add } = await setUp()
    const { id } = await add('2026-03-28', '2026-04-02')
    await owner.tasks.bulk({ ids: [id], action: 'due', due_date: null })
    expect(await datesOf(id)).toEqual(['2026-03-28', null])
    const { undo } = await owner.tasks.bulk({ ids: [id], action: 'start', start_date: null })
    expect(await datesOf(id)).toEqual([null, null])
    await owner.tasks.undoBulk({ undo })
    expect(await datesOf(id)).toEqual(['2026-03-28', null])
  })
})

test('the next of a recurring task starts as long before its due date', async () => {
  const { owner, add } = await setUp()
  const tasks = [
    await add('2026-02-27', '2026-03-04', { title: 'weekly', recurrence: 'weekly' }),
    await add('2026-03-29', '2026-03-31', { title: 'monthly', recurrence: 'monthly' }),
    await add('2030-01-01', null, { title: 'only a start', recurrence: 'daily' }),
    await add(null, '2026-03-04', { title: 'only a due date', recurrence: 'weekly' }),
  ]
  for (const { id } of tasks) await owner.tasks.setStatus({ id, status: 'done' })
  const { items } = await owner.tasks.list({ status: 'todo', order: 'title' })
  expect(items.map((task) => [task.title, task.start_date, task.due_date])).toEqual([
    ['monthly', '2026-04-28', '2026-04-30'],
    ['only a due date', null, '2026-03-11'],
    ['only a start', expect.stringMatching(/^2026-03/), expect.stringMatching(/^2026-03/)],
    ['weekly', '2026-03-06', '2026-03-11'],
  ])
})
