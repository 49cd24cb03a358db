import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Tells processes of several machines or containers apart, which number theirs each by itself. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const OWNER = /^[a-z]+-([0-9a-f]{8})-(\d+)-\w{6}$/

/** Left alone for that long, what another machine or an earlier version made is of use to nobody. */
const ABANDONED_AFTER_MS = 3_600_000

/** A folder for work under way, named for who does it: what a kill leaves there can be swept. */
export async function makeScratch(folder: string, purpose: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return mkdtemp(join(folder, `${purpose}-${HOST}-${process.pid}-`))
}

/** Deletes the folders for the purpose whose makers live no more; returns their names. */
export async function sweepScratch(folder: string, purpose: string): Promise<string[]> {
  const swept: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`${purpose}-`) || !(await isAbandoned(join(folder, name), name))) continue
    await rm(join(folder, name), { recursive: true, force: true })
    swept.push(name)
  }
  return swept
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [, host, pid] = OWNER.exec(name) ?? []
  const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Number.NaN)
  if (host !== HOST) return age > ABANDONED_AFTER_MS
  // A container's process gets the same number again and again.
  return Number(pid) === process.pid ? age > process.uptime() * 1000 : !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process lives as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
