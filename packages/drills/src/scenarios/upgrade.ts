import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../../../../migrations/index.ts'
import type { Db } from '../../../../server/base/db/schema.ts'
import { batchesOf } from '../../../../shared/base/paging.ts'
import { findDamage, inDatabase } from '../load/checks.ts'
import { CONTENT, contentOf, differences, type Figures, figuresOf, tablesOf } from '../load/figures.ts'
import type { Drill, Outcome } from '../outcome.ts'
import { Product, type Settings } from '../product.ts'
import { messageOf, onBoth, type Stores } from '../stores.ts'
import { openWorld } from '../world.ts'

/** The last migration of the old version. */
const OLD = '0013-expense-receipts'
const SIZE = {
  agencies: 2,
  projects: 100,
  tasks: 10_000,
  people: 20,
  invoices: 2_000,
  timeEntries: 5_000,
  messages: 5_000,
}
const BATCH = 200

/** Kills an upgrading start at arbitrary moments; the next start has all data. */
export const upgrade: Drill = {
  name: 'upgrade',
  run: ({ interruptions }) => onBoth((stores) => drillUpgrade(stores, interruptions)),
}

async function drillUpgrade(stores: Stores, interruptions: number): Promise<Outcome> {
  const old = await createOld(stores)
  const columns = await inDatabase(old.DATABASE_URL, contentOf)
  const figures = (settings: Settings): Promise<Figures> =>
    inDatabase(settings.DATABASE_URL, (db) => figuresOf(db, columns))
  const expected = await figures(old)
  const rows = [...expected.values()].reduce((sum, table) => sum + table.rows, 0)

  let undisturbed = 0
  const losses: string[] = []
  for (let number = 0; number <= interruptions; number++) {
    const settings = await stores.create(old)
    const product = await Product.of(settings)
    const after = Math.random() * undisturbed
    const where = number === 0 ? 'undisturbed' : `killed after ${Math.round(after)} ms`
    try {
      if (number > 0) {
        product.spawn()
        await sleep(after)
        await product.end('SIGKILL')
      }
      const ready = await product.start()
      if (number === 0) undisturbed = ready
      await product.end('SIGKILL')
      const found = [
        ...differences(expected, await figures(settings)),
        ...(await findDamage(settings.DATABASE_URL)),
        ...leftovers(settings),
      ]
      losses.push(...found.map((loss) => `${where}: ${loss}`))
    } catch (error) {
      losses.push(`${where}: ${messageOf(error)}`)
    }
    await product.end('SIGKILL')
    await stores.remove(settings)
    if (number === 0 && losses.length > 0) break
  }
  return {
    done: `upgrade from ${OLD} killed ${interruptions} times, started again`,
    figures: `${rows} rows in ${expected.size} tables; undisturbed ${(undisturbed / 1000).toFixed(1)} s`,
    losses,
  }
}

/** A database of the older version, with the current rows that fit its columns. */
async function createOld(stores: Stores): Promise<Settings> {
  const present = await stores.create()
  await openWorld(present, SIZE)
  const old = await stores.create()
  await inDatabase(old.DATABASE_URL, async (to) => {
    const migrator = new Migrator({ db: to, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateTo(OLD)
    if (error !== undefined) throw error
    await inDatabase(present.DATABASE_URL, (from) => copyContent(from, to))
  })
  await stores.remove(present)
  return old
}

async function copyContent(from: Db, to: Db): Promise<void> {
  const known = await tablesOf(to)
  for (const table of CONTENT) {
    const columns = known.get(table) ?? []
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<object>`select ${names} from ${sql.table(table)}`.execute(from)
    for (const batch of batchesOf(rows, BATCH)) {
      const target = to as unknown as Kysely<Record<string, object>>
      await target.insertInto(table).values(batch).execute()
    }
  }
}

/** Copies that were never completed. */
function leftovers({ DATA_DIR }: Settings): string[] {
  return readdirSync(join(DATA_DIR, 'backups'))
    .filter((name) => name.endsWith('.part') || name.startsWith('making-'))
    .slice(0, 1)
    .map((name) => `backups/${name} was left over`)
}
