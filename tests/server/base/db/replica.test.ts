import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startStandby } from '#scripts/tools/postgres-server.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { Replica } from '#server/base/db/engines/replica.ts'
import { callerOf, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

/** A database with a standby that follows it, and an agency owner who searches. */
async function setUp() {
  const original = await createTestDatabase()
  if (original.dialect !== 'postgres') throw new Error('Only PostgreSQL has replicas.')
  const { home } = await createWorld(original.db)
  const standby = await startStandby({ url: original.directUrl })
  onTestFinished(standby.stop)
  const address = new URL(standby.url)
  address.pathname = new URL(original.directUrl).pathname
  const asked: string[] = []
  const copy = openDatabase(address.href, { onQuery: (text) => asked.push(text) })
  onTestFinished(copy.close)
  const streaming = sql`select from pg_stat_wal_receiver where status = 'streaming'`
  await expect.poll(async () => (await streaming.execute(copy.db)).rows.length).toBe(1)
  const clock = { now: 0 }
  const warnings: string[] = []
  const services = {
    ...testServices(original.db),
    replica: new Replica(original.db, copy, {
      now: () => clock.now,
      warn: (message) => void warnings.push(message),
    }),
  }
  const owner = callerOf(ctxFor(services, home.owner))
  /** The results, and whether the replica was queried. */
  const find = async (query: string) => {
    const from = asked.length
    const groups = await owner.search.all({ query })
    const names = groups.flatMap(({ items }) => items.map(({ title }) => title))
    return { names, byReplica: asked.slice(from).some((text) => text.includes('search_entries')) }
  }
  /** How many statements the replica gets for a search. */
  const statements = async () => {
    const from = asked.length
    await find('Quiet')
    return asked.length - from
  }
  const save = (name: string) => owner.clients.save({ name, email: 'someone@example.test' })
  return {
    standby,
    copy,
    clock,
    owner,
    home,
    services: { ...services, directUrl: original.directUrl, copyUrl: address.href },
    find,
    statements,
    warnings,
    save,
  }
}

const onPostgres = test.runIf(inject('testDatabase').dialect === 'postgres')

onPostgres('a replica that follows another primary is asked for nothing', async () => {
  const { standby, find, save } = await setUp()
  await save('Quiet Harbour')
  await expect.poll(() => find('Quiet')).toEqual({ names: ['Quiet Harbour'], byReplica: true })
  // As after a failover that a partitioned client doesn't know of.
  await standby.promote()
  await save('Loud Harbour')
  expect(await find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: false })
})

onPostgres('a replica that hears nothing any more is asked for nothing', async () => {
  const { copy, clock, find, statements, warnings, save } = await setUp()
  await save('Quiet Harbour')
  await expect.poll(() => find('Quiet')).toEqual({ names: ['Quiet Harbour'], byReplica: true })
  await sql`alter system set primary_conninfo = ''`.execute(copy.db)
  await sql`select pg_reload_conf()`.execute(copy.db)
  await expect.poll(() => find('Quiet')).toEqual({ names: ['Quiet Harbour'], byReplica: false })
  // It is left alone for a while, and then tried again.
  expect(await statements()).toBe(0)
  clock.now += 10_000
  expect(await statements()).toBeGreaterThan(0)
  expect(await statements()).toBe(0)
  expect(warnings).toEqual([expect.stringContaining('DATABASE_READ_URL')])
})

onPostgres('of multiple replicas behind one address, the up-to-date one is read', async () => {
  const { standby, copy, owner, home, services, find, save } = await setUp()
  await save('Quiet Harbour')
  await expect.poll(() => find('Quiet')).toEqual({ names: ['Quiet Harbour'], byReplica: true })
  const second = await startStandby({ url: services.directUrl })
  onTestFinished(second.stop)
  // Connections alternate between the two, and each one is new.
  const targets = [standby.url, second.url].map((url) => Number(new URL(url).port))
  let turn = 0
  const proxy = createServer((socket) => {
    const server = connect(targets[turn++ % 2] ?? 0, '127.0.0.1')
    socket.pipe(server).pipe(socket)
    for (const one of [socket, server]) one.on('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  const address = new URL(services.copyUrl)
  address.port = String((proxy.address() as AddressInfo).port)
  const both = openDatabase(address.href)
  onTestFinished(both.close)
  const other = callerOf(
    ctxFor({ ...services, replica: new Replica(services.db, both, { warn: () => {} }) }, home.owner),
  )
  const seen = async (query: string) =>
    (await other.search.all({ query })).flatMap(({ items }) => items.map(({ title }) => title))
  // Multiple at once, so that the pool has connections to both.
  await Promise.all(Array.from({ length: 8 }, () => seen('Quiet')))
  await sql`select pg_wal_replay_pause()`.execute(copy.db)
  await owner.clients.save({ name: 'Loud Harbour', email: 'loud@example.test' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => seen('Loud')))
  await sql`select pg_wal_replay_resume()`.execute(copy.db)
  expect(answers.filter((names) => !names.includes('Loud Harbour'))).toEqual([])
})

onPostgres(
  'a replica answers reports and search, but includes everything the reader has written',
  async () => {
    const { standby, copy, clock, find, warnings, save } = await setUp()
    await save('Quiet Harbour')
    await expect.poll(() => find('Quiet')).toEqual({ names: ['Quiet Harbour'], byReplica: true })

    await sql`select pg_wal_replay_pause()`.execute(copy.db)
    await save('Loud Harbour')
    expect(await find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: false })
    // A moment behind is usual.
    expect(warnings).toEqual([])
    clock.now += 60_000
    for (let read = 0; read < 2; read++) await find('Loud')
    expect(warnings.splice(0)).toEqual([expect.stringContaining('has been behind')])
    await sql`select pg_wal_replay_resume()`.execute(copy.db)
    await expect.poll(() => find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: true })
    expect(warnings.splice(0)).toEqual([expect.stringContaining('is used again')])

    await standby.halt('immediate')
    expect(await find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: false })
    // It is skipped for a while before it is queried again.
    clock.now += 10_000
    expect(await find('Loud')).toMatchObject({ byReplica: false })
    expect(warnings.splice(0)).toEqual([expect.stringContaining('can’t be used')])
    await standby.start()
    expect(await find('Loud')).toMatchObject({ byReplica: false })
    clock.now += 10_000
    await expect.poll(() => find('Loud')).toEqual({ names: ['Loud Harbour'], byReplica: true })
    expect(warnings).toEqual([expect.stringContaining('is used again')])
  },
)
