import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tools/free-port.ts'
import { hasHaProxy, startHaProxy } from '../tools/haproxy.ts'
import { hasPgBouncer, startPgBouncer } from '../tools/pgbouncer.ts'
import { NODE_PASSWORD, PostgresNode } from '../tools/postgres-node.ts'
import { atEnd, scratchFolder } from './clean-up.ts'
import { Ledger } from './ledger.ts'
import { type Drill, type Outcome, skipped } from './outcome.ts'
import { describeWindows, findAllLosses, waitForAnswer } from './postgres-restart.ts'
import { Prober } from './prober.ts'
import { Product } from './product.ts'
import { openWorld } from './world.ts'
import { Writers } from './writers.ts'

const WORK_MS = 4_000
const PROXY_LOOKS_MS = 2_000
/** What is promised: how long a lost primary may be felt. */
const ERRORS_LIMIT_MS = 10_000
/** Ten writers, each as often as somebody who works fast. */
const PAUSE_MS = 50

/** Takes the power from the primary of the cluster in `deploy/` under load, and lets it come back as the follower. */
export const cluster: Drill = {
  name: 'cluster',
  async run({ rounds }): Promise<Outcome[]> {
    if (!hasPgBouncer || !hasHaProxy) return [skipped('PgBouncer or HAProxy is not installed')]
    const { nodes, products, url, direct, settings } = await startCluster()
    const world = await openWorld(settings)
    await Promise.all(products.map((product) => product.start()))
    const ledger = new Ledger()
    const windows: number[] = []
    const losses: string[] = []
    const writers = new Writers(url, world, ledger, { pauseMs: PAUSE_MS })
    const prober = new Prober(url, world.owner)
    for (let round = 0; round < rounds; round++) {
      const [primary, follower] = round % 2 === 0 ? nodes : ([nodes[1], nodes[0]] as const)
      await primary.until(`select current_setting('synchronous_standby_names') <> ''`)
      await sleep(WORK_MS)
      const started = performance.now()
      primary.kill()
      await follower.until('select not pg_is_in_recovery()')
      await waitForAnswer(ledger, started)
      await sleep(WORK_MS)
      windows.push(ledger.longestSilence(started))
      await primary.start()
      await primary.until('select pg_is_in_recovery()')
    }
    await sleep(WORK_MS)
    await writers.stop()
    await prober.stop()
    losses.push(...(await findAllLosses(direct, ledger)))
    for (const product of products) {
      if (!product.runs) losses.push(`a portal ended: ${product.said}`)
      await product.end('SIGTERM')
    }
    const errors = prober.longestTrouble()
    if (Math.max(errors, ...windows) > ERRORS_LIMIT_MS) losses.push('errors lasted for more than 10 s')
    return [
      {
        done: `Two portals, PgBouncer and HAProxy on PostgreSQL with a synchronous replica: ${rounds} × the primary killed under ten writers, its replica took over, it came back as the replica`,
        figures: `${describeWindows(ledger, windows)}; reports failed for ${Math.round(errors)} ms at most (${prober.failures} of ${prober.asked})`,
        losses,
      },
    ]
  },
}

async function startCluster() {
  const [portal, primary, follower] = [await freePort(), await freePort(), await freePort()]
  const ports = [await freePort(), await freePort()] as const
  const folder = scratchFolder()
  // The servers have an account of their own.
  chmodSync(folder, 0o755)
  const node = (own: 0 | 1) =>
    new PostgresNode({
      folder: join(folder, `pg${own + 1}`),
      port: ports[own],
      peerPort: ports[own === 0 ? 1 : 0],
      first: own === 0,
    })
  const nodes = [node(0), node(1)] as const
  for (const one of nodes) atEnd(() => one.remove())
  const url = `http://127.0.0.1:${portal}`
  const direct = `postgres://foyer:${NODE_PASSWORD}@127.0.0.1:${primary}/foyer`
  await nodes[0].start()
  await nodes[1].start()
  const pooler = await startPgBouncer(direct)
  atEnd(() => void pooler.stop())
  const settings = {
    DATA_DIR: scratchFolder(),
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: direct,
    DATABASE_READ_URL: direct.replace(`:${primary}/`, `:${follower}/`),
    PUBLIC_URL: url,
  }
  const products = [await Product.of(settings), await Product.of(settings)] as const
  const portals = [portOf(products[0]), portOf(products[1])] as const
  atEnd(await startHaProxy({ portal, primary, follower, portals, nodes: ports }))
  // It takes every server for a good one until it has looked.
  await sleep(PROXY_LOOKS_MS)
  return { nodes, products, url, direct, settings }
}

const portOf = ({ url }: Product): number => Number(new URL(url).port)
