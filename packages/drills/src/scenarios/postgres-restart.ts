import { setTimeout as sleep } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '../../../../scripts/tools/postgres-server.ts'
import { quantile } from '../../../../scripts/tools/statistics.ts'
import { atEnd, scratchFolder } from '../clean-up.ts'
import { findHalfDone, findLosses, findLostCharges, inDatabase } from '../load/checks.ts'
import { Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import type { Drill, Outcome } from '../outcome.ts'
import { Product } from '../product.ts'
import { openWorld, type World } from '../world.ts'

const WORK_MS = 1_500
const DOWN_MS = 500
const RECOVERY_LIMIT_MS = 60_000

/** Restarts PostgreSQL under writers, as an administrator would and as in a crash. */
export const postgresRestart: Drill = {
  name: 'postgres-restart',
  async run({ rounds }): Promise<Outcome[]> {
    const server = await startPostgres()
    atEnd(server.stop)
    const settings = { DATA_DIR: await scratchFolder(), DATABASE_URL: server.url }
    const world = await openWorld(settings)
    const product = await Product.of(settings)
    await product.start()
    const outcomes: Outcome[] = []
    for (const mode of ['fast', 'immediate'] as const) {
      outcomes.push(await restartInMode(mode, { server, product, world, rounds }))
    }
    await product.end('SIGTERM')
    return outcomes
  },
}

interface Scene {
  server: PostgresServer
  product: Product
  world: World
  rounds: number
}

async function restartInMode(mode: 'fast' | 'immediate', scene: Scene): Promise<Outcome> {
  const { server, product, world, rounds } = scene
  const ledger = new Ledger()
  const writers = new Writers(product.url, world, ledger)
  const windows: number[] = []
  const losses: string[] = []
  for (let round = 0; round < rounds; round++) {
    await sleep(WORK_MS)
    const started = performance.now()
    await server.halt(mode)
    await sleep(DOWN_MS)
    await server.start()
    windows.push(await waitForAnswer(ledger, started))
    if (!product.runs) losses.push(`the process ended: ${product.said}`)
    if (!product.runs) break
  }
  await sleep(WORK_MS)
  await writers.stop()
  losses.push(...(await findAllLosses(server.url, ledger)))
  return {
    done: `PostgreSQL restarted ${rounds} times (${mode}, down for ${DOWN_MS} ms and its start) under ten writers`,
    figures: describeWindows(ledger, windows),
    losses,
  }
}

/** Waits for the first acknowledgement from now; returns the longest outage since `started`. */
export async function waitForAnswer(ledger: Ledger, started: number): Promise<number> {
  const from = performance.now()
  while ((ledger.answers.at(-1) ?? 0) <= from) {
    if (performance.now() - from > RECOVERY_LIMIT_MS)
      throw new Error('no write was acknowledged for a minute')
    await sleep(5)
  }
  return ledger.longestSilence(started)
}

export const findAllLosses = (url: string, ledger: Ledger): Promise<string[]> =>
  inDatabase(url, async (db) => [
    ...(await findLosses(db, ledger)),
    ...(await findHalfDone(db)),
    ...(await findLostCharges(db)),
  ])

export const describeWindows = (ledger: Ledger, windows: number[]): string =>
  `${ledger.acknowledged.size} acknowledged, ${ledger.unanswered.size} unanswered, ${ledger.retries} sent again by key; ` +
  `without an answer p50 ${Math.round(quantile(windows, 0.5))} ms, max ${Math.round(quantile(windows, 1))} ms`
