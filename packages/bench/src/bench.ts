import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { Kysely, type LogEvent } from 'kysely'
import { seedLarge } from '../../../scripts/seed/large.ts'
import { cpuUsedBy } from '../../../scripts/tools/process-figures.ts'
import { signIn } from '../../../scripts/tools/sign-in.ts'
import { quantile } from '../../../scripts/tools/statistics.ts'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'
import { readConfig } from '../../../server/base/core/config.ts'
import type { AgencyCtx } from '../../../server/base/core/context.ts'
import { sqliteDialect } from '../../../server/base/db/engines/sqlite.ts'
import type { Schema } from '../../../server/base/db/schema.ts'
import { resolveSession } from '../../../server/identity/auth/gate.ts'
import { openPortal } from '../../../server/portal.ts'
import { listTasks } from '../../../server/work/tasks/queries/list.ts'
import { taskListInput } from '../../../shared/work/schemas/tasks.ts'
import type { BareOptions, RecordedQuery } from './bare-server.ts'
import { type ClientSize, FIRST_SCREEN_LIMITS, measureFirstScreen } from './client-size.ts'
import { measureInPairs, type Pair, ratiosOf, type Spread } from './pairs.ts'
import { productSettings } from './product-settings.ts'

const SIZE = { agencies: 1, projects: 200, tasks: 10_000, people: 50 }
const CONNECTIONS = 10
/** Many short pairs: a busy moment on the machine spoils a few pairs, not the median. */
const PAIRS = 40
const SECONDS = 1
const WARM_UP_SECONDS = 4
const RESULTS = 'bench/results.md'
const RATIO_AIM = 0.65

/** Seeds the data, signs a caller in, and records a list's SQL as the product runs it. */
async function prepare(folder: string): Promise<{ cookie: string; bare: BareOptions }> {
  const path = join(folder, 'foyer.db')
  const portal = await openPortal(readConfig(productSettings(folder)))
  if (portal.database.dialect !== 'sqlite') throw new Error('The benchmark requires SQLite.')
  const { services } = portal
  const [agency] = await seedLarge(services, SIZE, services.clock())
  if (agency === undefined) throw new Error('No agency to list found.')
  const cookie = await signIn(services, agency.ownerId)

  const recorded: RecordedQuery[] = []
  const log = (event: LogEvent) => {
    recorded.push({ sql: event.query.sql, parameters: [...event.query.parameters] })
  }
  const db = new Kysely<Schema>({ dialect: sqliteDialect(portal.database.file), log })
  const caller = await resolveSession({ ...services, db }, cookie)
  if (caller === null) throw new Error('The session is not valid.')
  const input = taskListInput.parse({})
  await listTasks(caller.ctx as AgencyCtx, input)
  const [session, list, children = null] = recorded
  if (session === undefined || list === undefined) throw new Error('No query was recorded.')
  await portal.close()
  return { cookie, bare: { path, session, list, children, limit: input.limit } }
}

interface BenchServer {
  child: ChildProcess
  url: string
}

async function startServer(
  script: string,
  env: Record<string, string>,
  options: BareOptions | Record<string, never>,
): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, script), {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(options)
  const [port] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}/trpc/tasks.list?input=%7B%7D` }
}

interface Speed {
  requestsPerSecond: number
  /** The server's CPU time in microseconds, which other load hardly affects. */
  cpuPerRequest: number
}

async function measure({ child, url }: BenchServer, cookie: string, seconds: number): Promise<Speed> {
  const before = await cpuUsedBy(child)
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers: { cookie } })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} rejections and ${result.errors} errors at ${url}`)
  }
  const cpuPerRequest = ((await cpuUsedBy(child)) - before) / result.requests.total
  return { requestsPerSecond: result.requests.total / result.duration, cpuPerRequest }
}

/** Other load on the machine: runnable processes over the last minute. */
const loadBefore = loadavg()[0] ?? 0

/** In each pair, the bare server's figures come first. */
type Comparison = Pair<Speed>[]

/** Runs both servers alternately, in pairs. */
async function compare(folder: string): Promise<Comparison> {
  const { cookie, bare } = await prepare(folder)
  const servers: BenchServer[] = []
  try {
    const bareServer = await startServer('bare-server.ts', {}, bare)
    servers.push(bareServer)
    const productServer = await startServer('product-server.ts', productSettings(folder), {})
    servers.push(productServer)
    for (const server of servers) {
      await measure(server, cookie, WARM_UP_SECONDS)
      const response = await fetch(server.url, { headers: { cookie } })
      const { result } = (await response.json()) as { result: { data: { items: unknown[] } } }
      if (result.data.items.length !== bare.limit) throw new Error(`The list at ${server.url} is incomplete.`)
    }
    return await measureInPairs(
      PAIRS,
      () => measure(bareServer, cookie, SECONDS),
      () => measure(productServer, cookie, SECONDS),
    )
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
/** The median, with the interquartile range of the pairs in brackets. */
const spread = ({ median, low, high }: Spread): string =>
  `${percent(median)} (${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)})`
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

function report(pairs: Comparison, size: ClientSize | null): void {
  const middle = (pick: (pair: Pair<Speed>) => number) => Math.round(quantile(pairs.map(pick), 0.5))
  const bareSpeed = middle(({ first }) => first.requestsPerSecond)
  const speed = middle(({ second }) => second.requestsPerSecond)
  const bareCpu = middle(({ first }) => first.cpuPerRequest)
  const cpu = middle(({ second }) => second.cpuPerRequest)
  const ratio = spread(ratiosOf(pairs, ({ requestsPerSecond }) => requestsPerSecond))
  const cpuRatio = spread(ratiosOf(pairs, ({ cpuPerRequest }) => 1 / cpuPerRequest))
  const javascript = size === null ? '–' : kilobytes(size.javascript)
  const css = size === null ? '–' : kilobytes(size.css)
  console.log(`
List of 50 joined tasks of ${SIZE.tasks.toLocaleString('en')}, ${CONNECTIONS} connections, requests a second,
medians of ${pairs.length} pairs of ${SECONDS} s, in brackets the middle half of their ratios:
  bare node:http, same SQL, session lookup   ${bareSpeed}  (${bareCpu} µs of processor time each)
  the product, every protection on           ${speed}  (${cpu} µs)
  ratio                                      ${ratio}, aim ${RATIO_AIM * 100} %
  ratio by processor time                    ${cpuRatio}
First screen, gzipped:
  JavaScript  ${javascript} (limit ${kilobytes(FIRST_SCREEN_LIMITS.javascript)})
  CSS         ${css} (limit ${kilobytes(FIRST_SCREEN_LIMITS.css)})`)
  if (!existsSync(RESULTS)) {
    mkdirSync('bench', { recursive: true })
    writeFileSync(RESULTS, HEADING)
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
  const load = loadBefore.toFixed(1)
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  appendFileSync(
    RESULTS,
    `| ${date} | ${machine} | ${load} | ${bareSpeed} | ${speed} | ${ratio} | ${bareCpu} | ${cpu} | ${cpuRatio} | ${javascript} | ${css} |\n`,
  )
}

const HEADING = `# Benchmark results

Appended by \`npm run bench\`: requests a second for the list of 50 joined tasks of 10,000 over 10
connections, by a bare \`node:http\` server with the same SQL and session lookup and by the product with
every protection on; then the gzipped size of the first screen. Both servers are measured side by side in 40
pairs of one second each, in the order A B, B A. The ratios are the medians of the pairs' ratios, with the
middle half of them in brackets; rows without brackets are older: medians of three rounds of five seconds.
Load is the machine's load average before the run: under other load, requests a second mean little, and the
servers' own processor time for each request (µs) is the figure to compare.

| When (UTC) | Machine | Load | Bare /s | Product /s | Ratio | Bare µs | Product µs | By µs | JavaScript | CSS |
|---|---|---|---|---|---|---|---|---|---|---|
`

if (!process.argv.includes('--no-build')) {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit', shell: process.platform === 'win32' })
}
const folder = await newTemporaryFolder('foyer-bench')
try {
  report(await compare(folder), measureFirstScreen())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (!process.argv.includes('--no-screens')) {
  execFileSync(process.execPath, [join(import.meta.dirname, 'screens.ts'), '--no-build'], {
    stdio: 'inherit',
  })
}
