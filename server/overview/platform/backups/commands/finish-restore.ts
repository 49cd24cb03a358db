import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { z } from 'zod'
import { restorePostgres } from '../../../../base/adapters/backups/postgres-tools.ts'
import { openStorage, type StoragePlace } from '../../../../base/adapters/storage/storage.ts'
import type { Config } from '../../../../base/core/config.ts'
import { codeOf, flush, keepAs } from '../../../../base/core/durable-files.ts'
import { inWords } from '../../../../base/core/startup/failed-start.ts'
import { sqlitePath } from '../../../../base/db/engines/connection.ts'
import { withPath } from '../../../../base/db/engines/sqlite.ts'

export type RestoreConfig = Pick<Config, 'databaseUrl' | 'backupKey'> &
  Partial<Pick<Config, 'backupBucket'>> &
  StoragePlace

/** A restore whose backup has been verified: what still has to be put in place. */
const pendingRestore = z.object({
  /** The temporary folder within the data folder. */
  scratch: z.string(),
  /** The one with the unpacked uploads, if they are stored on another disk. */
  uploads: z.string().optional(),
  names: z.array(z.string()),
  /** Part of the names given to the replaced files. */
  stamp: z.string(),
})
export type PendingRestore = z.output<typeof pendingRestore>

const journalOf = (dataDir: string): string => join(dataDir, 'restoring.json')

/** The new database's temporary path, on the same disk as the one it replaces. */
export const draftOf = (databaseUrl: string): string => `${sqlitePath(databaseUrl)}.restoring`

/** Where the replaced SQLite database is stored. */
export const replacedOf = (databaseUrl: string, stamp: string): string =>
  `${sqlitePath(databaseUrl)}.before-restore-${stamp}.db`

/** Where the replaced instance key is stored. */
export const replacedKeyOf = (dataDir: string, stamp: string): string =>
  join(dataDir, `instance.key.before-restore-${stamp}`)

export const isRestorePending = (dataDir: string): boolean => existsSync(journalOf(dataDir))

/** From here on, the restore will be completed by this process or the next start. */
export async function beginRestore(config: RestoreConfig, pending: PendingRestore): Promise<void> {
  const journal = journalOf(config.dataDir)
  const draft = `${journal}.part`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(pending))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, journal)
  await flush(config.dataDir)
}

/** Completes a started restore; all steps are idempotent. Returns false if none was started. */
export async function finishRestore(config: RestoreConfig): Promise<boolean> {
  const journal = journalOf(config.dataDir)
  if (!existsSync(journal)) return false
  try {
    const pending = pendingRestore.parse(JSON.parse(await readFile(journal, 'utf8')))
    const scratch = join(config.dataDir, pending.scratch)
    const uploads = pending.uploads === undefined ? scratch : join(config.dataDir, pending.uploads)
    // Files are gone one by one as they are placed, but their folder only with the journal.
    if (!existsSync(uploads)) throw new Error(`There is no folder ${uploads}: is its disk mounted?`)
    await placeFiles(config, pending, uploads)
    if (pending.names.includes('database.dump')) {
      await restorePostgres(config.databaseUrl, join(scratch, 'database.dump'))
    } else await placeSqlite(config, pending)
    if (pending.names.includes('instance.key')) await placeKey(config, pending, scratch)
    await rm(journal)
    await flush(config.dataDir)
    for (const folder of [scratch, uploads]) await rm(folder, { recursive: true, force: true })
    return true
  } catch (cause) {
    const reason = cause instanceof Error ? inWords(cause) : String(cause)
    throw new Error(
      `A restore was started but could not be finished: ${reason}\n` +
        `Run it again, or start the portal, to finish it. To cancel it, delete ${journal}.`,
      { cause },
    )
  }
}

/** Files no longer in the temporary folder were placed before the interruption. */
const placeFiles = (config: RestoreConfig, { names }: PendingRestore, uploads: string): Promise<void> =>
  openStorage(config).place(
    names
      .filter((name) => name.startsWith('files/'))
      .map((name) => ({ key: basename(name), path: join(uploads, name) })),
  )

/** There is a complete database under its name at all times: the replaced one gets a second name first. */
async function placeSqlite({ databaseUrl }: RestoreConfig, { stamp }: PendingRestore): Promise<void> {
  const path = sqlitePath(databaseUrl)
  const draft = draftOf(databaseUrl)
  if (!existsSync(draft)) return
  if (existsSync(path)) {
    requireUnusedSqlite(path)
    await keepAs(path, replacedOf(databaseUrl, stamp))
  }
  for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
  await rename(draft, path)
  await flush(dirname(path))
}

/** The replaced key is preserved, because secrets encrypted with it need it. */
async function placeKey({ dataDir }: RestoreConfig, { stamp }: PendingRestore, scratch: string) {
  const [key, restored] = [join(dataDir, 'instance.key'), join(scratch, 'instance.key')]
  if (!existsSync(restored)) return
  const isOther = existsSync(key) && !(await readFile(key)).equals(await readFile(restored))
  if (isOther) await keepAs(key, replacedKeyOf(dataDir, stamp))
  await rename(restored, key)
  await flush(dataDir)
}

/** Locks the whole file, which fails while a server has it open, and checkpoints its log. */
export function requireUnusedSqlite(path: string): void {
  const file = new BetterSqlite(path, { timeout: 500 })
  try {
    file.pragma('locking_mode = EXCLUSIVE')
    file.exec('begin exclusive; commit')
    file.pragma('wal_checkpoint(TRUNCATE)')
    file.pragma('journal_mode = DELETE')
  } catch (error) {
    if (!codeOf(error)?.startsWith('SQLITE_BUSY')) throw withPath(error, path)
    throw new Error('The server is running. Stop it first, then restore.')
  } finally {
    file.close()
  }
}
