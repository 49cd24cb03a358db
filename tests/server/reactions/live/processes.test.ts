import pino from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { transact } from '#server/base/core/transaction.ts'
import { type Database, openDatabase } from '#server/base/db/engines/connection.ts'
import { publishChange } from '#server/reactions/live/commands/publish.ts'
import { LiveHub } from '#server/reactions/live/hub.ts'
import { liveSource } from '#server/reactions/live/source.ts'
import { ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createOwnDatabase } from '#tests/support/databases/database.ts'
import { addSession, openTab } from '#tests/support/live.ts'
import { createWorld } from '#tests/support/world.ts'

const log = pino({ level: 'silent' })
const isPostgres = inject('testDatabase').dialect === 'postgres'

/** The services of one server process on this database. */
function startProcess(database: Database) {
  const live = new LiveHub(liveSource(database, log), { log, clock: () => TEST_NOW })
  onTestFinished(() => live.stop())
  return { ...testServices(database.db), live }
}

function openAgain(database: Database): Database {
  const again = openDatabase(
    database.dialect === 'sqlite'
      ? `file:${database.file.name}`
      : (database.pool.options.connectionString ?? ''),
  )
  onTestFinished(() => again.close())
  return again
}

test("a change by one process reaches another's screens, which can resume at a third", async () => {
  const database = await createOwnDatabase()
  const { home } = await createWorld(database.db)
  const reading = startProcess(openAgain(database))
  const sessionId = await addSession(database.db, home.owner)
  const tab = openTab(reading, home.owner, sessionId)
  await tab.next()
  await transact(ctxFor(database.db, home.owner), (tx) => publishChange(tx, { domains: ['tasks'] }))
  const heard = await tab.next()
  expect(heard?.domains).toEqual(['tasks'])
  await reading.live.stop()
  expect(await tab.next()).toBeNull()

  await transact(ctxFor(database.db, home.owner), (tx) => publishChange(tx, { domains: ['projects'] }))
  const resumed = openTab(startProcess(openAgain(database)), home.owner, sessionId, heard?.id)
  expect((await resumed.next())?.domains).toEqual(['projects'])
})

test.runIf(isPostgres)('a change that commits after a later one is neither lost nor repeated', async () => {
  const database = await createOwnDatabase()
  const { home } = await createWorld(database.db)
  const services = startProcess(database)
  const sessionId = await addSession(database.db, home.owner)
  const tab = openTab(services, home.owner, sessionId)
  await tab.next()
  const inserted = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  // A job's transaction doesn't wait for those of the agency.
  const early = transact(ctxFor(database.db, null), async (tx) => {
    await publishChange(tx, { domains: ['tasks'], agencyId: home.agencyId })
    inserted.resolve()
    await mayCommit.promise
  })
  await inserted.promise
  await transact(ctxFor(database.db, home.owner), (tx) => publishChange(tx, { domains: ['projects'] }))
  const later = await tab.next()
  expect(later?.domains).toEqual(['projects'])
  await tab.close()
  mayCommit.resolve()
  await early
  const resumed = openTab(services, home.owner, sessionId, later?.id)
  const greeting = await resumed.next()
  expect(greeting?.domains).toEqual(['tasks'])
  const again = openTab(services, home.owner, sessionId, greeting?.id)
  expect((await again.next())?.domains).toEqual([])
})

test.runIf(isPostgres)('the listening connection is reopened after it is lost', async () => {
  const database = await createOwnDatabase()
  const { home } = await createWorld(database.db)
  const services = startProcess(database)
  const tab = openTab(services, home.owner, await addSession(database.db, home.owner))
  await tab.next()
  if (database.dialect !== 'postgres') return
  await database.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen foyer_changes' and datname = current_database()`)
  const other = openAgain(database)
  await other.db
    .insertInto('changes')
    .values({ agency_id: home.agencyId, domains: 'tasks', created_at: TEST_NOW.toISOString() })
    .execute()
  expect((await tab.next())?.domains).toEqual(['tasks'])
})
