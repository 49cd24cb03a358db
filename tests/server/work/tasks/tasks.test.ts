import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  return {
    db,
    world,
    project,
    owner: callerAs(db, world.home.owner),
    add: (fields: Record<string, unknown> = {}) => addTask(db, world.home.owner, project.id, fields),
  }
}

test('a new task starts as todo with medium priority, with project and assignee', async () => {
  const { owner, project, world } = await setUp()
  const saved = await owner.tasks.save({
    title: ' Contact form ',
    project_id: project.id,
    assigned_to_id: world.home.employee.employeeId,
    estimated_hours: 2.5,
    due_date: '2026-03-09',
    subtasks: [{ title: ' a ' }, { title: '  ' }],
  })
  expect(saved).toMatchObject({
    title: 'Contact form',
    status: 'todo',
    priority: 'medium',
    order_position: 0,
    estimated_hours: 2.5,
    due_date: '2026-03-09',
    agency_name: 'Home Agency',
    project: { name: 'Website', unique_id: project.unique_id },
    assignee: { name: 'Home Employee' },
    subtasks: [{ title: 'a', completed: false }],
  })
  expect((await owner.tasks.list({})).items).toEqual([saved])
})

test('title, project, a known status and hours of at least 0 are required', async () => {
  const { owner, project } = await setUp()
  const task = { title: 'A task', project_id: project.id }
  const refused: [object, string][] = [
    [{ title: ' ' }, 'Please enter a task title'],
    [{ project_id: '' }, 'Project is required to create a task'],
    [{ estimated_hours: -1 }, 'Estimated hours cannot be negative'],
    [{ status: 'blocked' }, 'Invalid option'],
  ]
  for (const [fault, message] of refused) {
    await expect(owner.tasks.save({ ...task, ...fault })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    })
  }
})

test('saving with an id updates the task; its subtasks keep their ids', async () => {
  const { owner, project, add } = await setUp()
  const task = await add({ subtasks: [{ title: 'one' }, { title: 'two' }] })
  const [one, two] = task.subtasks
  const saved = await owner.tasks.save({
    id: task.id,
    version: task.version,
    title: 'Renamed',
    project_id: project.id,
    status: 'done',
    subtasks: [{ ...two, title: 'two', completed: true }, { title: 'three' }],
  })
  expect(saved.subtasks).toMatchObject([{ id: two?.id, completed: true }, { title: 'three' }])
  expect(saved.subtasks.map((subtask) => subtask.id)).not.toContain(one?.id)
  expect(await owner.tasks.counters({})).toEqual({ total: 1, todo: 0, in_progress: 0, review: 0, done: 1 })
  expect(await owner.tasks.save({ ...edit(saved), status: 'todo' })).toMatchObject({
    status: 'todo',
    completed_at: null,
  })
})

const edit = (task: { id: string; version: number; title: string; project_id: string }) => ({
  id: task.id,
  version: task.version,
  title: task.title,
  project_id: task.project_id,
})

test('changing the status leaves other fields unchanged', async () => {
  const { owner, add } = await setUp()
  const task = await add({
    description: 'Text',
    priority: 'high',
    due_date: '2026-03-09',
    estimated_hours: 1.5,
  })
  const { status, version, updated_at, ...rest } = await owner.tasks.setStatus({
    id: task.id,
    status: 'in_progress',
  })
  expect(status).toBe('in_progress')
  expect(task).toMatchObject(rest)
})

test('the second of two editors sees what the first one changed', async () => {
  const { owner, add } = await setUp()
  const task = await add()
  await owner.tasks.save({ ...edit(task), title: 'First', priority: 'urgent' })
  await expect(owner.tasks.save({ ...edit(task), title: 'Second' })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { reason: 'changed_meanwhile', fields: { title: 'First', priority: 'urgent' } } },
  })
})

test('one of two concurrent saves wins and the other gets a conflict', async () => {
  const { owner, add } = await setUp()
  const task = await add()
  const outcomes = await Promise.allSettled(
    ['First', 'Second'].map((title) => owner.tasks.save({ ...edit(task), title })),
  )
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test("a filter finds any substring in a task's current text", async () => {
  const { db, owner, project, world, add } = await setUp()
  const task = await add({ title: 'Dashboard "beta"', description: 'Ökologie of the shoreline' })
  const other = await add({ title: 'Boarding pass', description: 'oard' })
  const found = async (search: string) =>
    (await owner.tasks.list({ search, order: 'title' })).items.map(({ id }) => id)
  expect(await found('BOARD')).toEqual([other.id, task.id])
  expect(await found('hbo')).toEqual([task.id])
  expect(await found('"beta"')).toEqual([task.id])
  expect(await found('ologie')).toEqual([task.id])
  expect(await found('of')).toEqual([task.id])
  expect(await found('dash')).toEqual([task.id])
  expect(await found('hboard oard')).toEqual([])
  expect(await found(task.id)).toEqual([task.id])
  expect(await found(task.id.slice(0, 20))).toEqual([task.id])
  expect(await owner.tasks.counters({ search: 'hbo' })).toMatchObject({ total: 1, todo: 1 })
  const { items } = await callerAs(db, world.foreign.owner).tasks.list({ search: 'hbo' })
  expect(items).toEqual([])

  await owner.tasks.save({ id: task.id, title: 'Harbour', project_id: project.id })
  expect(await found('hbo')).toEqual([])
  expect(await found('arbo')).toEqual([task.id])
  await owner.tasks.delete({ id: task.id })
  expect(await found('arbo')).toEqual([])
})

test('tasks are filtered by text, id, status, project, assignee and due date', async () => {
  const { db, owner, world, add } = await setUp()
  const other = await addProject(db, world.home, { name: 'Other' })
  const overdue = await add({ title: 'Overdue', due_date: '2026-03-03' })
  const today = await add({
    title: 'Today',
    due_date: '2026-03-04',
    assigned_to_id: world.home.employee.employeeId,
  })
  const week = await add({ title: 'This week', due_date: '2026-03-10', description: 'Needs 100% care' })
  await add({ title: 'Next week', due_date: '2026-03-11' })
  const undated = await addTask(db, world.home.owner, other.id, { title: 'Undated', status: 'review' })
  await add({ title: 'Done late', due_date: '2026-03-01', status: 'done' })

  const found = async (filter: Parameters<typeof owner.tasks.list>[0]) =>
    (await owner.tasks.list(filter)).items.map((task) => task.id).sort()
  expect(await found({ search: 'OVERDUE' })).toEqual([overdue.id])
  expect(await found({ search: '100%' })).toEqual([week.id])
  expect(await found({ search: today.id.slice(0, 8) })).toEqual([today.id])
  expect(await found({ status: 'review' })).toEqual([undated.id])
  expect(await found({ open: true, due: 'week' })).toEqual([today.id, week.id].sort())
  expect(await found({ open: true })).toHaveLength(5)
  expect(await found({ project_id: other.id })).toEqual([undated.id])
  expect(await found({ assigned_to_id: world.home.employee.employeeId })).toEqual([today.id])
  expect(await found({ due: 'overdue' })).toEqual([overdue.id])
  expect(await found({ due: 'today' })).toEqual([today.id])
  expect(await found({ due: 'week' })).toEqual([today.id, week.id].sort())
  expect(await found({ due: 'none' })).toEqual([undated.id])
  expect(await owner.tasks.counters({ project_id: other.id })).toMatchObject({ total: 1, review: 1 })
})

test('pages are newest first without gaps or repeats, with any filter', async () => {
  const { owner, add } = await setUp()
  for (let index = 0; index < 5; index++) await add({ title: `Task ${index}` })
  for (const filter of [{}, { status: 'todo' as const }, { order: 'board' as const }]) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof owner.tasks.list>> = await owner.tasks.list({
        ...filter,
        limit: 2,
        cursor,
      })
      seen.push(...page.items.map((task) => task.id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  }
})

test('checking one subtask leaves the others unchanged', async () => {
  const { owner, add } = await setUp()
  const task = await add({ subtasks: [{ title: 'one' }, { title: 'two' }] })
  const [one] = task.subtasks
  if (one === undefined) throw new Error('The task has no subtask')
  const ticked = await owner.tasks.toggleSubtask({ id: task.id, subtask_id: one.id, completed: true })
  expect(ticked.subtasks.map((subtask) => subtask.completed)).toEqual([true, false])
  expect(ticked.version).toBe(task.version + 1)
})

test('an assignee must be an active contributor of the agency', async () => {
  const { owner, project, world } = await setUp()
  const stranger = world.foreign.employee.employeeId
  await expect(
    owner.tasks.save({ title: 'A task', project_id: project.id, assigned_to_id: stranger }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('multiple tasks change together or not at all', async () => {
  const { db, owner, world, add } = await setUp()
  const ids = [(await add()).id, (await add()).id]
  const employeeId = world.home.employee.employeeId
  await owner.tasks.bulk({ ids, action: 'status', status: 'review' })
  await owner.tasks.bulk({ ids, action: 'assign', assigned_to_id: employeeId })
  const changed = (await owner.tasks.list({})).items
  expect(changed.map((task) => [task.status, task.assignee?.name])).toEqual([
    ['review', 'Home Employee'],
    ['review', 'Home Employee'],
  ])
  const foreignProject = await addProject(db, world.foreign)
  const foreign = await addTask(db, world.foreign.owner, foreignProject.id)
  await expect(owner.tasks.bulkDelete({ ids: [...ids, foreign.id] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await owner.tasks.counters({})).toMatchObject({ total: 2 })
  expect(await owner.tasks.bulkDelete({ ids })).toEqual({ changed: 2 })
  expect(await owner.tasks.counters({})).toMatchObject({ total: 0 })
})

test("a client can read their projects' tasks and gets the specified error otherwise", async () => {
  const { db, owner, world, add } = await setUp()
  const own = await add()
  await owner.clients.save({ name: 'Other', email: 'other@example.test' })
  const hidden = await addProject(db, world.home, { client: 'Other' })
  const blocker = await addTask(db, world.home.owner, hidden.id, { title: 'Hidden' })
  await owner.tasks.setBlockers({ id: own.id, blocked_by: [blocker.id] })

  const client = callerAs(db, world.home.client)
  expect((await client.tasks.list({})).items.map((task) => task.id)).toEqual([own.id])
  expect(await client.tasks.counters({})).toMatchObject({ total: 1 })
  expect((await client.tasks.get({ id: own.id })).blocked_by).toEqual([])
  await expect(client.tasks.get({ id: blocker.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.tasks.setStatus({ id: own.id, status: 'done' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  for (const refused of [client.tasks.delete({ id: own.id }), client.tasks.bulkDelete({ ids: [own.id] })]) {
    await expect(refused).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: "You don't have permission to delete tasks",
      cause: { details: { title: 'Access Denied' } },
    })
  }
})

test('the platform administrator can edit tasks of any agency, shown in its activity', async () => {
  const { db, world, project, owner } = await setUp()
  const admin = callerAs(db, world.admin)
  const task = await admin.tasks.save({ title: 'From the platform', project_id: project.id })
  await admin.tasks.move({ id: task.id, status: 'todo' })
  await admin.tasks.delete({ id: task.id })
  const { items } = await owner.activity.list({ project_id: project.id })
  expect(items.map((row) => [row.action, row.actor_name])).toEqual(
    expect.arrayContaining([
      ['task.created', 'Ada Admin'],
      ['task.reordered', 'Ada Admin'],
      ['task.deleted', 'Ada Admin'],
    ]),
  )
})

test('a task has its own history', async () => {
  const { owner, add } = await setUp()
  const task = await add({ title: 'Logo' })
  await add({ title: 'Other' })
  await owner.tasks.setStatus({ id: task.id, status: 'in_progress' })
  const { items } = await owner.activity.list({ task_id: task.id })
  expect(items.map((row) => row.summary).sort()).toEqual([
    'Task “Logo” created',
    '“Logo” moved to In Progress',
  ])
})

test('no task is added or moved to an archived project, but those it has can be changed', async () => {
  const { db, owner, project, world, add } = await setUp()
  const other = await addProject(db, world.home, { name: 'Other' })
  const task = await add()
  const moving = await addTask(db, world.home.owner, other.id)
  const { id: quick } = await owner.quickTasks.save({
    title: 'Call back',
    assigned_to: world.home.owner.userId,
  })
  await owner.projects.setArchived({ id: project.id, archived: true })
  const project_id = project.id
  for (const attempt of [
    () => owner.tasks.save({ title: 'Late', project_id }),
    () => owner.tasks.save({ title: moving.title, id: moving.id, project_id }),
    () => owner.tasks.bulk({ ids: [moving.id], action: 'project', project_id }),
    () => owner.quickTasks.convert({ id: quick, project_id }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /project is archived/ })
  }
  expect(await owner.tasks.save({ title: 'Renamed', id: task.id, project_id })).toMatchObject({
    title: 'Renamed',
  })
  await owner.projects.setArchived({ id: project.id, archived: false })
  expect(await owner.tasks.save({ title: 'Late', project_id })).toMatchObject({ title: 'Late' })
})
