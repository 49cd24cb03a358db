import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { seedLarge } from '#scripts/seed/large.ts'
import { findRecord } from '#server/base/db/move/record.ts'
import { TEST_NOW, testServices } from '#tests/support/caller.ts'
import {
  DIALECTS,
  emptyUrl,
  openMigrated,
  openUntilDone,
  otherThan,
  urlOf,
} from '#tests/support/databases/move.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, fromPortal } from '#tests/support/servers/http.ts'
import { endAfter, runMove } from '#tests/support/servers/move-process.ts'
import { startProcess } from '#tests/support/servers/process.ts'
import { createWorld } from '#tests/support/world.ts'

const MOVING = 'The portal is being moved and is read-only. Please try again shortly.'
const READ_ONLY = 'is read-only from now on'
const WRITERS = 20
/** Starts seven processes one after the other. */
const LIMIT_MS = 240_000
/** Enough to still be running when the process is killed. */
const SIZE = { agencies: 2, projects: 20, tasks: 2000, people: 20 }

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('a move during 20 concurrent writers', () => {
  test.each(DIALECTS)(
    'from %s, killed midway and rerun, transfers exactly the acknowledged writes',
    async (dialect) => {
      const source = await openMigrated(dialect)
      const world = await createWorld(source.db)
      await seedLarge(testServices(source.db), SIZE, TEST_NOW)
      const services = { ...testServices(source.db), clock: () => new Date() }
      const cookie = await cookieFor(services, world.home.owner.userId)
      const folder = temporaryFolder()
      const from = urlOf(source)
      const to = await emptyUrl(otherThan(dialect))
      const server = await startProcess(folder, { DATABASE_URL: from, LOG_LEVEL: 'fatal' })

      const save = async (url: string, name: string) => {
        const answer = await fetch(`${url}/trpc/clients.save`, {
          method: 'POST',
          headers: { ...fromPortal(url), cookie },
          body: JSON.stringify({ name, email: `${name}@example.test` }),
        })
        return { status: answer.status, body: await answer.json() }
      }
      const list = async (url: string) =>
        (await fetch(`${url}/trpc/clients.list?input=%7B%7D`, { headers: { cookie } })).status
      const acknowledged: string[] = []
      const refusals = new Set<string>()
      let working = true
      onTestFinished(() => {
        working = false
      })
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let turn = 0; working; turn++) {
          const name = `client-${writer}-${turn}`
          const { status, body } = await save(server.url, name)
          if (status === 200) acknowledged.push(name)
          else {
            refusals.add(`${status} ${body.error.message}`)
            await new Promise((resolve) => setTimeout(resolve, 500))
          }
        }
      })
      while (acknowledged.length < 2 * WRITERS) await new Promise((resolve) => setTimeout(resolve, 5))

      const first = runMove(['--from', from, '--to', to], { DATA_DIR: folder })
      await endAfter(first, READ_ONLY, 'SIGKILL')
      expect(first.said()).not.toContain('Moved')
      expect(await findRecord(source)).toMatchObject({ side: 'source', stage: 'moving' })
      expect(await save(server.url, 'after-the-kill')).toMatchObject({
        status: 503,
        body: { error: { message: MOVING, data: { reason: 'portal_moving' } } },
      })
      expect(await list(server.url)).toBe(200)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503)

      const elsewhere = runMove(['--from', from, '--to', await emptyUrl(otherThan(dialect))], {
        DATA_DIR: folder,
      })
      expect(await elsewhere.end).toEqual([1, null])
      expect(elsewhere.said()).toContain('Continue it, or run this command with --abandon to cancel it.')

      const second = runMove(['--from', from, '--to', to], { DATA_DIR: folder })
      expect(await second.end).toEqual([0, null])
      expect(second.said()).toContain('Continuing the move')
      expect(second.said()).toContain('both databases are the same')
      working = false
      await Promise.all(writers)
      expect([...refusals]).toEqual([`503 ${MOVING}`])
      expect(await list(server.url)).toBe(200)
      server.child.kill('SIGKILL')

      const names = await openUntilDone(to)
        .db.selectFrom('clients')
        .select('name')
        .where('name', 'like', 'client-%')
        .execute()
      expect(names.map(({ name }) => name).sort()).toEqual(acknowledged.sort())

      const moved = await startProcess(folder, { DATABASE_URL: to })
      expect(await list(moved.url)).toBe(200)
      expect((await save(moved.url, 'after-the-move')).status).toBe(200)
    },
    LIMIT_MS,
  )

  test('killed midway and abandoned, unlocks the source and can start again later', async () => {
    const source = await openMigrated('sqlite')
    await createWorld(source.db)
    await seedLarge(testServices(source.db), SIZE, TEST_NOW)
    const folder = temporaryFolder()
    const from = urlOf(source)
    const to = await emptyUrl('postgres')
    const first = runMove(['--from', from, '--to', to], { DATA_DIR: folder })
    await endAfter(first, READ_ONLY, 'SIGKILL')
    const renamed = () => source.db.updateTable('clients').set({ name: 'Renamed' }).execute()
    await expect(renamed()).rejects.toThrow('The portal is being moved')
    const given = runMove(['--from', from, '--abandon'], { DATA_DIR: folder })
    expect(await given.end).toEqual([0, null])
    expect(given.said()).toContain('accepts changes again')
    await renamed()
    const second = runMove(['--from', from, '--to', to], { DATA_DIR: folder })
    expect(await second.end).toEqual([0, null])
    const there = await openUntilDone(to).db.selectFrom('clients').select('name').distinct().execute()
    expect(there).toEqual([{ name: 'Renamed' }])
  })

  test('interrupted with Ctrl+C, unlocks the source and exits with 1', async () => {
    const source = await openMigrated('sqlite')
    await seedLarge(testServices(source.db), SIZE, TEST_NOW)
    const from = urlOf(source)
    const run = runMove(['--from', from, '--to', await emptyUrl('postgres')], { DATA_DIR: temporaryFolder() })
    expect(await endAfter(run, READ_ONLY, 'SIGINT')).toEqual([1, null])
    expect(run.said()).toContain('The move was interrupted.')
    expect(await findRecord(source)).toBeNull()
  })
})
