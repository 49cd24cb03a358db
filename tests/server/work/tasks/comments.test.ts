import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const task = await addTask(db, world.home.owner, project.id)
  return {
    world,
    task_id: task.id,
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
    client: callerAs(db, world.home.client),
  }
}

test('a comment shows its author and mentions', async () => {
  const { owner, employee, world, task_id } = await setUp()
  const comment = await employee.tasks.addComment({
    task_id,
    text: '  Ready? ',
    mentions: [world.home.owner.userId, world.home.owner.userId],
  })
  expect(comment).toMatchObject({
    text: 'Ready?',
    author_id: world.home.employee.userId,
    author_name: 'Home Employee',
    mentions: [{ user_id: world.home.owner.userId, name: 'Home Owner' }],
    edited_at: null,
  })
  expect((await owner.tasks.comments({ task_id })).items).toEqual([{ ...comment, can_edit: false }])
})

test('blank comments and mentions outside the team are rejected', async () => {
  const { employee, world, task_id } = await setUp()
  await expect(employee.tasks.addComment({ task_id, text: '  ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  for (const stranger of [world.foreign.owner, world.home.client, world.admin]) {
    await expect(
      employee.tasks.addComment({ task_id, text: 'Hi', mentions: [stranger.userId] }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await employee.tasks.comments({ task_id })).items).toEqual([])
})

test("people without access can't be mentioned, but remain in existing comments", async () => {
  const { owner, world, task_id } = await setUp()
  const mentions = [world.home.employee.userId]
  const comment = await owner.tasks.addComment({ task_id, text: 'Emma?', mentions })
  await owner.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true })
  await expect(owner.tasks.addComment({ task_id, text: 'Emma?', mentions })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const edited = await owner.tasks.editComment({ id: comment.id, text: 'Emma!', mentions })
  expect(edited).toMatchObject({ text: 'Emma!', mentions: [{ user_id: mentions[0] }] })
})

test('an edit notifies those it mentions who were not mentioned before', async () => {
  const { owner, employee, client, world, task_id } = await setUp()
  const mention = { title: expect.stringMatching(/^Home Owner mentioned you on /), event: 'mention' }
  const news = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.filter(({ event }) => event === 'mention')
  const { id } = await owner.tasks.addComment({ task_id, text: 'Ready?' })
  const mentions = [world.home.employee.userId]
  await owner.tasks.editComment({ id, text: '@Home Employee Ready?', mentions })
  expect(await news(employee)).toMatchObject([mention])
  await employee.notifications.markAllRead()
  await owner.tasks.editComment({ id, text: '@Home Employee Ready now?', mentions })
  expect(await news(employee)).toHaveLength(1)
  expect(await news(client)).toEqual([])
})

test('only the author edits a comment; author and owner can delete it', async () => {
  const { owner, employee, world, task_id } = await setUp()
  const mine = await employee.tasks.addComment({
    task_id,
    text: 'Frist',
    mentions: [world.home.owner.userId],
  })
  await expect(owner.tasks.editComment({ id: mine.id, text: 'Other' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const edited = await employee.tasks.editComment({ id: mine.id, text: 'First' })
  expect(edited).toMatchObject({ text: 'First', mentions: [] })
  expect(edited.edited_at).not.toBeNull()

  const owners = await owner.tasks.addComment({ task_id, text: 'Thanks' })
  await expect(employee.tasks.deleteComment({ id: owners.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await owner.tasks.deleteComment({ id: mine.id })
  expect((await owner.tasks.comments({ task_id })).items.map((comment) => comment.text)).toEqual(['Thanks'])
})

test("comments are internal: clients can't read them or get notified", async () => {
  const { employee, client, task_id } = await setUp()
  const { id, shared } = await employee.tasks.addComment({ task_id, text: 'Between us' })
  expect(shared).toBe(false)
  expect(await client.tasks.comments({ task_id })).toEqual({ items: [], nextCursor: null })
  const missing = { code: 'NOT_FOUND' }
  await expect(client.tasks.editComment({ id, text: 'Ours' })).rejects.toMatchObject(missing)
  await expect(client.tasks.deleteComment({ id })).rejects.toMatchObject(missing)
  expect((await client.notifications.list({})).items).toEqual([])
  const { items } = await client.activity.list({})
  expect(items.map((row) => row.action)).not.toContain('comment.added')
})
