import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { newId } from '#server/base/db/values.ts'
import { addFile } from '#server/work/files/commands.ts'
import { atOnce, TIMES } from '#tests/support/at-once.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  return {
    ...{ db, world, project, services: testServices(db) },
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
  }
}

const MEETING = {
  title: 'Review',
  starts_at: '2026-03-05T08:00:00.000Z',
  duration_minutes: 30,
} as const

test('a deleted message never gets its text back', async () => {
  const { db, owner, project } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const { id } = await owner.messages.send({ project_id: project.id, content: 'Draft' })
    await atOnce(owner.messages.delete({ id }), owner.messages.edit({ id, content: 'Changed' }))
    const message = await db
      .selectFrom('messages')
      .select(['content', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(message).toEqual({ content: '', deleted_at: expect.any(String) })
  }
})

test("a reply given while the event is being changed isn't lost", async () => {
  const { world, owner, employee } = await setUp()
  const attendees = [{ kind: 'user' as const, id: world.home.employee.userId }]
  for (let time = 0; time < TIMES; time += 1) {
    const { id, occurrence_start } = await owner.schedule.create({ ...MEETING, attendees })
    const at = { id, occurrence_start, version: 1 }
    const client = { kind: 'client' as const, id: world.home.client.clientId }
    await Promise.all([
      owner.schedule.update({ ...MEETING, ...at, attendees: [...attendees, client] }),
      employee.schedule.reply({ id, reply: 'declined' }),
    ])
    expect(await employee.schedule.get({ id })).toMatchObject({ my_reply: 'declined' })
  }
})

test('an event is either moved or canceled', async () => {
  const { owner, employee } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const { id, occurrence_start } = await owner.schedule.create(MEETING)
    const at = { id, occurrence_start, version: 1 }
    const [moved, canceled] = await atOnce(
      owner.schedule.move({ ...at, starts_at: '2026-03-06T08:00:00.000Z', duration_minutes: 30 }),
      owner.schedule.cancel(at),
    )
    expect([moved, canceled]).toEqual([!canceled, !moved])
  }
  const daily = { ...MEETING, recurrence: { frequency: 'daily' } } as const
  for (let time = 0; time < TIMES; time += 1) {
    const { id, occurrence_start } = await employee.schedule.create(daily)
    const one = { id, occurrence_start, version: 1, scope: 'this' } as const
    const done = await atOnce(employee.schedule.cancel(one), employee.schedule.cancel(one))
    expect(done.filter(Boolean)).toHaveLength(1)
  }
})

test('two tasks never block each other', async () => {
  const { db, world, owner, project } = await setUp()
  for (let time = 0; time < TIMES; time += 1) {
    const [one, other] = [
      await addTask(db, world.home.owner, project.id),
      await addTask(db, world.home.owner, project.id),
    ]
    const done = await atOnce(
      owner.tasks.setBlockers({ id: one.id, blocked_by: [other.id] }),
      owner.tasks.setBlockers({ id: other.id, blocked_by: [one.id] }),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
  }
})

test('a file uploaded to a task that is being deleted stays with the project, or is refused', async () => {
  const { db, world, owner, project, services } = await setUp()
  const storage = openStorage(services.config)
  const ctx = ctxFor(services, world.home.owner as SeedMember)
  for (let time = 0; time < TIMES; time += 1) {
    const task = await addTask(db, world.home.owner, project.id)
    const received = join(await storage.receivingFolder(), newId())
    writeFileSync(received, 'Text')
    const stored = await storage.adopt(received)
    const target = { project_id: project.id, task_id: task.id, kind: 'attachment' as const }
    const before = (await owner.files.list({ project_id: project.id })).items.length
    const [uploaded] = await atOnce(
      addFile(ctx, target, { ...stored, name: 'notes.txt', contentType: 'text/plain' }),
      owner.tasks.delete({ id: task.id }),
    )
    const { items } = await owner.files.list({ project_id: project.id })
    expect(items).toHaveLength(before + (uploaded ? 1 : 0))
  }
})
