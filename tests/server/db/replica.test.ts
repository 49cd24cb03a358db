import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startStandby } from '#scripts/tools/postgres-server.ts'
import { openDatabase } from '#server/db/connection.ts'
import { Replica } from '#server/db/replica.ts'
import { callerOf, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

test.runIf(inject('testDatabase').dialect === 'postgres')(
  'a replica answers reports and search, but only what whoever has written may expect to read',
  async () => {
    const original = await createTestDatabase()
    if (original.dialect !== 'postgres') return
    const { home } = await createWorld(original.db)
    const standby = await startStandby({ url: original.directUrl })
    onTestFinished(standby.stop)
    const address = new URL(standby.url)
    address.pathname = new URL(original.directUrl).pathname
    const asked: string[] = []
    const copy = openDatabase(address.href, { onQuery: (text) => asked.push(text) })
    onTestFinished(copy.close)
    let clock = 0
    const services = {
      ...testServices(original.db),
      replica: new Replica(original.db, copy, () => clock),
    }
    const owner = callerOf(ctxFor(services, home.owner))
    /** What is found, and whether the replica was asked for it. */
    const find = async (query: string) => {
      const from = asked.length
      const groups = await owner.search.all({ query })
      const names = groups.flatMap(({ items }) => items.map(({ title }) => title))
      return { names, byReplica: asked.slice(from).some((text) => text.includes('search_entries')) }
    }
    const save = (name: string) => owner.clients.save({ name, email: 'someone@example.test' })

    await save('Quiet Harbour')
    await expect.poll(() => find('Quiet')).toEqual({ names: ['Quiet Harbour'], byReplica: true })

    await sql`select pg_wal_replay_pause()`.execute(copy.db)
    await save('Loud Harbour')
    expect(await find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: false })
    await sql`select pg_wal_replay_resume()`.execute(copy.db)
    await expect.poll(() => find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: true })

    await standby.halt('immediate')
    expect(await find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: false })
    // It rests a while, before it is asked again.
    await standby.start()
    expect(await find('Loud')).toMatchObject({ byReplica: false })
    clock += 10_000
    await expect.poll(() => find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: true })
  },
)
