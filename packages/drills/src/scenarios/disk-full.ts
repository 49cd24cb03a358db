import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd, scratchFolder } from '../clean-up.ts'
import { callerAt } from '../load/caller.ts'
import { findDamage, findHalfDone, findLosses, inDatabase } from '../load/checks.ts'
import { Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import { type Drill, type Outcome, skipped } from '../outcome.ts'
import { Product } from '../product.ts'
import { messageOf, sqliteSettings } from '../stores.ts'
import { openWorld } from '../world.ts'

const SIZE = '64m'
const FULL_MS = 8_000
const RECOVERY_LIMIT_MS = 60_000

/** Fills the small file system of an instance under writers, and frees space again. */
export const diskFull: Drill = {
  name: 'disk-full',
  async run(): Promise<Outcome[]> {
    if (process.getuid?.() !== 0) return [skipped('mounting a file system needs root')]
    const folder = await scratchFolder()
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'foyer-drill', folder], { stdio: 'pipe' })
    } catch (error) {
      return [skipped(`a small file system could not be mounted: ${messageOf(error)}`)]
    }
    atEnd(() => execFileSync('umount', ['--lazy', folder]))
    return [await fillAndClear(folder)]
  },
}

async function fillAndClear(folder: string): Promise<Outcome> {
  const settings = sqliteSettings(join(folder, 'data'))
  const world = await openWorld(settings)
  const product = await Product.of(settings)
  await product.start()
  const reader = callerAt(product.url, world.owner)
  const ledger = new Ledger()
  const writers = new Writers(product.url, world, ledger)
  await sleep(1_000)
  const losses: string[] = []

  const filler = join(folder, 'filler')
  fill(filler)
  const filled = performance.now()
  let reads = 0
  let unready = false
  while (performance.now() - filled < FULL_MS && product.runs) {
    await reader.query('tasks.list', { limit: 10 }).then(
      () => reads++,
      (error) => losses.push(`a read failed while the disk was full: ${messageOf(error)}`),
    )
    if (!(await product.isReady())) unready = true
    await sleep(100)
  }
  if (!product.runs) losses.push(`the process ended: ${product.said}`)
  if (!unready) losses.push('readyz stayed 200 while the disk was full')
  const refused = ledger.unanswered.size
  if (refused === 0) losses.push('no write was rejected: the disk was not full')

  rmSync(filler)
  const cleared = performance.now()
  while (!ledger.answers.some((at) => at > cleared) && performance.now() - cleared < RECOVERY_LIMIT_MS) {
    await sleep(5)
  }
  const recovered = ledger.answers.find((at) => at > cleared)
  if (recovered === undefined) losses.push('no write was acknowledged within a minute after space was freed')
  while (!(await product.isReady()) && performance.now() - cleared < RECOVERY_LIMIT_MS) await sleep(50)
  if (!(await product.isReady())) losses.push('readyz did not recover after space was freed')
  await sleep(1_000)
  await writers.stop()
  await product.end('SIGKILL')
  await product.start()
  losses.push(
    ...(await inDatabase(settings.DATABASE_URL, async (db) => [
      ...(await findLosses(db, ledger)),
      ...(await findHalfDone(db)),
    ])),
  )
  await product.end('SIGTERM')
  losses.push(...(await findDamage(settings.DATABASE_URL)))
  return {
    done: `SQLite: ${SIZE} of disk filled for ${FULL_MS / 1000} s under ten writers`,
    figures:
      `${reads} reads answered, ${refused} writes refused, ${ledger.acknowledged.size} acknowledged; first write ` +
      `${recovered === undefined ? 'never' : `${Math.round(recovered - cleared)} ms`} after there was room`,
    losses,
  }
}

/** Uses up all space to the last byte. */
export function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let chunk = Buffer.alloc(1 << 20); chunk.length > 0; ) {
      try {
        writeSync(file, chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        chunk = chunk.subarray(chunk.length >> 1 || chunk.length)
      }
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
