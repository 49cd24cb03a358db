import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Distinguishes processes of different machines or containers, whose ids may coincide. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const OWNER = /^[a-z-]+-([0-9a-f]{8})-(\d+)-\w{6}$/

/** A folder left by another machine or an earlier version is considered abandoned after this time. */
const ABANDONED_AFTER_MS = 3_600_000
const RENEWED_EVERY_MS = 300_000

/**
 * Creates a working folder named after this process, so that folders left by killed processes can be removed.
 */
export async function createTemporaryFolder(folder: string, purpose: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(folder, `${purpose}-${HOST}-${process.pid}-`))
  renewUntilRemoved(path)
  return path
}

/** Work may take longer than the time after which other machines consider a folder abandoned. */
function renewUntilRemoved(path: string): void {
  const timer = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => clearInterval(timer))
  }, RENEWED_EVERY_MS)
  timer.unref()
}

/** Deletes the purpose's folders whose processes are gone; returns their names. */
export async function removeTemporaryFolders(folder: string, purpose: string): Promise<string[]> {
  const abandoned = await findAbandonedFolders(folder, purpose)
  for (const name of abandoned) await rm(join(folder, name), { recursive: true, force: true })
  return abandoned
}

/** The names of the purpose's folders whose processes are gone. */
export async function findAbandonedFolders(folder: string, purpose: string): Promise<string[]> {
  const abandoned: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(`${purpose}-`) && (await isAbandoned(join(folder, name), name))) abandoned.push(name)
  }
  return abandoned
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [, host, pid] = OWNER.exec(name) ?? []
  const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Number.NaN)
  if (host !== HOST) return age > ABANDONED_AFTER_MS
  // A container's main process has the same id after every restart.
  return Number(pid) === process.pid ? age > process.uptime() * 1000 : !isAlive(Number(pid))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
