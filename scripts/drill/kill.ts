import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../tools/statistics.ts'
import { findDamage, findHalfDone, findLosses, findLostCharges, inDatabase } from './checks.ts'
import { scratchFolder } from './clean-up.ts'
import { Ledger } from './ledger.ts'
import type { Drill, Outcome } from './outcome.ts'
import { Product } from './product.ts'
import { sqliteSettings } from './stores.ts'
import { openWorld } from './world.ts'
import { Writers } from './writers.ts'

const WRITING_MS = { least: 300, most: 1_500 }
/** Of so many starts one is killed before it is ready. */
const STARTS_FOR_ONE_CUT = 10

/** Ends the process without warning under writers, again and again, and looks for what was acknowledged. */
export const kill: Drill = {
  name: 'kill',
  async run({ kills }): Promise<Outcome[]> {
    const settings = sqliteSettings(scratchFolder())
    const world = await openWorld(settings)
    const product = await Product.of(settings)
    const ledger = new Ledger()
    const ready: number[] = [await product.start()]
    const losses = new Set<string>()
    const check = async () => {
      const found = await inDatabase(settings.DATABASE_URL, async (db) => [
        ...(await findLosses(db, ledger)),
        ...(await findHalfDone(db)),
      ])
      for (const loss of found) losses.add(loss)
    }

    const writers = new Writers(product.url, world, ledger)
    for (let number = 1; number <= kills; number++) {
      await sleep(between(WRITING_MS))
      await product.end('SIGKILL')
      if (number % STARTS_FOR_ONE_CUT === 0) {
        product.spawn()
        await sleep(Math.random() * (ready[0] ?? 1_000))
        await product.end('SIGKILL')
      }
      ready.push(await product.start())
      if (number % 10 === 0) await check()
    }
    // Payers get the answers they still wait for before the books are compared.
    await sleep(WRITING_MS.most)
    await writers.stop()
    await check()
    for (const loss of await inDatabase(settings.DATABASE_URL, findLostCharges)) losses.add(loss)
    await product.end('SIGTERM')
    for (const loss of await findDamage(settings.DATABASE_URL)) losses.add(loss)

    const payments = [...ledger.acknowledged.values()].filter((kind) => kind === 'payment').length
    return [
      {
        done: `SQLite: ${kills} × kill -9 under ten writers`,
        figures:
          `${ledger.acknowledged.size} acknowledged (${payments} payments), ${ledger.unanswered.size} unanswered, ` +
          `${ledger.retries} sent again by key; ready p50 ${seconds(quantile(ready, 0.5))}, max ${seconds(quantile(ready, 1))}`,
        losses: [...losses],
      },
    ]
  },
}

const between = ({ least, most }: { least: number; most: number }): number =>
  least + Math.random() * (most - least)

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
