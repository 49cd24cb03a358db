import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../../../scripts/tools/statistics.ts'
import { scratchFolder } from '../clean-up.ts'
import { findDamage, findHalfDone, findLosses, findLostCharges, inDatabase } from '../load/checks.ts'
import { Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import type { Drill, Outcome } from '../outcome.ts'
import { Product } from '../product.ts'
import { sqliteSettings } from '../stores.ts'
import { openWorld, type World } from '../world.ts'

const WRITING_MS = { least: 300, most: 1_500 }
/** One of this many starts is killed before it is ready. */
const STARTS_FOR_ONE_CUT = 10

/** Kills the process under writers repeatedly, and checks for acknowledged writes. */
export const kill: Drill = {
  name: 'kill',
  async run({ kills }): Promise<Outcome[]> {
    const settings = sqliteSettings(await scratchFolder())
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
    // Let payers get pending responses before the ledger is compared.
    await sleep(WRITING_MS.most)
    await writers.stop()
    await check()
    for (const loss of await inDatabase(settings.DATABASE_URL, findLostCharges)) losses.add(loss)
    const cutOff = await cutPaymentsOff(product, world, ledger)
    for (const loss of cutOff.losses) losses.add(loss)
    await product.end('SIGTERM')
    for (const loss of await findDamage(settings.DATABASE_URL)) losses.add(loss)

    const payments = [...ledger.acknowledged.values()].filter((kind) => kind === 'payment').length
    return [
      {
        done: `SQLite: ${kills} × kill -9 under ten writers`,
        figures:
          `${ledger.acknowledged.size} acknowledged (${payments} payments), ${ledger.unanswered.size} unanswered, ` +
          `${ledger.retries} sent again by key; ready p50 ${seconds(quantile(ready, 0.5))}, max ${seconds(quantile(ready, 1))}; ${cutOff.figures}`,
        losses: [...losses],
      },
    ]
  },
}

/** The number of kills until one falls between a charge and its booking. */
const MAX_CUTS = 40
const BOOKED_WITHIN_MS = 75_000

/** Payers who never retry: the portal itself soon books charges interrupted by a kill. */
async function cutPaymentsOff(
  product: Product,
  world: World,
  ledger: Ledger,
): Promise<{ figures: string; losses: string[] }> {
  const lost = () => inDatabase(product.settings.DATABASE_URL, findLostCharges)
  let cuts = 0
  let charges: string[] = []
  while (charges.length === 0 && cuts < MAX_CUTS) {
    const payers = new Writers(product.url, world, ledger)
    await sleep(200 + Math.random() * 300)
    await product.end('SIGKILL')
    await payers.stop()
    charges = await lost()
    cuts++
    await product.start()
  }
  if (charges.length === 0) return { figures: `no charge was interrupted in ${cuts} kills`, losses: [] }
  const begun = performance.now()
  let left = charges
  while (left.length > 0 && performance.now() - begun < BOOKED_WITHIN_MS) {
    await sleep(500)
    left = await lost()
  }
  const figures = `${charges.length} charges cut off in ${cuts} more kills, booked ${seconds(performance.now() - begun)} after the start`
  return { figures, losses: left.map((loss) => `${loss} after ${seconds(BOOKED_WITHIN_MS)}`) }
}

const between = ({ least, most }: { least: number; most: number }): number =>
  least + Math.random() * (most - least)

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
