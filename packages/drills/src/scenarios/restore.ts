import { copyFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hasPostgresTools } from '../../../../server/base/adapters/backups/postgres-tools.ts'
import { scratchFolder } from '../clean-up.ts'
import { backUp, restoreUntil, restore as restoreWhole } from '../commands.ts'
import { callerAt } from '../load/caller.ts'
import { findDamage, inDatabase } from '../load/checks.ts'
import {
  allFigures,
  contentOf,
  differences,
  type Figures,
  figuresOf,
  findDamagedFiles,
} from '../load/figures.ts'
import { type Drill, type Outcome, skipped } from '../outcome.ts'
import { Product, type Settings } from '../product.ts'
import { messageOf, onBoth, type Stores } from '../stores.ts'
import { openWorld, type World } from '../world.ts'

/**
 * Kills a restore before each of its steps; the next start finds either the complete old data or the complete
 * archive.
 */
export const restore: Drill = {
  name: 'restore',
  run: ({ interruptions }) => onBoth((stores) => drillRestore(stores, interruptions)),
}

interface Prepared {
  /** Stopped, and newer than the archive. */
  instance: Settings
  archive: string
  present: Figures
  archived: Figures
  archivedWhole: Figures
}

async function drillRestore(stores: Stores, interruptions: number): Promise<Outcome> {
  if (stores.dialect === 'PostgreSQL' && !(await hasPostgresTools())) {
    return skipped('pg_dump and pg_restore are not installed')
  }
  const prepared = await prepare(stores)
  const count = await countSteps(stores, prepared)
  const steps = spread(count, interruptions)
  const losses: string[] = []
  let [old, fresh] = [0, 0]
  for (const step of steps) {
    const settings = await stores.create(prepared.instance)
    const { diedBefore } = await restoreUntil(settings, prepared.archive, step)
    const where = `killed before ${diedBefore ?? 'nothing'}`
    try {
      const found = await startAgain(settings)
      const isOld = differences(prepared.present, found).length === 0
      const news = differences(prepared.archived, found)
      if (isOld) old++
      else if (news.length === 0) fresh++
      else losses.push(`${where}: neither the old data nor the archive's, ${news[0]}`)
      await restoreWhole(settings, prepared.archive)
      const after = [
        ...differences(prepared.archivedWhole, await allFigures(settings)),
        ...(await findDamagedFiles(settings)),
        ...(await findDamage(settings.DATABASE_URL)),
        ...leftovers(settings),
      ]
      losses.push(...after.map((loss) => `${where}, then restored: ${loss}`))
    } catch (error) {
      losses.push(`${where}: ${messageOf(error)}`)
    }
    await stores.remove(settings)
  }
  return {
    done: `restore killed before ${steps.length} of its ${count} steps, started, restored again`,
    figures: `${old} × the old data, ${fresh} × the archive's`,
    losses,
  }
}

/** An instance with files, an archive of it, and a few changes since. */
async function prepare(stores: Stores): Promise<Prepared> {
  const instance = await stores.create()
  const world = await openWorld(instance)
  await use(instance, world, ['Before 1', 'Before 2', 'Before 3'])
  const made = await backUp(instance)
  const archive = join(await scratchFolder(), basename(made))
  copyFileSync(made, archive)
  const archived = await contentFigures(instance)
  const archivedWhole = await allFigures(instance)
  await use(instance, world, ['After'])
  return { instance, archive, present: await contentFigures(instance), archived, archivedWhole }
}

/** Adds a task and a file for each name. */
async function use(settings: Settings, world: World, names: readonly string[]): Promise<void> {
  const product = await Product.of(settings)
  await product.start()
  const owner = callerAt(product.url, world.owner)
  for (const name of names) {
    await owner.change('tasks.save', { title: name, project_id: world.projectIds[0] })
    const body = new FormData()
    body.append('file', new Blob([name.repeat(5_000)], { type: 'text/plain' }), `${name}.txt`)
    await owner.fetch(`/files?project_id=${world.projectIds[0]}&kind=attachment`, { method: 'POST', body })
  }
  await product.end('SIGTERM')
}

/** Restores once without interruption and counts the steps. */
async function countSteps(stores: Stores, { instance, archive, archivedWhole }: Prepared): Promise<number> {
  const settings = await stores.create(instance)
  const { steps } = await restoreUntil(settings, archive, Number.POSITIVE_INFINITY)
  const [loss] = differences(archivedWhole, await allFigures(settings))
  if (loss !== undefined) throw new Error(`an uninterrupted restore differs from the archive: ${loss}`)
  await stores.remove(settings)
  return steps
}

/** Evenly over all steps, including the first and the last. */
function spread(count: number, wanted: number): number[] {
  const taken = Math.min(count, wanted)
  if (taken < 2) return [1]
  return Array.from({ length: taken }, (_, index) => 1 + Math.round((index * (count - 1)) / (taken - 1)))
}

async function startAgain(settings: Settings): Promise<Figures> {
  const product = await Product.of(settings)
  await product.start()
  try {
    return await contentFigures(settings)
  } finally {
    await product.end('SIGTERM')
  }
}

const contentFigures = (settings: Settings): Promise<Figures> =>
  inDatabase(settings.DATABASE_URL, async (db) => figuresOf(db, await contentOf(db)))

/** Leftovers of a killed process that the next one should have removed. */
function leftovers({ DATA_DIR }: Settings): string[] {
  return readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)(restore|making)-|\.part$/.test(path))
    .slice(0, 1)
    .map((path) => `${path} was left behind`)
}
