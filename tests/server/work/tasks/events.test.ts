import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const task = await addTask(db, world.home.owner, project.id, { due_date: '2026-03-10' })
  return { db, world, project, task }
}

test("open calendars follow a task's creation, status and deletion", async () => {
  const { db, world, task } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const touched = async () => {
    const change = await db
      .selectFrom('changes')
      .select('domains')
      .where('domains', 'like', '%tasks%')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return change.domains.split(',')
  }
  expect(await touched()).toContain('schedule')
  await db.deleteFrom('changes').execute()
  await owner.tasks.setStatus({ id: task.id, status: 'done' })
  expect(await touched()).toContain('schedule')
  await db.deleteFrom('changes').execute()
  await owner.tasks.delete({ id: task.id })
  expect(await touched()).toContain('schedule')
})

test("platform changes to a task are audited, the agency's aren't", async () => {
  const { db, world, task } = await setUp()
  const [admin, owner] = [callerAs(db, world.admin), callerAs(db, world.home.owner)]
  await owner.tasks.setStatus({ id: task.id, status: 'in_progress' })
  expect((await admin.audit.list({ action: 'task.' })).items).toEqual([])
  await admin.tasks.setStatus({ id: task.id, status: 'review' })
  await admin.tasks.addComment({ task_id: task.id, text: 'Looks fine' })
  const { items } = await owner.audit.list({})
  expect(items.toSorted((one, other) => one.action.localeCompare(other.action))).toMatchObject([
    { action: 'comment.added', actor_name: 'Ada Admin', agency_id: world.home.agencyId },
    { action: 'task.status-changed', actor_name: 'Ada Admin', detail: `“${task.title}” moved to Review` },
  ])
})

test('a new assignee is notified and recorded, however the task is saved', async () => {
  const { db, world, task } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const { employeeId } = world.home.employee
  const { id, title, project_id } = task
  await owner.tasks.save({ id, title, project_id, assigned_to_id: employeeId })
  const told = await callerAs(db, world.home.employee).notifications.list({})
  expect(told.items.map((item) => item.title)).toEqual([`You were assigned ${title}`])
  const { items } = await owner.activity.list({ task_id: id })
  expect(items.map((item) => item.action).sort()).toEqual(['task.assigned', 'task.created', 'task.updated'])
})

test("webhooks receive contributors' changes although they can't see webhooks", async () => {
  const { db, world, project } = await setUp()
  await callerAs(db, world.home.owner).webhooks.save({
    url: 'https://example.test/hook',
    events: ['task.created'],
  })
  await addTask(db, world.home.employee, project.id, { title: 'Heard' })
  const deliveries = await db.selectFrom('webhook_deliveries').select(['event', 'body']).execute()
  expect(deliveries).toHaveLength(1)
  expect(deliveries[0]?.body).toContain('Heard')
})

test("archiving increases a project's version, so that an earlier editor doesn't restore it", async () => {
  const { db, world, project } = await setUp()
  const archived = await callerAs(db, world.home.owner).projects.setArchived({
    id: project.id,
    archived: true,
  })
  expect(archived.version).toBe(project.version + 1)
})

test('a client can download everything once the project is completed, and is notified', async () => {
  const { db, world, project } = await setUp()
  const client = callerAs(db, world.home.client)
  expect(await client.projects.get({ id: project.id })).toMatchObject({ can_download_all: false })
  await callerAs(db, world.home.owner).projects.setStatus({ id: project.id, status: 'completed' })
  expect(await client.projects.get({ id: project.id })).toMatchObject({ can_download_all: true })
})
