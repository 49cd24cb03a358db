import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'
import { testServices } from '#tests/support/caller.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, fromPortal } from '#tests/support/servers/http.ts'
import { startProcess } from '#tests/support/servers/process.ts'
import { createWorld } from '#tests/support/world.ts'

async function openOwnerSession(folder: string): Promise<string> {
  const database = openDatabase(`file:${join(folder, 'foyer.db')}`)
  await migrateToLatest(database.db)
  const world = await createWorld(database.db)
  const services = { ...testServices(database.db), clock: () => new Date() }
  const cookie = await cookieFor(services, world.home.owner.userId)
  await database.close()
  return cookie
}

async function saveClient(url: string, cookie: string, name: string, key?: string): Promise<boolean> {
  const response = await fetch(`${url}/trpc/clients.save`, {
    method: 'POST',
    headers: { ...fromPortal(url), cookie, ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify({ name, email: `${name}@example.test`, portal_access: true }),
  })
  return response.status === 200
}

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('the server process', () => {
  test('killed while writing, loses no acknowledged write', async () => {
    const folder = temporaryFolder()
    const cookie = await openOwnerSession(folder)
    const { child, url } = await startProcess(folder)
    const acknowledged: string[] = []
    const enough = Promise.withResolvers<void>()
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; ; turn++) {
        const name = `client-${writer}-${turn}`
        if (!(await saveClient(url, cookie, name))) throw new Error('refused')
        acknowledged.push(name)
        if (acknowledged.length === 40) enough.resolve()
      }
    }
    const writers = [0, 1, 2, 3].map((writer) => write(writer))
    const ended = Promise.allSettled(writers)
    await Promise.race([enough.promise, Promise.all(writers)])
    child.kill('SIGKILL')
    await ended

    const file = new BetterSqlite(join(folder, 'foyer.db'))
    const names = file.prepare("select name from clients where name like 'client-%'").pluck().all()
    const activity = file
      .prepare("select count(*) from activity where action = 'client.created'")
      .pluck()
      .get()
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok')
    file.close()
    expect(names).toEqual(expect.arrayContaining(acknowledged))
    expect(activity).toBe(names.length)

    const again = await startProcess(folder)
    expect(await saveClient(again.url, cookie, 'after')).toBe(true)
  })

  test('killed while writing, stores a call repeated with its key once', async () => {
    const folder = temporaryFolder()
    const cookie = await openOwnerSession(folder)
    const acts = new Map(Array.from({ length: 40 }, (_, turn) => [`client-${turn}`, crypto.randomUUID()]))
    const { child, url } = await startProcess(folder)
    const begun = [...acts].map(([name, key]) => saveClient(url, cookie, name, key))
    await Promise.race(begun)
    child.kill('SIGKILL')
    await Promise.allSettled(begun)

    const again = await startProcess(folder)
    const answers = await Promise.all(
      [...acts].map(([name, key]) => saveClient(again.url, cookie, name, key)),
    )
    expect(answers).toEqual(Array(40).fill(true))
    const file = new BetterSqlite(join(folder, 'foyer.db'))
    const names = file.prepare("select name from clients where name like 'client-%' order by name").pluck()
    expect(names.all()).toEqual([...acts.keys()].sort())
    file.close()
  })

  test('stops in time while a mail server hangs, and retains the email', async () => {
    const folder = temporaryFolder()
    await openOwnerSession(folder)
    const connected = Promise.withResolvers<void>()
    const mute = createServer(() => connected.resolve())
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void mute.close())
    const smtp = `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`
    const { child, url } = await startProcess(folder, { SMTP_URL: smtp })
    await fetch(`${url}/trpc/auth.requestPasswordReset`, {
      method: 'POST',
      headers: fromPortal(url),
      body: JSON.stringify({ email: 'home.owner@example.test' }),
    })
    await connected.promise
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    const file = new BetterSqlite(join(folder, 'foyer.db'))
    expect(file.prepare('select status, attempts from mail_outbox').all()).toEqual([
      { status: 'queued', attempts: 0 },
    ])
    file.close()
  })

  test('exits on request with a complete log', async () => {
    const folder = temporaryFolder()
    const cookie = await openOwnerSession(folder)
    const { child, url } = await startProcess(folder)
    expect(await saveClient(url, cookie, 'last')).toBe(true)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(readdirSync(folder).filter((name) => name.endsWith('-wal'))).toEqual([])
  })

  test('the log warns about risky settings at startup', async () => {
    const { child, log } = await startProcess(temporaryFolder(), { PUBLIC_URL: 'http://portal.example' })
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
    expect(log()).toContain('PUBLIC_URL is not an https:// address')
  })

  test.skipIf(!existsSync('/dev/full'))('works and exits while the disk of its log is full', async () => {
    const fullDisk = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(fullDisk))
    const { child, url } = await startProcess(temporaryFolder(), { LOG_LEVEL: 'info' }, fullDisk)
    // Each writes a line to the log.
    for (let count = 0; count < 100; count++) {
      expect((await fetch(`${url}/trpc/auth.info`)).status).toBe(200)
    }
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
