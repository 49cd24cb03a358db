import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { openStream } from '../../../../scripts/tools/live-stream.ts'
import { quantile } from '../../../../scripts/tools/statistics.ts'
import { scratchFolder } from '../clean-up.ts'
import { callerAt } from '../load/caller.ts'
import { findHalfDone, findLosses, inDatabase } from '../load/checks.ts'
import { Ledger } from '../load/ledger.ts'
import { latencies } from '../load/reader.ts'
import { findGrowth, memoryFigures, SAMPLE_MS, watch } from '../load/watch.ts'
import { Writers } from '../load/writers.ts'
import type { Drill, Outcome } from '../outcome.ts'
import { Product } from '../product.ts'
import { sqliteSettings } from '../stores.ts'
import { openWorld, type World } from '../world.ts'

const SIZE = {
  agencies: 1,
  projects: 100,
  tasks: 10_000,
  people: 40,
  invoices: 1_000,
  timeEntries: 5_000,
  messages: 2_000,
}
const STREAMS = 200
const OPENING = 20
const READS_A_SECOND = 140
/** Ten writers with this pause add up to 150 requests a second. */
const PAUSE_MS = 1_000
/** All events have been received after the last write. */
const SETTLE_MS = 3_000
const HEARING_MS = 15_000

/** In rotation; tasks are viewed most. */
const READS = [
  'tasks.list?input={}',
  'projects.list?input={}',
  'tasks.list?input={}',
  'dashboard.stats',
  'tasks.list?input={}',
  'invoices.list?input={}',
  'tasks.counters?input={}',
  'clients.list?input={}',
]

/** A busy day: users read and write, with two hundred open screens. */
export const mixedLoad: Drill = {
  name: 'mixed-load',
  async run({ minutes }): Promise<Outcome[]> {
    const settings = sqliteSettings(await scratchFolder())
    const world = await openWorld(settings, SIZE)
    const product = await Product.of(settings)
    await product.start({ watched: true })
    const screens = await openScreens(product.url, world)
    const ledger = new Ledger()
    const writers = new Writers(product.url, world, ledger, { pauseMs: PAUSE_MS })
    const watched = watch(product)
    const reads = await readAll(product.url, world, minutes * 60)
    await writers.stop()
    const { memory, delays } = await watched.stop()

    const heard = await changeOnce(product.url, world, screens)
    const losses = await inDatabase(settings.DATABASE_URL, async (db) => [
      ...(await findLosses(db, ledger)),
      ...(await findHalfDone(db)),
    ])
    if (reads.failed > 0) losses.push(`${reads.failed} reads of ${reads.times.length} failed`)
    if (ledger.unanswered.size > 0) losses.push(`${ledger.unanswered.size} writes were not acknowledged`)
    if (heard < STREAMS)
      losses.push(`${STREAMS - heard} of ${STREAMS} streams did not receive the last change`)
    losses.push(...findGrowth(memory))
    for (const { stream } of screens) stream.destroy()
    await product.end('SIGTERM')
    return [
      {
        done: `${minutes} min of ${READS_A_SECOND} reads and about 10 writes a second, ${STREAMS} live streams`,
        figures:
          `${reads.times.length} reads (${Math.round(reads.times.length / minutes / 60)} a second) ${latencies(reads.times)}; ${ledger.acknowledged.size} acknowledged; ` +
          `${memoryFigures(memory)}; ` +
          `event-loop delay p99 of ${SAMPLE_MS / 1000} s: median ${Math.round(quantile(delays, 0.5))} ms, most ${Math.round(quantile(delays, 1))} ms`,
        losses,
      },
    ]
  },
}

interface Screen {
  stream: IncomingMessage
  /** The number of task events received. */
  heard: number
}

async function openScreens(url: string, { contributors }: World): Promise<Screen[]> {
  const screens: Screen[] = []
  for (let start = 0; start < STREAMS; start += OPENING) {
    const opened = Array.from({ length: OPENING }, async (_, index) => {
      const cookie = contributors[(start + index) % contributors.length] ?? ''
      const screen: Partial<Screen> = { heard: 0 }
      screen.stream = await openStream(url, cookie, () => {
        screen.heard = (screen.heard ?? 0) + 1
      })
      return screen as Screen
    })
    screens.push(...(await Promise.all(opened)))
  }
  return screens
}

/** The number of screens that receive one more change. */
async function changeOnce(url: string, world: World, screens: Screen[]): Promise<number> {
  await sleep(SETTLE_MS)
  const before = screens.map(({ heard }) => heard)
  await callerAt(url, world.owner).change('tasks.save', { title: 'Last', project_id: world.projectIds[0] })
  const started = performance.now()
  const hearing = () => screens.filter(({ heard }, index) => heard > (before[index] ?? 0)).length
  while (hearing() < screens.length && performance.now() - started < HEARING_MS) await sleep(50)
  return hearing()
}

async function readAll(url: string, { owner }: World, seconds: number) {
  const times: number[] = []
  let failed = 0
  await new Promise<void>((resolve, reject) => {
    const requests = READS.map((path) => ({ method: 'GET' as const, path: encodeURI(`/trpc/${path}`) }))
    const options = {
      url,
      duration: seconds,
      connections: 20,
      overallRate: READS_A_SECOND,
      timeout: 45,
      requests,
    }
    const run = autocannon({ ...options, headers: { cookie: owner } }, (error, result) => {
      if (error) return reject(error)
      failed += result.errors + result.timeouts
      resolve()
    })
    run.on('response', (_client, status, _bytes, time) => {
      times.push(time)
      if (status !== 200) failed++
    })
  })
  return { times, failed }
}
