import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { seedLarge } from '#scripts/seed/large.ts'
import { findRecord } from '#server/db/move/record.ts'
import { TEST_NOW, testServices } from '#tests/support/caller.ts'
import { cookieFor, fromPortal } from '#tests/support/http.ts'
import { emptyUrl, openMigrated, openUntilDone, otherThan, urlOf } from '#tests/support/move.ts'
import { dataFolder, processEnv, startProcess } from '#tests/support/process.ts'
import { createWorld } from '#tests/support/world.ts'

const MOVING = 'The portal is being moved. Reading works; changes will be possible again shortly.'
const WRITERS = 20
/** Seven processes start one after the other. */
const LIMIT_MS = 240_000
/** Enough to be in the middle of when the process is killed. */
const SIZE = { agencies: 2, projects: 20, tasks: 2000, people: 20 }

/** `npm run move` in a process of its own. */
function runMove(args: string[], folder: string) {
  const child = spawn(process.execPath, ['scripts/move.ts', ...args], {
    env: { ...processEnv, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => written.push(text))
  }
  return { child, said: () => written.join(''), end: once(child, 'close') }
}

async function saidBy(
  run: { child: ChildProcess; said: () => string; end: Promise<unknown> },
  words: string,
) {
  while (!run.said().includes(words)) {
    if (run.child.exitCode !== null) throw new Error(`The move ended: ${run.said()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('a move under 20 writers', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'from %s, killed midway and run again, carries exactly what was acknowledged',
    async (dialect) => {
      const source = await openMigrated(dialect)
      const world = await createWorld(source.db)
      await seedLarge(source.db, SIZE, TEST_NOW)
      const services = { ...testServices(source.db), clock: () => new Date() }
      const cookie = await cookieFor(services, world.home.owner.userId)
      const folder = dataFolder()
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

      const first = runMove(['--from', from, '--to', to], folder)
      await saidBy(first, 'refuses changes from now on')
      first.child.kill('SIGKILL')
      await first.end
      expect(first.said()).not.toContain('Moved')
      expect(await findRecord(source)).toMatchObject({ side: 'source', stage: 'moving' })
      expect(await save(server.url, 'after-the-kill')).toMatchObject({
        status: 503,
        body: { error: { message: MOVING, data: { reason: 'portal_moving' } } },
      })
      expect(await list(server.url)).toBe(200)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503)

      const elsewhere = runMove(['--from', from, '--to', await emptyUrl(otherThan(dialect))], folder)
      expect(await elsewhere.end).toEqual([1, null])
      expect(elsewhere.said()).toContain('Go on with it, or run this command with --abandon to give it up.')

      const second = runMove(['--from', from, '--to', to], folder)
      expect(await second.end).toEqual([0, null])
      expect(second.said()).toContain('Going on with the move')
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

  test('killed midway and abandoned, lets the source go on, and starts over later', async () => {
    const source = await openMigrated('sqlite')
    await createWorld(source.db)
    await seedLarge(source.db, SIZE, TEST_NOW)
    const folder = dataFolder()
    const from = urlOf(source)
    const to = await emptyUrl('postgres')
    const first = runMove(['--from', from, '--to', to], folder)
    await saidBy(first, 'refuses changes from now on')
    first.child.kill('SIGKILL')
    await first.end
    const renamed = () => source.db.updateTable('clients').set({ name: 'Renamed' }).execute()
    await expect(renamed()).rejects.toThrow('The portal is being moved')
    const given = runMove(['--from', from, '--abandon'], folder)
    expect(await given.end).toEqual([0, null])
    expect(given.said()).toContain('takes changes again')
    await renamed()
    const second = runMove(['--from', from, '--to', to], folder)
    expect(await second.end).toEqual([0, null])
    const there = await openUntilDone(to).db.selectFrom('clients').select('name').distinct().execute()
    expect(there).toEqual([{ name: 'Renamed' }])
  })

  test('interrupted by its person, frees the source and ends with 1', async () => {
    const source = await openMigrated('sqlite')
    await seedLarge(source.db, SIZE, TEST_NOW)
    const from = urlOf(source)
    const run = runMove(['--from', from, '--to', await emptyUrl('postgres')], dataFolder())
    await saidBy(run, 'refuses changes from now on')
    run.child.kill('SIGINT')
    expect(await run.end).toEqual([1, null])
    expect(run.said()).toContain('The move was interrupted.')
    expect(await findRecord(source)).toBeNull()
  })
})
