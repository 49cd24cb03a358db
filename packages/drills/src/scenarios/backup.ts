import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasPostgresTools } from '../../../../server/base/adapters/backups/postgres-tools.ts'
import { backUp, backUpDamaged, restore } from '../commands.ts'
import { type Caller, callerAt } from '../load/caller.ts'
import { findHalfDone, findLosses, inDatabase } from '../load/checks.ts'
import { allFigures, differences, findDamagedFiles } from '../load/figures.ts'
import { type Acknowledged, Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import { type Drill, type Outcome, skipped } from '../outcome.ts'
import { Product, type Settings } from '../product.ts'
import { onBoth, type Stores } from '../stores.ts'
import { openWorld, type World } from '../world.ts'

/** Backs up while users write, upload and delete, restores elsewhere and compares. */
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
  losses.push(...(await damageTwo(stores, settings, world.owner)))
  return {
    done: `${rounds} backups under writes, uploads and deletions, restored; one more of a still instance, and one with a damaged and a missing file`,
    figures: `${ledger.acknowledged.size} acknowledged writes, ${files.uploaded} uploads, ${files.deleted} deletions; files in the archives ${sizes.join(', ')}`,
    losses: [...losses, ...files.failures],
  }
}

/** Restores it into an empty instance; it contains everything acknowledged before the backup started. */
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
  losses.push(...kept.filter((id) => !ids.has(id)).map((id) => `file ${id}, uploaded before, is lost`))
  losses.push(...(await findDamagedFiles(settings)))
  await stores.remove(settings)
  return { losses, files: ids.size }
}

/** Without writers: the restored instance equals the backed-up one and works. */
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

/**
 * A flipped bit and a missing file: both are reported, all others are restored, and downloads explain the
 * problem.
 */
async function damageTwo(stores: Stores, settings: Settings, cookie: string): Promise<string[]> {
  const files = await inDatabase(settings.DATABASE_URL, (db) =>
    db.selectFrom('files').select(['id', 'storage_key']).orderBy('id').execute(),
  )
  const [damaged, missing] = files
  if (damaged === undefined || missing === undefined) return ['there were no files to damage']
  const pathOf = (key: string) => join(settings.DATA_DIR, 'files', key.slice(0, 2), key)
  const bytes = readFileSync(pathOf(damaged.storage_key))
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
  writeFileSync(pathOf(damaged.storage_key), bytes)
  rmSync(pathOf(missing.storage_key))

  const { path, said } = await backUpDamaged(settings)
  const copy = await stores.create()
  const restored = await restore(copy, path)
  const losses: string[] = []
  for (const [state, { id }] of [['damaged', damaged] as const, ['missing', missing] as const]) {
    const isNamed = (text: string) =>
      text.split('\n').some((line) => line.includes(state) && line.includes(id))
    if (!isNamed(said)) losses.push(`the backup does not name ${id} as ${state}`)
    if (!isNamed(restored)) losses.push(`the restore does not name ${id} as ${state}`)
  }
  const others = (await findDamagedFiles(copy)).filter(
    (loss) => !loss.includes(damaged.id) && !loss.includes(missing.id),
  )
  losses.push(...others)
  const product = await Product.of(copy)
  await product.start()
  const answers = await Promise.all(
    [damaged, missing].map(({ id }) => fetch(`${product.url}/files/${id}`, { headers: { cookie } })),
  )
  const statuses = answers.map(({ status }) => status).join(', ')
  if (statuses !== '409, 404') losses.push(`downloads of the two returned ${statuses}`)
  await product.end('SIGTERM')
  return losses.map((loss) => `with two damaged files: ${loss}`)
}

const KEPT_FILES = 10
const MAX_KILOBYTES = 200

/** Two users who upload files and delete old ones. */
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
