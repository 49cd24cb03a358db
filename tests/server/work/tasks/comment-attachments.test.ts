import { expect, test } from 'vitest'
import { newId } from '#server/base/db/values.ts'
import type { FileKind } from '#shared/work/files.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addFile, addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { home } = world
  const project = await addProject(db, home)
  const [task, other] = [
    await addTask(db, home.owner, project.id, { title: 'One' }),
    await addTask(db, home.owner, project.id, { title: 'Other' }),
  ]
  const fileOf = (task_id: string | null, kind: FileKind = 'attachment') =>
    addFile(db, home, { project_id: project.id, task_id, kind })
  return { db, world, home, project, task, other, fileOf, employee: callerAs(db, home.employee) }
}

test('a comment shows its files to the team in order', async () => {
  const { db, home, task, fileOf, employee } = await setUp()
  const [first, second] = [await fileOf(task.id), await fileOf(task.id)]
  const input = { task_id: task.id, text: 'See these', file_ids: [second, first, second] }
  const added = await employee.tasks.addComment(input)
  const shown = { size: 3, content_type: 'image/png' }
  expect(added.attachments).toMatchObject([
    { id: second, ...shown },
    { id: first, ...shown },
  ])
  const edited = await employee.tasks.editComment({ id: added.id, text: 'Look' })
  expect(edited.attachments.map(({ id }) => id)).toEqual([second, first])
  await callerAs(db, home.owner).files.delete({ id: second })
  const { items } = await callerAs(db, home.owner).tasks.comments({ task_id: task.id })
  expect(items.map(({ attachments }) => attachments.map(({ id }) => id))).toEqual([[first]])
  await employee.tasks.deleteComment({ id: added.id })
  expect(await db.selectFrom('task_comment_attachments').selectAll().execute()).toEqual([])
  expect((await employee.files.get({ id: first })).id).toBe(first)
})

test('only attachments of the same task can be added, up to ten', async () => {
  const { db, world, project, task, other, fileOf, employee } = await setUp()
  const { foreign } = world
  const foreignProject = await addProject(db, foreign)
  const foreignTask = await addTask(db, foreign.owner, foreignProject.id)
  const refused = [
    await fileOf(other.id),
    await fileOf(null),
    await fileOf(task.id, 'deliverable'),
    await addFile(db, foreign, {
      project_id: foreignProject.id,
      task_id: foreignTask.id,
      kind: 'attachment',
    }),
    newId(),
  ]
  for (const file of refused) {
    await expect(
      employee.tasks.addComment({ task_id: task.id, text: 'Hi', file_ids: [await fileOf(task.id), file] }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await employee.tasks.comments({ task_id: task.id })).items).toEqual([])
  await expect(
    employee.tasks.addComment({
      task_id: task.id,
      text: 'Hi',
      file_ids: Array.from({ length: 11 }, () => newId()),
    }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(project.id).not.toBe(foreignProject.id)
})

test("clients can't see the comment or its files", async () => {
  const { db, home, project, task, fileOf, employee } = await setUp()
  const file = await fileOf(task.id)
  await employee.tasks.addComment({ task_id: task.id, text: 'Internal', file_ids: [file] })
  const client = callerAs(db, home.client)
  await expect(client.files.get({ id: file })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await client.files.list({ project_id: project.id })).items).toEqual([])
  expect((await client.tasks.comments({ task_id: task.id })).items).toEqual([])
})
