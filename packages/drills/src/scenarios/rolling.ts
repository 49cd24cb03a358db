import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../scripts/tools/free-port.ts'
import { atEnd } from '../clean-up.ts'
import { hasHaProxy, startHaProxy } from '../haproxy.ts'
import { callerAt, isUnsettled, Refused } from '../load/caller.ts'
import { findDamage } from '../load/checks.ts'
import { Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import { type Drill, type Outcome, skipped } from '../outcome.ts'
import { Product } from '../product.ts'
import { messageOf, onBoth, type Stores } from '../stores.ts'
import { makeVersions } from '../versions.ts'
import { openWorld } from '../world.ts'
import { findAllLosses } from './postgres-restart.ts'

const WORK_MS = 3_000
const PAUSE_MS = 50
const PROXY_LOOKS_MS = 2_000
/** As configured for the cluster's portals. */
const SHUTDOWN_DELAY_SECONDS = '6'
/** Enough that each portal has idle proxy connections, and requests on them, when it stops. */
const READERS = 12

/**
 * Replaces two portals behind HAProxy one after the other, with a version that expands the schema and one
 * that contracts it.
 */
export const rolling: Drill = {
  name: 'rolling',
  run: async () => {
    if (!hasHaProxy) return [skipped('HAProxy is not installed')]
    return onBoth(drillRolling)
  },
}

async function drillRolling(stores: Stores): Promise<Outcome> {
  const versions = await makeVersions()
  const front = await freePort()
  const url = `http://127.0.0.1:${front}`
  const slots = [await freePort(), await freePort()] as const
  const stopProxy = await startHaProxy({ portal: front, portals: slots })
  atEnd(() => void stopProxy())
  const settings = { ...(await stores.create()), PUBLIC_URL: url, SHUTDOWN_DELAY_SECONDS }
  const world = await openWorld(settings)
  const portals = slots.map((port) => Product.at(settings, { port, root: versions[0] }))
  for (const portal of portals) await portal.start()
  await sleep(PROXY_LOOKS_MS)

  const ledger = new Ledger()
  const writers = new Writers(url, world, ledger, { pauseMs: PAUSE_MS })
  const readers = Array.from({ length: READERS }, () => new Reader(url, world.owner))
  const losses: string[] = []
  await sleep(WORK_MS)
  for (const root of versions.slice(1)) {
    for (const [slot, port] of slots.entries()) {
      await portals[slot]?.end('SIGTERM')
      const next = Product.at(settings, { port, root })
      portals[slot] = next
      await next.start()
      const [other] = portals.filter((portal) => portal !== next)
      if (slot === 0) losses.push(...(await checkOther(other, root === versions[2])))
      await sleep(WORK_MS)
    }
  }
  await writers.stop()
  const silence = Math.round(ledger.longestSilence(ledger.answers[0] ?? 0))
  await Promise.all(readers.map((reader) => reader.stop()))
  const refused = [...ledger.failures, ...ledger.brokenOff, ...readers.flatMap(({ failures }) => failures)]
  const upgrading = refused.filter(({ message }) => message.includes('portal_upgrading'))
  const unsettled = refused.filter((error) => error instanceof Refused && isUnsettled(error))
  const untyped = refused.filter((error) => !upgrading.includes(error) && !unsettled.includes(error))
  losses.push(...untyped.slice(0, 5).map((error) => `not rejected with a message: ${messageOf(error)}`))
  for (const portal of portals) {
    if (!portal.runs) losses.push(`a portal ended: ${portal.said}`)
    await portal.end('SIGTERM')
  }
  losses.push(
    ...(await findAllLosses(settings.DATABASE_URL, ledger)),
    ...(await findDamage(settings.DATABASE_URL)),
  )
  await stopProxy()
  await stores.remove(settings)
  return {
    done: 'two portals behind HAProxy replaced one by one under ten writers, by a version that expands the schema and by one that contracts it',
    figures: `${ledger.acknowledged.size} acknowledged; ${upgrading.length} refused as upgrading, ${unsettled.length} payments interrupted and settled by the next try, ${untyped.length} refused in another way; ${readers.reduce((sum, { asked }) => sum + asked, 0)} reads; silent for ${silence} ms at most`,
    losses,
  }
}

/** The previous version's portal either continues or reports that it can't. */
async function checkOther(portal: Product | undefined, contracted: boolean): Promise<string[]> {
  const answer = await fetch(`${portal?.url}/readyz`)
  const text = await answer.text()
  const expected = contracted ? text.includes('portal_upgrading') : answer.ok
  return expected ? [] : [`the version before answered /readyz ${answer.status} ${text}`]
}

/** A user who views screens in the meantime. */
class Reader {
  asked = 0
  readonly failures: Error[] = []
  readonly #work: Promise<void>
  #stopped = false

  constructor(url: string, cookie: string) {
    this.#work = this.#read(url, cookie)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }

  async #read(url: string, cookie: string): Promise<void> {
    const { query } = callerAt(url, cookie)
    while (!this.#stopped) {
      for (const path of ['dashboard.stats', 'clients.list', 'invoices.list', 'letterhead.numbering']) {
        this.asked++
        await query(path).catch((error: unknown) => {
          this.failures.push(error instanceof Error ? error : new Error(String(error)))
        })
      }
      await sleep(PAUSE_MS)
    }
  }
}
