import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { FileKind } from '#shared/work/files.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addFile, addProject, addTask } from '#tests/support/work.ts'
import { addClient, addContact, createWorld } from '#tests/support/world.ts'

async function setUp(fields: Record<string, unknown> = {}) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const task = await addTask(db, world.home.owner, project.id, fields)
  return {
    db,
    world,
    project,
    task_id: task.id,
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
    client: callerAs(db, world.home.client),
  }
}

const missing = { code: 'NOT_FOUND' }

type Caller = Awaited<ReturnType<typeof setUp>>['owner']
const commentNews = async (caller: Caller) =>
  (await caller.notifications.list({})).items
    .filter(({ event }) => event === 'comment')
    .map(({ title }) => title)

test('a shared comment reaches the client, with whom of the team it mentions', async () => {
  const { employee, client, world, task_id } = await setUp()
  const mentions = [world.home.owner.userId]
  const comment = await employee.tasks.addComment({ task_id, text: 'Ready', mentions, shared: true })
  expect(comment).toMatchObject({ shared: true, by_client: false })
  await employee.tasks.addComment({ task_id, text: 'Between us' })
  const { items } = await client.tasks.comments({ task_id })
  expect(items).toEqual([{ ...comment, can_edit: false, can_delete: false }])
  expect(await commentNews(client)).toEqual(['Home Employee commented on A task'])
})

test("a client's comment is always shared, and the client's to edit and delete", async () => {
  const { owner, client, task_id } = await setUp()
  const comment = await client.tasks.addComment({ task_id, text: 'Looks good', shared: false })
  expect(comment).toMatchObject({ shared: true, by_client: true, can_edit: true, can_delete: true })
  expect((await owner.tasks.comments({ task_id })).items).toMatchObject([
    { id: comment.id, by_client: true, can_edit: false, can_delete: true },
  ])
  const edited = await client.tasks.editComment({ id: comment.id, text: 'Looks great' })
  expect(edited).toMatchObject({ text: 'Looks great', shared: true })
  await client.tasks.deleteComment({ id: comment.id })
  expect((await owner.tasks.comments({ task_id })).items).toEqual([])
})

test("a client can't change what the team shares, or mention people", async () => {
  const { owner, client, world, task_id } = await setUp()
  const { id } = await owner.tasks.addComment({ task_id, text: 'Ready', shared: true })
  const forbidden = { code: 'FORBIDDEN' }
  await expect(client.tasks.editComment({ id, text: 'Done' })).rejects.toMatchObject(forbidden)
  await expect(client.tasks.deleteComment({ id })).rejects.toMatchObject(forbidden)
  const mentions = [world.home.owner.userId]
  const refused = { code: 'BAD_REQUEST', message: 'Only the team can mention people in comments.' }
  await expect(client.tasks.addComment({ task_id, text: 'Hi', mentions })).rejects.toMatchObject(refused)
  const mine = await client.tasks.addComment({ task_id, text: 'Hi' })
  await expect(client.tasks.editComment({ id: mine.id, text: 'Hi', mentions })).rejects.toMatchObject(refused)
})

test('a shared comment shows its files to the client, and no others', async () => {
  const { db, owner, client, world, project, task_id } = await setUp()
  const place = { project_id: project.id, task_id, kind: 'attachment' } as const
  const [shown, internal, other] = [
    await addFile(db, world.home, place),
    await addFile(db, world.home, place),
    await addFile(db, world.home, place),
  ]
  await owner.tasks.addComment({ task_id, text: 'Between us', file_ids: [internal, shown] })
  await expect(client.files.get({ id: shown })).rejects.toMatchObject(missing)

  const comment = await owner.tasks.addComment({ task_id, text: 'See', file_ids: [shown], shared: true })
  expect((await client.tasks.comments({ task_id })).items).toMatchObject([
    { id: comment.id, attachments: [{ id: shown }] },
  ])
  expect(await client.files.get({ id: shown })).toMatchObject({ kind: 'attachment' })
  const { items } = await client.files.list({ project_id: project.id })
  expect(items.map(({ id }) => id)).toEqual([shown])
  for (const id of [internal, other]) await expect(client.files.get({ id })).rejects.toMatchObject(missing)

  await owner.tasks.deleteComment({ id: comment.id })
  await expect(client.files.get({ id: shown })).rejects.toMatchObject(missing)
})

async function withClientFiles() {
  const portal = await setUp()
  const { db, world, project, task_id } = portal
  const sibling = await addContact(db, world.home.client, 'Carla Contact', {
    seesProjects: true,
    seesBilling: false,
  })
  const place = { project_id: project.id, task_id, kind: 'message' } as const
  const addOwn = (
    fields: { task_id?: string | null; kind?: FileKind } = {},
    by: SeedPerson = world.home.client,
  ) => addFile(db, world.home, { ...place, ...fields }, by)
  const see = (file_ids: string[]) => portal.client.tasks.addComment({ task_id, text: 'See', file_ids })
  return { ...portal, sibling: callerAs(db, sibling), addOwn, see }
}

test("a client's file reaches the team and the client's people with its comment, and goes with it", async () => {
  const { db, owner, employee, client, sibling, world, project, task_id, addOwn, see } =
    await withClientFiles()
  const id = await addOwn()
  const others = [owner, employee, sibling]
  for (const other of others) await expect(other.files.get({ id })).rejects.toMatchObject(missing)
  const comment = await see([id])
  expect(comment.attachments).toMatchObject([{ id }])
  for (const reader of [...others, client]) {
    const listed = await reader.files.list({ project_id: project.id, task_id })
    expect(listed.items.map((file) => file.id)).toEqual([id])
  }
  await expect(callerAs(db, world.foreign.owner).files.get({ id })).rejects.toMatchObject(missing)
  await expect(client.files.discard({ id })).rejects.toMatchObject(missing)

  await owner.tasks.deleteComment({ id: comment.id })
  for (const reader of [...others, client])
    await expect(reader.files.get({ id })).rejects.toMatchObject(missing)
  expect(await db.selectFrom('files').selectAll().execute()).toEqual([])
})

test('a client attaches only own files sent to the task', async () => {
  const { owner, world, addOwn, see, task_id } = await withClientFiles()
  const other = await addOwn({}, world.home.owner)
  const elsewhere = await addOwn({ task_id: null })
  const internal = await addOwn({ kind: 'attachment' }, world.home.owner)
  for (const file of [other, elsewhere, internal]) await expect(see([file])).rejects.toMatchObject(missing)
  const own = await addOwn()
  const comment = { task_id, text: 'Ours', file_ids: [own] }
  await expect(owner.tasks.addComment(comment)).rejects.toMatchObject(missing)
})

test("a client's files follow the task to another project, and are deleted with it", async () => {
  const { db, owner, client, world, project, task_id, addOwn, see } = await withClientFiles()
  const [sent, also, unsent] = [await addOwn(), await addOwn(), await addOwn()]
  await see([sent, also])
  await client.messages.send({ project_id: project.id, content: 'Again', file_ids: [also] })
  const { id } = await addProject(db, world.home, { name: 'Shop' })
  await owner.tasks.bulk({ ids: [task_id], action: 'project', project_id: id })
  expect(await client.files.get({ id: sent })).toMatchObject({ project_id: id })
  expect(await client.files.get({ id: also })).toMatchObject({ project_id: project.id })

  await owner.tasks.delete({ id: task_id })
  const left = await db.selectFrom('files').select('id').execute()
  expect(left).toEqual([{ id: also }])
  expect(unsent).not.toBe(also)
})

test("a client's comment with a file doesn't take its request up", async () => {
  const { client, project, addOwn } = await withClientFiles()
  const { id } = await client.tasks.request({ project_id: project.id, title: 'Logo' })
  const file = await addOwn({ task_id: id })
  await client.tasks.addComment({ task_id: id, text: 'See', file_ids: [file] })
  await client.tasks.withdrawRequest({ id })
  await expect(client.files.get({ id: file })).rejects.toMatchObject(missing)
})

test("a client's comment notifies the assignee, or the owners if there is none", async () => {
  const { owner, employee, client, world, project, task_id } = await setUp()
  await client.tasks.addComment({ task_id, text: 'Who does this?' })
  expect(await commentNews(owner)).toEqual(['Home Client commented on A task'])
  expect(await commentNews(employee)).toEqual([])

  const assigned_to_id = world.home.employee.employeeId
  const other = await owner.tasks.save({ title: 'Another', project_id: project.id, assigned_to_id })
  await client.tasks.addComment({ task_id: other.id, text: 'And this?' })
  expect(await commentNews(employee)).toEqual(['Home Client commented on Another'])
  expect(await commentNews(owner)).toHaveLength(1)
  expect(await commentNews(client)).toEqual([])
})

test('deleting a shared comment, or its task, withdraws its notifications', async () => {
  const { owner, client, task_id } = await setUp()
  const { id } = await owner.tasks.addComment({ task_id, text: 'Ready', shared: true })
  await owner.tasks.deleteComment({ id })
  expect(await commentNews(client)).toEqual([])

  const mine = await client.tasks.addComment({ task_id, text: 'Oh' })
  await client.tasks.deleteComment({ id: mine.id })
  expect(await commentNews(owner)).toEqual([])

  await owner.tasks.addComment({ task_id, text: 'Ready', shared: true })
  await owner.tasks.delete({ id: task_id })
  expect(await commentNews(client)).toEqual([])
})

test("shared comments don't reach another client", async () => {
  const { db, owner, world, project, task_id } = await setUp()
  const other = await addClient(db, world.home.agencyId, 'Other Client', 'Other Company')
  const elsewhere = await addProject(db, world.home, { client: other.name })
  const conflict = { code: 'CONFLICT' }
  const moved = { ids: [task_id], action: 'project' as const, project_id: elsewhere.id }
  await owner.tasks.addComment({ task_id, text: 'Between us' })
  const { undo } = await owner.tasks.bulk(moved)
  await owner.tasks.undoBulk({ undo })

  await owner.tasks.addComment({ task_id, text: 'Ready', shared: true })
  await expect(owner.tasks.bulk(moved)).rejects.toMatchObject(conflict)
  await expect(
    owner.tasks.save({ id: task_id, title: 'A task', project_id: elsewhere.id }),
  ).rejects.toMatchObject(conflict)
  const given = { id: project.id, name: project.name, category: project.category, status: project.status }
  await expect(
    owner.projects.update({ ...given, progress: null, version: project.version, client: other.name }),
  ).rejects.toMatchObject({
    ...conflict,
    message: expect.stringContaining('has comments that its client can see'),
  })
})
