import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratchFolder } from '../clean-up.ts'
import { Ledger } from '../load/ledger.ts'
import { Prober } from '../load/prober.ts'
import { Writers } from '../load/writers.ts'
import { type Drill, skipped } from '../outcome.ts'
import { describeWindows, findAllLosses } from '../scenarios/postgres-restart.ts'
import { openWorld, type World } from '../world.ts'
import { Cluster, NODES, PORTALS, whyNoCluster } from './cluster.ts'

/** The guarantee: the longest outage after losing a primary. */
const SILENCE_LIMIT_MS = 10_000
const WORK_MS = 3_000
const RECOVERY_LIMIT_MS = 120_000
/** Ten writers, each as frequent as a fast user. */
const PAUSE_MS = 50

/** A whole cluster with ten writers, on which a scenario runs. */
export class Scene {
  readonly cluster: Cluster
  readonly world: World
  readonly ledger = new Ledger()
  readonly windows: number[] = []
  readonly losses: string[] = []
  readonly notes: string[] = []
  readonly #writers: Writers
  readonly #prober: Prober

  constructor(cluster: Cluster, world: World) {
    this.cluster = cluster
    this.world = world
    this.#writers = new Writers(cluster.url, world, this.ledger, { pauseMs: PAUSE_MS })
    this.#prober = new Prober(cluster.url, world.owner)
  }

  async stopWriters(): Promise<void> {
    await Promise.all([this.#writers.stop(), this.#prober.stop()])
  }

  get figures(): string[] {
    const { failures, asked } = this.#prober
    const trouble = Math.round(this.#prober.longestTrouble())
    return [
      describeWindows(this.ledger, this.windows),
      `reports failed for ${trouble} ms at most (${failures} of ${asked})`,
      ...this.notes,
    ]
  }

  work(): Promise<void> {
    return sleep(WORK_MS)
  }

  /** Runs it, waits for the next acknowledgement plus a margin, and records the outage. */
  async feel(harm: () => unknown, { limitMs = SILENCE_LIMIT_MS } = {}): Promise<void> {
    const started = performance.now()
    await harm()
    await this.untilAnswered()
    await this.work()
    const silence = this.ledger.longestSilence(started)
    this.windows.push(silence)
    if (silence > limitMs) this.losses.push(`nothing was acknowledged for ${Math.round(silence)} ms`)
  }

  /** Waits until a write started after now is acknowledged. */
  untilAnswered(): Promise<void> {
    // A response already in flight doesn't count.
    const from = performance.now() + 300
    return this.cluster.until(
      'a write is acknowledged',
      async () => (this.ledger.answers.at(-1) ?? 0) > from,
      RECOVERY_LIMIT_MS,
    )
  }

  /** The number of writes acknowledged within the time. */
  async acknowledgedWithin(milliseconds: number): Promise<number> {
    const before = this.ledger.answers.length
    await sleep(milliseconds)
    return this.ledger.answers.length - before
  }

  expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.losses.push(otherwise)
  }
}

/** A drill on the cluster under ten writers; no acknowledged write may be lost. */
export const scenario = (
  name: string,
  done: (rounds: number) => string,
  act: (scene: Scene, rounds: number) => Promise<void>,
): Drill => ({
  name: `cluster/${name}`,
  async run({ rounds }) {
    const why = whyNoCluster()
    if (why !== null) return [skipped(why)]
    const cluster = new Cluster(await scratchFolder())
    try {
      const { figures, losses } = await play(cluster, (scene) => act(scene, rounds))
      if (losses.length > 0) console.log(`  logs: ${cluster.keepLogs(name)}`)
      return [{ done: `${CAST}: ${done(rounds)}`, figures, losses }]
    } catch (error) {
      console.log(`  logs: ${cluster.keepLogs(name)}`)
      throw error
    }
  },
})

const CAST = 'Three nodes under Patroni and etcd, PgBouncer, HAProxy, two portals, ten writers'

async function play(cluster: Cluster, act: (scene: Scene) => Promise<void>) {
  await cluster.start()
  const world = await openWorld(cluster.settings)
  await cluster.startPortals()
  const scene = new Scene(cluster, world)
  const { ledger, losses } = scene
  await scene.work()
  await act(scene)
  await scene.work()
  await scene.stopWriters()
  losses.push(...(await findAllLosses(cluster.settings.DATABASE_URL, ledger)))
  for (const node of NODES) losses.push(...(await findStragglers(scene, node)))
  for (const portal of PORTALS) if (!cluster.machine(portal).runs) losses.push(`${portal} ended`)
  return { figures: scene.figures.join('; '), losses }
}

/** The primary's rows missing on a running node. */
async function findStragglers({ cluster }: Scene, node: string): Promise<string[]> {
  if (!cluster.machine(node).runs) return []
  const counts = new Map<string, string>()
  const isEqual = async () => {
    for (const name of [node, await cluster.untilPrimary()]) {
      // A node that has just rejoined isn't available yet.
      try {
        counts.set(name, cluster.sql(name, 'select count(*) from tasks'))
      } catch {
        return false
      }
    }
    return new Set(counts.values()).size === 1
  }
  try {
    await cluster.until(`${node} has what the primary has`, isEqual, 60_000)
    return []
  } catch {
    return [`tasks on ${[...counts].map(([name, count]) => `${name}: ${count}`).join(', ')}`]
  }
}

export const removeFile = (path: string): void => rmSync(path, { force: true })
