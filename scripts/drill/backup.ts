import { setTimeout as sleep } from 'node:timers/promises'
import { hasPostgresTools } from '#server/adapters/postgres-tools.ts'
import { type Caller, callerAt } from './caller.ts'
import { findHalfDone, findLosses, inDatabase } from './checks.ts'
import { backUp, restore } from './commands.ts'
import { allFigures, differences, findDamagedFiles } from './figures.ts'
import { type Acknowledged, Ledger } from './ledger.ts'
import { type Drill, type Outcome, skipped } from './outcome.ts'
import { Product, type Settings } from './product.ts'
import { onBoth, type Stores } from './stores.ts'
import { openWorld, type World } from './world.ts'
import { Writers } from './writers.ts'

/** Backs up while people write, upload and delete, restores elsewhere and compares. */
export const backup: Drill = {
  name: 'backup',
  run: ({ rounds }) => onBoth((stores) => drillBackup(stores, rounds)),
}

async function drillBackup(stores: Stores, rounds: number): Promise<Outcome> {
  if (stores.dialect === 'PostgreSQL' && !(await hasPostgresTools())) {
    return skipped('pg_dump and pg_restore are not installed')
  }
  const settings = await stores.create()
  const world = await openWorld(settings)
  const product = await Product.of(settings)
  await product.start()
  const ledger = new Ledger()
  const writers = new Writers(product.url, world, ledger, { pauseMs: 50 })
  const files = new FileMovers(callerAt(product.url, world.owner), world)
  const losses: string[] = []
  const sizes: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await sleep(1_500)
    const [written, kept] = [ledger.soFar(), files.kept()]
    try {
      const archive = await backUp(settings)
      const found = await tryArchive(stores, archive, { written, kept: kept.filter((id) => files.has(id)) })
      sizes.push(`${found.files}`)
      losses.push(...found.losses.map((loss) => `backup ${round}: ${loss}`))
    } catch (error) {
      losses.push(`backup ${round}: ${(error as Error).message}`)
    }
  }
  await writers.stop()
  await files.stop()
  await product.end('SIGTERM')
  losses.push(...(await compareStill(stores, settings)))
  return {
    done: `${rounds} backups under writes, uploads and deletions, restored; one more of a still instance`,
    figures: `${ledger.acknowledged.size} acknowledged writes, ${files.uploaded} uploads, ${files.deleted} deletions; files in the archives ${sizes.join(', ')}`,
    losses: [...losses, ...files.failures],
  }
}

/** Restores it into an empty instance; what was acknowledged before the backup began is there. */
async function tryArchive(
  stores: Stores,
  archive: string,
  { written, kept }: { written: Acknowledged; kept: string[] },
): Promise<{ losses: string[]; files: number }> {
  const settings = await stores.create()
  await restore(settings, archive)
  const stored = await inDatabase(settings.DATABASE_URL, (db) =>
    db.selectFrom('files').select('id').execute(),
  )
  const ids = new Set(stored.map(({ id }) => id))
  const losses = await inDatabase(settings.DATABASE_URL, async (db) => [
    ...(await findLosses(db, written)),
    ...(await findHalfDone(db)),
  ])
  losses.push(...kept.filter((id) => !ids.has(id)).map((id) => `file ${id}, uploaded before, is gone`))
  losses.push(...(await findDamagedFiles(settings)))
  await stores.remove(settings)
  return { losses, files: ids.size }
}

/** Nobody writes any more: the restored instance equals the one that was backed up, and serves. */
async function compareStill(stores: Stores, settings: Settings): Promise<string[]> {
  const archive = await backUp(settings)
  const expected = await allFigures(settings)
  const copy = await stores.create()
  await restore(copy, archive)
  const losses = [...differences(expected, await allFigures(copy)), ...(await findDamagedFiles(copy))]
  const product = await Product.of(copy)
  await product.start()
  await product.end('SIGTERM')
  return losses.map((loss) => `restored from a still instance: ${loss}`)
}

const KEPT_FILES = 10
const MAX_KILOBYTES = 200

/** Two people who upload, and delete what is old. */
class FileMovers {
  uploaded = 0
  deleted = 0
  readonly failures: string[] = []
  readonly #owner: Caller
  readonly #world: World
  readonly #files: string[] = []
  readonly #movers: Promise<void>[]
  #stopped = false

  constructor(owner: Caller, world: World) {
    this.#owner = owner
    this.#world = world
    this.#movers = [0, 1].map(() => this.#move())
  }

  kept(): string[] {
    return [...this.#files]
  }

  has(id: string): boolean {
    return this.#files.includes(id)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#movers)
  }

  async #move(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#upload()
        const oldest = this.#files.length > KEPT_FILES ? this.#files.shift() : undefined
        if (oldest !== undefined) {
          await this.#owner.change('files.delete', { id: oldest })
          this.deleted++
        }
      } catch (error) {
        this.failures.push(`an upload or deletion failed: ${(error as Error).message}`)
        await sleep(500)
      }
      await sleep(30)
    }
  }

  async #upload(): Promise<void> {
    const body = new FormData()
    const text = `${Math.random()} `.repeat(Math.ceil((Math.random() * MAX_KILOBYTES * 1000) / 20))
    body.append('file', new Blob([text], { type: 'text/plain' }), 'drill.txt')
    const target = `/files?project_id=${this.#world.projectIds[0]}&kind=attachment`
    const answer = await this.#owner.fetch(target, { method: 'POST', body })
    const { id } = await answer.json()
    this.#files.push(id)
    this.uploaded++
  }
}
