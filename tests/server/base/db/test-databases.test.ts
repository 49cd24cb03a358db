import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { type Database, databaseOf } from '#server/base/db/engines/connection.ts'
import { openTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

const nameOf = async ({ db }: Database) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name

/** Uses a database as a test does and returns its name. */
async function use(work: (database: Database) => Promise<unknown>): Promise<string | undefined> {
  const { database, close } = await openTestDatabase()
  try {
    await work(database)
    return await nameOf(database)
  } finally {
    await close()
  }
}

describe.runIf(inject('testDatabase').dialect === 'postgres')('a database that a test has used', () => {
  test('is given to the next test without its rows, with those of the template restored', async () => {
    const contents: unknown[] = []
    const names: unknown[] = []
    // A copy is replaced after a number of uses, which may happen once in between.
    for (let turn = 0; turn < 4; turn++) {
      const name = await use(async ({ db }) => {
        contents.push({
          plans: await db.selectFrom('plans').selectAll().orderBy('id').execute(),
          users: await db.selectFrom('users').selectAll().execute(),
          agencies: await db.selectFrom('agencies').selectAll().execute(),
          audit: await db.selectFrom('audit_log').selectAll().execute(),
        })
        await createWorld(db)
        await db.updateTable('plans').set({ name: 'Changed' }).execute()
      })
      names.push(name)
    }
    expect(contents[0]).toEqual({ plans: expect.anything(), users: [], agencies: [], audit: [] })
    for (const content of contents) expect(content).toEqual(contents[0])
    expect(new Set(names).size).toBeLessThan(names.length)
  })

  test('retains none of the settings of its sessions', async () => {
    await use(({ db }) => sql`set lock_timeout = 1`.execute(db))
    await use(async ({ db }) => {
      const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)
      expect(rows).toEqual([{ lock_timeout: '10s' }])
    })
  })

  test('is dropped if the test has changed its schema', async () => {
    const changed = await use(({ db }) => sql`create table extra (id text)`.execute(databaseOf(db).db))
    expect(await use(async () => {})).not.toBe(changed)
  })
})
