import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLosses, inDatabase } from '../load/checks.ts'
import { Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import { NODES, PORTALS } from './cluster.ts'
import { type Scene, scenario } from './scene.ts'

/** More than the second that is restored to. */
const APART_MS = 1_500
const WORK_MS = 5_000
const BACKUP_LIMIT_MS = 60_000

/** Follows docs/runbook.md: restores to the second before unwanted writes. */
export const pointInTime = scenario(
  'point-in-time',
  () => 'all nodes stopped and recovered from the archive to a second between two series of writes',
  async (scene) => {
    const { cluster, world } = scene
    await cluster.until(
      'there is a base backup',
      async () => pgBackRest(scene, 'info').includes('full backup'),
      BACKUP_LIMIT_MS,
    )
    await sleep(WORK_MS)
    await scene.stopWriters()
    await sleep(APART_MS)
    const primary = await cluster.untilPrimary()
    const moment = cluster.sql(primary, `select date_trunc('second', now())`)
    await sleep(APART_MS)
    const unwanted = new Ledger()
    const writers = new Writers(cluster.url, world, unwanted)
    await sleep(WORK_MS)
    await writers.stop()
    const segment = cluster.sql(primary, 'select pg_walfile_name(pg_switch_wal())')
    await cluster.until('the archive has all of it', async () => {
      return cluster.sql(primary, `select last_archived_wal >= '${segment}' from pg_stat_archiver`) === 't'
    })

    const started = performance.now()
    for (const name of [...PORTALS, 'pgbouncer', ...NODES]) {
      await cluster.machine(name).end()
    }
    for (const node of NODES)
      renameSync(join(cluster.diskOf(node), 'node'), join(cluster.diskOf(node), 'before'))
    cluster.machine('etcd1').run(['etcdctl', 'rm', '--recursive', '/service/foyer'], { ETCDCTL_API: '2' })
    cluster.recoverTo(moment)
    cluster.startService('pg1')
    await cluster.untilPrimary()
    cluster.recoverTo(null)
    for (const name of ['pg2', 'pg3', 'pgbouncer']) cluster.startService(name)
    await cluster.untilWhole()
    await cluster.startPortals()
    scene.notes.push(`everything recovered after ${Math.round((performance.now() - started) / 1000)} s`)

    const gone = await inDatabase(cluster.settings.DATABASE_URL, (db) => findLosses(db, unwanted))
    const kept = unwanted.acknowledged.size - gone.filter((loss) => loss.endsWith('is gone')).length
    scene.expect(unwanted.acknowledged.size > 0, 'nothing was written after the moment')
    scene.expect(kept === 0, `${kept} writes after the target time were recovered`)
    scene.notes.push(`${unwanted.acknowledged.size - kept} later writes gone, as intended`)
  },
)

const pgBackRest = ({ cluster }: Scene, command: string): string =>
  cluster.machine('pg1').run(['pgbackrest', '--stanza=foyer', command])
