import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../core/context.ts'
import { probeWrite } from '../../db/engines/probe.ts'
import { foldersOf } from './disk.ts'

/** More than the free space in a database log's allocated blocks. */
const PROBE = Buffer.alloc(64 * 1024)

/** After a successful probe, the storage isn't tested again for this long. */
const TRUSTED_MS = 5_000

const succeededAt = new WeakMap<Services['db'], number>()

/** Writes to the data folder and the database and syncs to disk; throws if either isn't writable. */
export async function probeStorage({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  if (performance.now() - (succeededAt.get(db) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS) return
  succeededAt.delete(db)
  for (const folder of foldersOf(config)) await probeFolder(folder)
  await probeWrite(db)
  succeededAt.set(db, performance.now())
}

async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, `probe-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    const handle = await open(path, 'wx', 0o600)
    try {
      await handle.write(PROBE)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}
