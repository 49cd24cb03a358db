import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { addressesFor } from '#scripts/demo-portal.ts'
import { diagnose, examine } from '#scripts/operate/doctor.ts'
import { warnOfNetworkFolder } from '#server/base/adapters/storage/disk.ts'
import { type BucketSettings, readConfig } from '#server/base/core/config.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { openPortal } from '#server/portal.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { emptyUrl } from '#tests/support/databases/move.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { processEnv } from '#tests/support/servers/process.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'

/** The faults and notes, as `subject: text`. */
async function complaintsIn(settings: Record<string, string>) {
  const config = readConfig({ DATA_DIR: temporaryFolder(), PORT: '0', HOST: '127.0.0.1', ...settings })
  const found = []
  for await (const { subject, state, text } of examine(config)) {
    if (state !== 'ok') found.push(`${state} ${subject}: ${text}`)
  }
  return found
}

/** A server that greets every connection with this text. */
async function listening(greeting = ''): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const inFolder = (name: string, content: string): string => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, name), content)
  return folder
}

test('a new folder has no faults, and is left unchanged', async () => {
  const found = await complaintsIn({ DATA_DIR: join(temporaryFolder(), 'new') })
  expect(found.filter((line) => line.startsWith('fault') && !line.includes('Pages'))).toEqual([])
  expect(found).toContainEqual('note Email: SMTP_URL is not set: messages are written to the folder outbox.')
})

const BROKEN: [
  what: string,
  settings: () => Record<string, string> | Promise<Record<string, string>>,
  RegExp,
][] = [
  [
    'a file in place of the data folder',
    () => ({ DATA_DIR: join(inFolder('data', ''), 'data') }),
    /^fault Folder: .*data/,
  ],
  [
    "a file that isn't a database",
    () => ({ DATA_DIR: inFolder('foyer.db', 'x'.repeat(5000)) }),
    /^fault Database: .*not a database/,
  ],
  [
    'a folder whose database is missing',
    () => ({ DATA_DIR: inFolder('instance.key', 'k') }),
    /^fault Database: There is no database at/,
  ],
  [
    'a PostgreSQL server that is down',
    () => ({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }),
    /^fault Database: PostgreSQL at 127\.0\.0\.1:1 is not responding .*Check DATABASE_URL/,
  ],
  [
    'an unknown host',
    () => ({ DATABASE_URL: 'postgres://a:b@nowhere.invalid/x' }),
    /^fault Database: PostgreSQL at nowhere\.invalid:5432 is not responding .*Check DATABASE_URL/,
  ],
  ['a port in use', async () => ({ PORT: String(await listening()) }), /^fault Address: Port \d+ is in use/],
  ['an address of another machine', () => ({ HOST: '203.0.113.7' }), /^fault Address: HOST=203/],
  ['a mail server that is down', () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }), /^fault Email: /],
  [
    'a mail server without TLS',
    async () => ({ SMTP_URL: `smtps://127.0.0.1:${await listening('220 hi\r\n')}` }),
    /^fault Email: .*smtp:\/\//,
  ],
  [
    'email with links to this machine',
    () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
    /^note Program: Links in emails lead to http:\/\/localhost:0, .*set PUBLIC_URL/,
  ],
  [
    'an address without HTTPS',
    () => ({ PUBLIC_URL: 'http://portal.example.test' }),
    /^note Address: .*not encrypted/,
  ],
  [
    'a proxy that is not trusted',
    () => ({ PUBLIC_URL: 'https://portal.invalid' }),
    /^note Address: TRUST_PROXY/,
  ],
  [
    'an address that leads nowhere',
    () => ({ PUBLIC_URL: 'https://portal.invalid' }),
    /^note Address: .*doesn't lead/,
  ],
]

test.each(BROKEN)('%s is reported', async (_what, settings, complaint) => {
  expect(await complaintsIn(await settings())).toContainEqual(expect.stringMatching(complaint))
})

test('a running portal on an address of its own is recognized', async () => {
  const server = createHttpServer((_request, response) => response.end('{"status":"ok"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const found = await complaintsIn({ HOST: '127.0.0.2', PORT: String(port) })
  expect(found.filter((line) => line.includes('Address'))).toEqual([])
})

const bucketSettings = (
  owner: string,
  { bucket, endpoint, credentials }: BucketSettings,
): Record<string, string> => ({
  [`${owner}_S3_BUCKET`]: bucket,
  [`${owner}_S3_ENDPOINT`]: endpoint ?? '',
  [`${owner}_S3_ACCESS_KEY_ID`]: credentials?.accessKeyId ?? '',
  [`${owner}_S3_SECRET_ACCESS_KEY`]: credentials?.secretAccessKey ?? '',
})

/** A portal's database after a change, and a data folder. */
async function portalWith(change: (db: Db) => Promise<unknown>): Promise<Record<string, string>> {
  const { url, dispose } = await copyTemplate()
  onTestFinished(dispose)
  const database = openDatabase(url)
  await change(database.db)
  await database.close()
  return { DATABASE_URL: url, DATA_DIR: temporaryFolder() }
}

test('a database of a newer version is reported', async () => {
  const settings = await portalWith(async (db) => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(db)
    await db.updateTable('schema_compatibility').set({ oldest_program: '9999-later' }).execute()
  })
  expect(await complaintsIn(settings)).toContainEqual(
    'fault Database: The database was written by a newer version (it has 9999-later). Update the program.',
  )
})

test('buckets are tried with a small object, which is removed', async () => {
  const [files, backups] = [await startS3('drawings'), await startS3('copies')]
  const settings = {
    ...bucketSettings('FILES', files.settings),
    ...bucketSettings('BACKUP', backups.settings),
    BACKUP_KEY: 'a long passphrase',
  }
  const found = async () =>
    (await complaintsIn(settings)).filter((line) => /^\w+ (Files|Backups):/.test(line))
  expect(await found()).toEqual([])
  for (const { asked } of [files, backups]) {
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['GET', 'PUT', 'GET', 'DELETE'])
  }
  expect([...files.names(), ...backups.names()]).toEqual([])
  files.disturb((req, res) => void (req.method === 'PUT' && res.writeHead(403).end()))
  await backups.stop()
  expect(await found()).toEqual([
    expect.stringMatching(/^fault Files: .*drawings: it can’t write objects\. .*denies access.*FILES_S3_/),
    expect.stringMatching(/^fault Backups: .*copies: it can’t list objects\. .*not responding.*BACKUP_S3_/),
  ])
})

test.skipIf(inject('testDatabase').dialect !== 'postgres')('a replica that is down is reported', async () => {
  const settings = await portalWith(async () => {})
  expect(
    await complaintsIn({ ...settings, DATABASE_READ_URL: 'postgres://a:b@127.0.0.1:1/x' }),
  ).toContainEqual(
    expect.stringMatching(
      /^fault Replica: PostgreSQL at 127\.0\.0\.1:1 is not responding .*DATABASE_READ_URL/,
    ),
  )
})

test.skipIf(inject('testDatabase').dialect !== 'postgres')(
  'an empty PostgreSQL database is fine, unless the folder belongs to a portal',
  async () => {
    const DATABASE_URL = await emptyUrl('postgres')
    const found = async (DATA_DIR: string) =>
      (await complaintsIn({ DATABASE_URL, DATA_DIR })).filter((line) => line.includes('Database:'))
    expect(await found(temporaryFolder())).toEqual([])
    expect(await found(inFolder('instance.key', 'k'))).toEqual([
      expect.stringMatching(/^fault Database: The database named by DATABASE_URL is empty, but/),
    ])
  },
)

test.skipIf(inject('testDatabase').dialect !== 'postgres')(
  'a new database with an encoding other than UTF8 is refused, with the command for another',
  async () => {
    const DATABASE_URL = await emptyUrl('postgres', `template template0 encoding 'SQL_ASCII' locale 'C'`)
    const settings = { DATABASE_URL, DATA_DIR: temporaryFolder() }
    const advice =
      'The database’s encoding is SQL_ASCII. Create one with UTF8: createdb -E UTF8 -T template0 NAME'
    expect(await complaintsIn(settings)).toContainEqual(`fault Database: ${advice}`)
    await expect(openPortal(readConfig(settings), pino({ level: 'silent' }))).rejects.toThrow(advice)
  },
)

test.skipIf(inject('testDatabase').dialect !== 'postgres')(
  'a schema before that of the tables is refused, because upgrades would create tables there',
  async () => {
    const settings = await portalWith(async (db) => {
      await sql`create schema added`.execute(db)
    })
    const url = new URL(settings.DATABASE_URL ?? '')
    url.searchParams.set('options', '-csearch_path=added,public')
    const split = { ...settings, DATABASE_URL: url.href }
    const refusal =
      'The portal’s tables are in the schema public, but the connection’s search path begins with added'
    expect(await complaintsIn(split)).toContainEqual(expect.stringContaining(`fault Database: ${refusal}`))
    await expect(openPortal(readConfig(split), pino({ level: 'silent' }))).rejects.toThrow(refusal)
  },
)

test.each([
  ['missing', null, 'is missing'],
  ['of another portal', 'ab'.repeat(32), 'is not the key'],
  ['empty', '', 'is not the key'],
])('an instance key that is %s is reported, and is left unchanged', async (_what, key, words) => {
  const settings = await portalWith((db) =>
    db
      .updateTable('platform_settings')
      .set({ key_fingerprint: 'f'.repeat(16) })
      .execute(),
  )
  const path = join(settings.DATA_DIR ?? '', 'instance.key')
  if (key !== null) writeFileSync(path, key)
  expect(await complaintsIn(settings)).toContainEqual(
    expect.stringMatching(`^fault Database: .*instance\\.key ${words}`),
  )
  expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(key)
})

test('folders and their permissions are left unchanged', async () => {
  const settings = await portalWith(async () => {})
  const shared = settings.DATA_DIR ?? ''
  chmodSync(shared, 0o755)
  await complaintsIn(settings)
  expect(statSync(shared).mode & 0o777).toBe(0o755)
  expect(readdirSync(shared)).toEqual([])
  const missing = join(shared, 'missing')
  await complaintsIn({ ...settings, DATA_DIR: missing })
  expect(existsSync(missing)).toBe(false)
  await complaintsIn({ DATA_DIR: shared, DATABASE_URL: `file:${join(missing, 'foyer.db')}` })
  expect(existsSync(missing)).toBe(false)
})

test('a memory limit that is too low is noted', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../../scripts/operate/doctor.ts')],
    {
      env: { ...processEnv, DATA_DIR: temporaryFolder(), PORT: '0', NODE_OPTIONS: '--max-old-space-size=64' },
      encoding: 'utf8',
    },
  )
  expect(stdout).toMatch(/^note {3}Memory +Node may use .*NODE_OPTIONS/m)
})

/** Lets all folders be on a file system of this type. */
function onFileSystem(type: number): void {
  const fs = process.getBuiltinModule('node:fs/promises')
  vi.spyOn(fs, 'statfs').mockResolvedValue({ type, bavail: 1e9, blocks: 2e9, bsize: 4096 } as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}

test.each([
  ['NFS', 0x6969],
  ['SMB 1', 0xff534d42],
  ['SMB 2, with a sign', 0xfe534d42 | 0],
])('SQLite on a network folder is named: %s', async (_what, type) => {
  onFileSystem(type)
  const folder = temporaryFolder()
  const advice = `The database is on a network folder (${folder}), where SQLite can lose data: keep it on a local disk, or use PostgreSQL.`
  expect(await complaintsIn({ DATA_DIR: folder })).toContainEqual(`note Folder: ${advice}`)
  const warn = vi.fn()
  await warnOfNetworkFolder(readConfig({ DATA_DIR: folder }), { warn })
  expect(warn).toHaveBeenCalledExactlyOnceWith(advice)
})

test('a network folder is fine without SQLite, and so are local disks', async () => {
  const warn = vi.fn()
  const settings = { DATA_DIR: temporaryFolder() }
  onFileSystem(0x6969)
  await warnOfNetworkFolder(readConfig({ ...settings, DATABASE_URL: 'postgres://a@b/c' }), { warn })
  await warnOfNetworkFolder(readConfig({ ...settings, DATABASE_URL: 'file::memory:' }), { warn })
  for (const type of [0xef53, 0x0102_1994, 0x9123_683e]) {
    onFileSystem(type)
    await warnOfNetworkFolder(readConfig(settings), { warn })
  }
  expect(warn).not.toHaveBeenCalled()
})

test('a clock behind the last job is named', async () => {
  const { url, dispose } = await copyTemplate()
  onTestFinished(dispose)
  const database = openDatabase(url)
  const startedAt = new Date(Date.now() + 400 * 86_400_000).toISOString()
  await database.db
    .insertInto('job_runs')
    .values({ run_key: 'autopay@later', job: 'autopay', status: 'done', started_at: startedAt })
    .execute()
  await database.close()
  expect(await complaintsIn({ DATABASE_URL: url })).toContainEqual(
    expect.stringMatching(`^fault Database: The clock says .* ${startedAt}`),
  )
})

test('invalid settings are one fault, with the exit status for invalid settings', async () => {
  const lines: string[] = []
  const log = console.log
  const address = process.env.PUBLIC_URL
  console.log = (line: string) => void lines.push(line)
  process.env.PUBLIC_URL = 'ftp://portal.example.test'
  try {
    await diagnose()
  } finally {
    console.log = log
    if (address === undefined) delete process.env.PUBLIC_URL
    else process.env.PUBLIC_URL = address
  }
  const status = process.exitCode
  process.exitCode = 0
  expect(lines[0]).toMatch(/^FAULT {2}Settings [\s\S]*PUBLIC_URL/)
  expect(status).toBe(1)
})

test('network addresses for other devices are shown only if the portal listens on them', () => {
  expect(addressesFor('http://localhost:3000', '127.0.0.1')).toEqual([])
  for (const host of [null, '0.0.0.0']) {
    for (const url of addressesFor('http://localhost:3000', host)) {
      expect(url).toMatch(/^http:\/\/\d+\.\d+\.\d+\.\d+:3000$/)
      expect(url).not.toContain('127.0.0.1')
    }
  }
})
