import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** Every JSON file of the archive, parsed. */
async function readArchive(bytes: Buffer): Promise<Map<string, Record<string, unknown>[]>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files = new Map<string, Record<string, unknown>[]>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, JSON.parse(await text(await zip.openReadStreamPromise(entry))))
  }
  return files
}

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { url } = await startApp(services)
  const download = async (userId: string, agencyId: string) =>
    fetch(`${url}/exports/agencies/${agencyId}.zip`, {
      headers: { cookie: await cookieFor(services, userId) },
    })
  return { db, world, download }
}

test("an agency's export has the same rows as the database, only its own, and no secrets", async () => {
  const { db, world, download } = await setUp()
  const project = await addProject(db, world.home)
  await addTask(db, world.home.owner, project.id)
  await addProject(db, world.foreign)
  await callerAs(db, world.home.owner).webhooks.save({
    url: 'https://example.test/hook',
    events: ['task.created'],
  })

  const answer = await download(world.admin.userId, world.home.agencyId)
  expect(answer.headers.get('content-disposition')).toContain('Home Agency.zip')
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()))
  for (const table of ['clients', 'employees', 'projects', 'tasks', 'profiles', 'activity'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('agency_id', '=', world.home.agencyId)
      .execute()
    expect(
      files
        .get(`data/${table}.json`)
        ?.map((row) => row.id)
        .sort(),
      table,
    ).toEqual(rows.map((row) => row.id).sort())
  }
  expect(files.get('data/agencies.json')).toMatchObject([{ name: 'Home Agency' }])
  expect(files.get('data/webhooks.json')).toHaveLength(1)
  expect(Object.keys(files.get('data/webhooks.json')?.[0] ?? {})).not.toContain('secret')
  expect(JSON.stringify([...files])).not.toContain(world.foreign.agencyId)
})

test('only an owner can export, and only their own agency', async () => {
  const { world, download } = await setUp()
  const { owner, employee, client, agencyId } = world.home
  expect((await download(owner.userId, agencyId)).status).toBe(200)
  expect((await download(owner.userId, world.foreign.agencyId)).status).toBe(404)
  expect((await download(employee.userId, agencyId)).status).toBe(403)
  expect((await download(client.userId, agencyId)).status).toBe(403)
})

test('quick tasks and notifications are exported only to the people they belong to', async () => {
  const { db, world, download } = await setUp()
  const { owner, employee, agencyId } = world.home
  await callerAs(db, employee).quickTasks.save({ title: 'Call the doctor' })
  await callerAs(db, owner).quickTasks.save({ title: 'Call the bank' })
  const project = await addProject(db, world.home)
  await callerAs(db, owner).messages.send({ project_id: project.id, content: 'For the contributor' })
  for (const [person, errands] of [
    [owner, ['Call the bank']],
    [world.admin, []],
  ] as const) {
    const answer = await download(person.userId, agencyId)
    const files = await readArchive(Buffer.from(await answer.arrayBuffer()))
    expect(files.get('data/quick_tasks.json')?.map((row) => row.title)).toEqual(errands)
    expect(files.get('data/notifications.json')?.filter((row) => row.user_id !== person.userId)).toEqual([])
    expect(files.get('data/messages.json')).toMatchObject([{ content: 'For the contributor' }])
  }
})

test('a large table is exported completely, each row once', async () => {
  const { db, world, download } = await setUp()
  const rows = Array.from({ length: 1100 }, (_, row) => `Client ${row},client-${row}@example.test`)
  const csv = ['name,email', ...rows].join('\n')
  await callerAs(db, world.home.owner).clients.importCsv({ csv, dry_run: false })
  const answer = await download(world.home.owner.userId, world.home.agencyId)
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()))
  const kept = await db
    .selectFrom('clients')
    .select('id')
    .where('agency_id', '=', world.home.agencyId)
    .execute()
  const exported = files.get('data/clients.json')?.map((row) => row.id)
  expect(exported).toHaveLength(kept.length)
  expect(new Set(exported)).toEqual(new Set(kept.map((row) => row.id)))
})
