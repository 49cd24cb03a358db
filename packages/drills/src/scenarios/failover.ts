import { setTimeout as sleep } from 'node:timers/promises'
import {
  type PostgresServer,
  startPostgres,
  startStandby,
} from '../../../../scripts/tools/postgres-server.ts'
import { runSql } from '../../../../tests/support/databases/postgres-admin.ts'
import { atEnd, scratchFolder } from '../clean-up.ts'
import { Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import { type Drill, type Outcome, skipped } from '../outcome.ts'
import { Product } from '../product.ts'
import { TcpProxy } from '../tcp-proxy.ts'
import { openWorld } from '../world.ts'
import { describeWindows, findAllLosses, waitForAnswer } from './postgres-restart.ts'

const WORK_MS = 2_000

/** Crashes the primary under writers and lets its synchronous standby take over behind one address. */
export const failover: Drill = {
  name: 'failover',
  async run({ rounds }): Promise<Outcome[]> {
    let primary = await startPostgres()
    atEnd(primary.stop)
    const proxy = await TcpProxy.to(portOf(primary))
    const url = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
    const settings = { DATA_DIR: await scratchFolder(), DATABASE_URL: url }
    const world = await openWorld(settings)
    const product = await Product.of(settings)
    await product.start()
    const ledger = new Ledger()
    const windows: number[] = []
    const losses: string[] = []
    const writers = new Writers(product.url, world, ledger)
    for (let round = 0; round < rounds; round++) {
      const standby = await follow(primary)
      if (standby === null) return [skipped('this PostgreSQL comes without pg_basebackup')]
      await sleep(WORK_MS)
      const started = performance.now()
      await primary.halt('immediate')
      await standby.promote()
      proxy.pointAt(portOf(standby))
      windows.push(await waitForAnswer(ledger, started))
      primary.stop()
      primary = standby
      if (!product.runs) losses.push(`the process ended: ${product.said}`)
    }
    await sleep(WORK_MS)
    await writers.stop()
    losses.push(...(await findAllLosses(primary.url, ledger)))
    await product.end('SIGTERM')
    return [
      {
        done: `PostgreSQL: ${rounds} × the primary crashed under ten writers and its synchronous standby promoted`,
        figures: describeWindows(ledger, windows),
        losses,
      },
    ]
  },
}

/** A synchronous standby; null if the programs for it are missing. */
async function follow(primary: PostgresServer): Promise<PostgresServer | null> {
  const standby = await startStandby(primary).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (standby === null) return null
  atEnd(standby.stop)
  await runSql(primary.url, `alter system set synchronous_standby_names = '*'`)
  await runSql(primary.url, 'select pg_reload_conf()')
  return standby
}

const portOf = ({ url }: PostgresServer): number => Number(new URL(url).port)
