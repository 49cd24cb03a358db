import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../core/context.ts'
import { probeWrite } from '../db/probe.ts'
import { foldersOf } from './disk.ts'

/** More than a database's log has left over in the blocks it has got. */
const PROBE = Buffer.alloc(64 * 1024)

/** Found well, the storage is not tried again for so long. */
const TRUSTED_MS = 5_000

const foundWell = new WeakMap<Services['db'], number>()

/** Writes to the data folder and the database, down to the disk; throws where either can't be written to. */
export async function probeStorage({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  if (performance.now() - (foundWell.get(db) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS) return
  foundWell.delete(db)
  for (const folder of foldersOf(config)) await probeFolder(folder)
  await probeWrite(db)
  foundWell.set(db, performance.now())
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
