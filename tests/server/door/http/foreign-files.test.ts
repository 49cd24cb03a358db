import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { readConfig } from '#server/base/core/config.ts'
import { openPortal } from '#server/portal.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { processEnv } from '#tests/support/servers/process.ts'

const SCRIPT = join(import.meta.dirname, '../../../support/servers/start-as.ts')
/** The user "nobody", whatever the system calls it. */
const NOBODY = 65_534

/** What commands run as root may have left in the folder of a portal that another user runs. */
const FOREIGN = [
  'foyer.db',
  'foyer.db-wal',
  'foyer.db-shm',
  'instance.key',
  'restoring.json',
  'files/',
  'files/ab/',
  'files/held/',
  'backups/',
  'outbox/',
]

/** A folder in which a portal has run as nobody. */
async function usedFolder(): Promise<string> {
  const folder = temporaryFolder()
  await (await openPortal(readConfig({ DATA_DIR: folder }), pino({ level: 'silent' }))).close()
  for (const name of ['files/ab', 'files/held', 'backups', 'outbox']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  return folder
}

const give = (path: string, uid: number) => execFileSync('chown', ['-R', `${uid}:${uid}`, path])

/** Creates the file or folder as root would. */
function leave(path: string): void {
  if (path.endsWith('/')) mkdirSync(path, { recursive: true })
  else if (!existsSync(path)) writeFileSync(path, '')
  chownSync(path, 0, 0)
  chmodSync(path, path.endsWith('/') ? 0o700 : 0o600)
}

/** What starting each portal as nobody reports, after one portal in a folder of its own. */
async function startAsNobody(used: string, folders: string[]): Promise<string[]> {
  const child = fork(SCRIPT, [String(NOBODY), used, ...folders], { env: processEnv, execArgv: [] })
  const [said] = (await once(child, 'message')) as [string[]]
  return said
}

const isRootOnSqlite = inject('testDatabase').dialect === 'sqlite' && process.getuid?.() === 0

test.skipIf(!isRootOnSqlite)(
  'files that belong to root are reported with their owner and the fix',
  async () => {
    const used = await usedFolder()
    const folders = ['', ...FOREIGN, '/'].map((name) => {
      const folder = join(temporaryFolder(), 'data')
      cpSync(used, folder, { recursive: true })
      give(dirname(folder), NOBODY)
      if (name !== '') leave(join(folder, name))
      return folder
    })
    const said = await startAsNobody(used, folders)
    expect(said[0]).toBe('started')
    for (const [index, name] of [...FOREIGN, '/'].entries()) {
      const path = join(folders[index + 1] ?? '', name).replace(/\/$/, '')
      expect(said[index + 1]).toMatch(
        new RegExp(
          `^The portal can’t use ${path}: permission denied \\(EACCES\\)\\. It belongs to root, and the portal runs as \\w+\\. .* chown -R (\\w+ '${path}'|${NOBODY} FOLDER)`,
        ),
      )
    }
  },
)

test.skipIf(!isRootOnSqlite)('the lost+found of disks for uploads and backups is left alone', async () => {
  const used = await usedFolder()
  const folders = ['used', 'empty'].map((kind) => {
    const folder = join(temporaryFolder(), 'data')
    if (kind === 'used') cpSync(used, folder, { recursive: true })
    for (const name of ['files', 'backups']) mkdirSync(join(folder, name), { recursive: true })
    give(dirname(folder), NOBODY)
    // Then access of others is removed from everything below.
    chmodSync(folder, 0o755)
    for (const name of ['files', 'backups']) leave(join(folder, name, 'lost+found/'))
    return folder
  })
  expect(await startAsNobody(used, folders)).toEqual(['started', 'started'])
})
