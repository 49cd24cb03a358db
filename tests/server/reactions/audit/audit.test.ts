import { expect, test } from 'vitest'
import { record } from '#server/base/core/events.ts'
import { transact } from '#server/base/core/transaction.ts'
import { newId } from '#server/base/db/values.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addFile, addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const [home, foreign] = [world.home.owner, world.foreign.owner]
  await transact(ctxFor(db, home), (tx) =>
    record(tx, 'session.sign-in', { id: home.userId, device: 'Firefox', ip: '127.0.0.1' }),
  )
  await transact(ctxFor(db, foreign), (tx) =>
    record(tx, 'api-token.created', {
      id: newId(),
      name: '=cmd()',
      scopes: 'clients:read',
      until: '2026-06-01',
      to: foreign,
    }),
  )
  return { db, world }
}

test("rows can't be changed or removed", async () => {
  const { db } = await setUp()
  await expect(db.updateTable('audit_log').set({ detail: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
})

test('owners see their own agency, the platform administrator everything, filtered by action', async () => {
  const { db, world } = await setUp()
  const owner = await callerAs(db, world.home.owner).audit.list({})
  expect(owner.items.map((entry) => entry.action)).toEqual(['session.sign-in'])
  const admin = callerAs(db, world.admin)
  expect((await admin.audit.list({})).items).toHaveLength(2)
  expect((await admin.audit.list({ action: 'session.' })).items).toHaveLength(1)
})

test('the export is CSV without executable formulas', async () => {
  const { db, world } = await setUp()
  const { csv } = await callerAs(db, world.admin).audit.exportCsv({})
  expect(csv).toContain('created_at,actor_name')
  expect(csv).toContain("'=cmd()")
})

test('owners find out who deleted which tasks, comments, files and messages', async () => {
  const { db, world } = await setUp()
  const { home, foreign } = world
  const [owner, employee] = [callerAs(db, home.owner), callerAs(db, home.employee)]
  const project = await addProject(db, home)
  const task = await addTask(db, home.owner, project.id, { title: 'Single' })
  const comment = await employee.tasks.addComment({ task_id: task.id, text: 'Private words' })
  const place = { project_id: project.id, task_id: null }
  const file = await addFile(db, home, { ...place, kind: 'attachment', name: 'plan.pdf' })
  const sent = await addFile(db, home, { ...place, kind: 'message', name: 'sent.png' })
  const message = await employee.messages.send({
    project_id: project.id,
    content: 'Private',
    file_ids: [sent],
  })
  const many = []
  for (let number = 1; number <= 12; number++) {
    many.push((await addTask(db, home.owner, project.id, { title: `Task ${number}` })).id)
  }
  await owner.tasks.deleteComment({ id: comment.id })
  await employee.files.delete({ id: file })
  await employee.messages.delete({ id: message.id })
  await owner.tasks.delete({ id: task.id })
  await employee.tasks.bulkDelete({ ids: many })

  const { items } = await owner.audit.list({ search: 'deleted' })
  const entries = items.map(({ action, actor_name, detail }) => [action, actor_name, detail])
  const names = many.map((_, index) => `“Task ${index + 1}”`)
  const listed = names.filter((name) => entries.some(([, , detail]) => detail?.includes(name)))
  expect(listed).toHaveLength(10)
  const [bulk] = entries.filter(([action]) => action === 'tasks.deleted')
  expect(bulk).toEqual([
    'tasks.deleted',
    home.employee.name,
    expect.stringMatching(/^12 tasks deleted: “Task .*” and 2 more$/),
  ])
  expect(entries.filter((entry) => entry !== bulk).sort()).toEqual([
    ['comment.deleted', home.owner.name, `Comment by ${home.employee.name} on “Single” deleted`],
    ['file.deleted', home.employee.name, 'File “plan.pdf” deleted'],
    ['message.deleted', home.employee.name, `Message in ${project.name} deleted with “sent.png”`],
    ['task.deleted', home.owner.name, 'Task “Single” deleted'],
  ])
  expect((await callerAs(db, foreign.owner).audit.list({ search: 'deleted' })).items).toEqual([])
})
