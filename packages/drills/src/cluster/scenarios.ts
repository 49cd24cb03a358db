import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Drill } from '../outcome.ts'
import { fill } from '../scenarios/disk-full.ts'
import { ETCDS, NODES, PORTALS } from './cluster.ts'
import { pointInTime } from './recovery.ts'
import { staleRights } from './replicas.ts'
import { removeFile, type Scene, scenario } from './scene.ts'

const LAST_BYTES = 64 << 20

const others = (...names: string[]) => NODES.filter((node) => !names.includes(node))

const killed = scenario(
  'killed',
  (rounds) => `${rounds} × the primary killed, back later`,
  async (scene, rounds) => {
    const { cluster } = scene
    for (let round = 0; round < rounds; round++) {
      const primary = await cluster.untilPrimary()
      await scene.feel(() => cluster.machine(primary).kill())
      cluster.startService(primary)
      await cluster.untilWhole()
      await scene.work()
    }
  },
)

/** Anything it acknowledged while frozen or isolated would be lost, so it must not have acknowledged anything. */
const isolated = (
  name: string,
  done: string,
  harm: 'freeze' | 'cutOff',
  repair: 'thaw' | 'reconnect',
): Drill =>
  scenario(
    name,
    (rounds) => `${rounds} × ${done}`,
    async (scene, rounds) => {
      const { cluster } = scene
      for (let round = 0; round < rounds; round++) {
        const primary = await cluster.untilPrimary()
        await scene.feel(() => cluster.machine(primary)[harm]())
        cluster.machine(primary)[repair]()
        await cluster.untilWhole()
        await scene.work()
      }
      // The worst case: a new etcd leader restarts all leases.
      const [primary, etcd] = [await cluster.untilPrimary(), cluster.leadingEtcd()]
      const lost = [cluster.machine(primary), cluster.machine(etcd)]
      await scene.feel(() => lost.forEach((machine) => void machine[harm]()), { limitMs: 15_000 })
      scene.notes.push(`together with etcd's leader ${Math.round(scene.windows.pop() ?? 0)} ms`)
      for (const machine of lost) machine[repair]()
      await cluster.untilWhole()
    },
  )

const frozen = isolated('frozen', 'the primary frozen, thawed later', 'freeze', 'thaw')
const cutOff = isolated('cut-off', 'the primary cut off from the network, back later', 'cutOff', 'reconnect')

const twoFailures = scenario(
  'two-failures',
  () =>
    'the primary killed, then its successor and the third node at once; started in either order, the oldest first',
  async (scene) => {
    const { cluster } = scene
    for (const oldestFirst of [true, false]) {
      const first = await cluster.untilPrimary()
      await scene.feel(() => cluster.machine(first).kill())
      const second = await cluster.untilPrimary()
      const [third = first] = others(first, second)
      await scene.work()
      for (const name of [second, third]) cluster.machine(name).kill()
      await sleep(1_000)
      if (oldestFirst) {
        cluster.startService(first)
        // Twice the time in which it would take over if it were allowed to.
        const acknowledged = await scene.acknowledgedWithin(20_000)
        scene.expect(
          acknowledged === 0,
          `${acknowledged} writes were acknowledged by a node that lacked some`,
        )
        scene.expect((await cluster.primary()) === null, 'a node that lacks writes became the primary')
        cluster.startService(second)
      } else {
        cluster.startService(second)
        const acknowledged = await scene.acknowledgedWithin(10_000)
        scene.expect(acknowledged === 0, `${acknowledged} writes were acknowledged by one node alone`)
        cluster.startService(first)
      }
      await scene.untilAnswered()
      cluster.startService(third)
      await cluster.untilWhole()
      await scene.work()
    }
  },
)

const powerCut = scenario(
  'power-cut',
  () => 'everything killed at once, etcd too, and started again in three orders',
  async (scene) => {
    const { cluster } = scene
    const databases = [...NODES, ...ETCDS]
    const last = (name: string) => [...databases.filter((one) => one !== name), name]
    for (const order of ['the primary first', 'the primary last', 'etcd last']) {
      const primary = await cluster.untilPrimary()
      await scene.work()
      for (const machine of cluster.machines) machine.freeze()
      for (const machine of cluster.machines) machine.kill()
      const started = performance.now()
      const sorted =
        order === 'the primary first'
          ? [primary, ...databases.filter((name) => name !== primary)]
          : order === 'the primary last'
            ? last(primary)
            : databases
      for (const name of sorted) {
        cluster.startService(name)
        await sleep(1_500)
      }
      for (const name of ['haproxy', 'pgbouncer', ...PORTALS]) cluster.startService(name)
      await scene.untilAnswered()
      scene.notes.push(`${order}: writes again after ${Math.round((performance.now() - started) / 1000)} s`)
      await cluster.untilWhole()
    }
  },
)

const fullDisk = scenario(
  'full-disk',
  () =>
    "the primary's disk filled to the last byte, emptied later, the node rebuilt; then its synchronous follower's",
  async (scene) => {
    const { cluster } = scene
    const primary = await cluster.untilPrimary()
    await whileFull(scene, primary)
    // As in the runbook: without space, its rewind may have stopped halfway.
    control(scene, primary, 'reinit', 'foyer', primary, '--force', '--wait')
    await cluster.untilWhole()
    const follower = await cluster.untilSynchronous()
    await whileFull(scene, follower)
    await cluster.untilWhole()
    const [first = 0, second = 0] = scene.windows.map(Math.round)
    scene.notes.push(`${first} ms for the primary, ${second} ms for the follower`)
  },
)

async function whileFull(scene: Scene, node: string): Promise<void> {
  const { cluster } = scene
  const disk = cluster.diskOf(node)
  const files = ['ballast', 'filler'].map((name) => join(disk, name)) as [string, string]
  const { bavail, bsize } = await statfs(disk)
  // Mostly filled beforehand by another process, because that takes seconds.
  await promisify(execFile)('fallocate', ['--length', String(bavail * bsize - LAST_BYTES), files[0]])
  await scene.feel(() => fill(files[1]))
  scene.expect((await cluster.primary()) !== node, `${node} has no space and is the primary`)
  await scene.work()
  for (const file of files) removeFile(file)
}

const rolling = scenario(
  'rolling',
  () => 'every node restarted in turn, the primary after it handed over, then both portals',
  async (scene) => {
    const { cluster } = scene
    const primary = await cluster.untilPrimary()
    const restart = async (name: string) => {
      await cluster.machine(name).end()
      cluster.startService(name)
      await cluster.untilWhole()
    }
    for (const follower of others(primary)) await scene.feel(() => restart(follower))
    await scene.feel(() => switchOver(scene, primary))
    await scene.feel(() => restart(primary))
    for (const portal of PORTALS) {
      await scene.feel(async () => {
        await cluster.machine(portal).end()
        await cluster.startPortal(portal)
      })
    }
  },
)

async function switchOver(scene: Scene, primary: string): Promise<void> {
  control(scene, primary, 'switchover', 'foyer', '--master', primary, '--force')
  await scene.cluster.untilPrimary((name) => name !== primary)
}

function control({ cluster }: Scene, node: string, ...command: string[]): void {
  cluster.machine(node).run(['patronictl', '-c', '/srv/settings/patroni/patroni.yml', ...command])
}

export const scenarios: readonly Drill[] = [
  killed,
  frozen,
  cutOff,
  twoFailures,
  powerCut,
  fullDisk,
  rolling,
  staleRights,
  pointInTime,
]
