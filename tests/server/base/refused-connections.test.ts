import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pino from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/base/core/config.ts'
import { inWords } from '#server/base/core/startup/failed-start.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { isUnavailable } from '#server/base/db/engines/dialect.ts'
import { waitForDatabase } from '#server/base/db/engines/wait.ts'
import { openPortal } from '#server/portal.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const REFUSED: [what: string, change: (url: URL) => void, words: RegExp][] = [
  [
    'a missing database',
    (url) => {
      url.pathname = '/no%20such'
    },
    /refused the connection \(.*"no such" does not exist\)\. Create the database \(createdb no such\), or correct/,
  ],
  [
    'a missing user',
    (url) => {
      url.username = 'nobody_here'
    },
    /refused the connection \(.*nobody_here.*\)\. Check the user and password in DATABASE_URL/,
  ],
  [
    'a server without TLS',
    (url) => url.searchParams.set('sslmode', 'require'),
    /refused the connection \(.*SSL.*\)\. Turn on ssl there, or remove sslmode/,
  ],
]

test.skipIf(inject('testDatabase').dialect !== 'postgres').each(REFUSED)(
  '%s is reported at once, with instructions',
  async (_what, change, words) => {
    const { url, dispose } = await copyTemplate()
    onTestFinished(dispose)
    const address = new URL(url)
    change(address)
    const database = openDatabase(address.href)
    onTestFinished(database.close)
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    await expect(waitForDatabase(database, log)).rejects.toThrow(words)
    expect(lines).toEqual([])
  },
)

test.skipIf(inject('testDatabase').dialect !== 'postgres')(
  'a wrong DATABASE_DIRECT_URL is reported by its name',
  async () => {
    const { url, dispose } = await copyTemplate()
    onTestFinished(dispose)
    const direct = new URL(url)
    direct.pathname = '/no_such_database'
    const config = readConfig({
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: direct.href,
      DATA_DIR: temporaryFolder(),
    })
    await expect(openPortal({ ...config, logLevel: 'silent' })).rejects.toThrow(
      'or correct its name in DATABASE_DIRECT_URL.',
    )
  },
)

test('a pooler in transaction mode is reported at once, with the setting for it', async () => {
  const message = 'unsupported startup parameter: lock_timeout'
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(fields.length + 4)
  const pooler = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields]))),
  )
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => void pooler.close())
  const { port } = pooler.address() as AddressInfo
  const database = openDatabase(`postgres://ann:x@127.0.0.1:${port}/foyer`)
  onTestFinished(database.close)
  await expect(waitForDatabase(database, pino({ level: 'silent' }), { waitMs: 0 })).rejects.toThrow(
    `refused the connection (${message}). This is a pooler: set DATABASE_DIRECT_URL`,
  )
})

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
  'a database whose host is missing (%s) is an outage',
  (code) => {
    const stack = 'Error\n    at /app/node_modules/pg-pool/index.js:45:11'
    expect(isUnavailable(Object.assign(new Error(code), { code, syscall: 'connect', stack }))).toBe(true)
  },
)

test('a user without the right to create tables gets a message that says what the database lacks', () => {
  const refused = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(inWords(refused)).toMatch(/^permission denied for schema public\. .*must own the database/)
})
