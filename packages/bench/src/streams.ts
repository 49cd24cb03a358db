import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { seedLarge } from '../../../scripts/seed/large.ts'
import { openStream } from '../../../scripts/tools/live-stream.ts'
import { memoryOf } from '../../../scripts/tools/process-figures.ts'
import { signIn } from '../../../scripts/tools/sign-in.ts'
import { megabytes, quantile } from '../../../scripts/tools/statistics.ts'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'
import { readConfig } from '../../../server/base/core/config.ts'
import { openPortal } from '../../../server/portal.ts'
import { batchesOf } from '../../../shared/base/paging.ts'
import { productSettings } from './product-settings.ts'

/** How many open streams one process can carry: its memory, and the delay of a change. */
const STREAMS = 1_000
const TABS_PER_PERSON = 10
const CHANGES = 20
const PAUSE_MS = 500
/** Opened together; the others wait, because real users don't all connect at once. */
const OPENING = 50

interface Prepared {
  ownerCookie: string
  cookies: string[]
  projectId: string
}

/** One agency whose people have a number of tabs open each. */
async function prepare(folder: string): Promise<Prepared> {
  const portal = await openPortal(readConfig(productSettings(folder)))
  const { services } = portal
  const size = { agencies: 1, projects: 20, tasks: 200, people: STREAMS / TABS_PER_PERSON }
  const [agency] = await seedLarge(services, size, services.clock())
  const projectId = agency?.projectIds[0]
  if (agency === undefined || projectId === undefined) throw new Error('No agency to subscribe to found.')
  const people = await services.db
    .selectFrom('profiles')
    .select('user_id')
    .where('agency_id', '=', agency.agencyId)
    .where('role', '=', 'employee')
    .execute()
  const cookies: string[] = []
  for (const { user_id } of people) cookies.push(await signIn(services, user_id))
  const ownerCookie = await signIn(services, agency.ownerId)
  await portal.close()
  return { ownerCookie, cookies, projectId }
}

async function changeSomething(
  url: string,
  { ownerCookie, projectId }: Prepared,
  number: number,
): Promise<void> {
  const response = await fetch(`${url}/trpc/tasks.save`, {
    method: 'POST',
    headers: { cookie: ownerCookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Change ${number}`, project_id: projectId }),
  })
  if (!response.ok) throw new Error(`The change was rejected: ${await response.text()}`)
  await response.arrayBuffer()
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const at = (delays: number[], share: number): string => `${quantile(delays, share).toFixed(0)} ms`

async function measure(child: ChildProcess, url: string, prepared: Prepared): Promise<void> {
  await changeSomething(url, prepared, 0)
  const before = await memoryOf(child)
  let started = 0
  const delays: number[] = []
  const streams: IncomingMessage[] = []
  const wanted = prepared.cookies.flatMap((cookie) => Array<string>(TABS_PER_PERSON).fill(cookie))
  for (const batch of batchesOf(wanted, OPENING)) {
    streams.push(
      ...(await Promise.all(
        batch.map((cookie) => openStream(url, cookie, (when) => delays.push(when - started))),
      )),
    )
  }
  const open = await memoryOf(child)
  for (let number = 1; number <= CHANGES; number++) {
    started = performance.now()
    await changeSomething(url, prepared, number)
    const due = number * streams.length
    for (let waited = 0; delays.length < due && waited < 100; waited++) await sleep(PAUSE_MS / 10)
    await sleep(PAUSE_MS)
  }
  const after = await memoryOf(child)
  for (const stream of streams) stream.destroy()

  const lost = streams.length * CHANGES - delays.length
  const machine = `${cpus().length} processors, load ${(loadavg()[0] ?? 0).toFixed(1)}`
  console.log(`${streams.length} open streams of one process, ${CHANGES} changes, ${machine}`)
  console.log(`  memory   ${megabytes(before)} before, ${megabytes(open)} open, ${megabytes(after)} after`)
  console.log(`  per stream ${((open - before) / streams.length / 1000).toFixed(1)} KB`)
  console.log(`  received ${delays.length}, lost or duplicated ${lost}`)
  console.log(`  latency  half ${at(delays, 0.5)}, 95 % ${at(delays, 0.95)}, all ${at(delays, 1)}`)
  if (lost !== 0) process.exitCode = 1
}

const folder = await newTemporaryFolder('foyer-streams')
let child: ChildProcess | undefined
try {
  const prepared = await prepare(folder)
  child = fork(join(import.meta.dirname, 'product-server.ts'), {
    env: { PATH: process.env.PATH ?? '', ...productSettings(folder) },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send({})
  const [port] = await once(child, 'message')
  await measure(child, `http://127.0.0.1:${port}`, prepared)
} finally {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
