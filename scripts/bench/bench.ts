import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { Kysely, type LogEvent } from 'kysely'
import { resolveSession } from '#server/auth/gate.ts'
import { startSession } from '#server/auth/sessions.ts'
import { readConfig } from '#server/config.ts'
import type { Schema } from '#server/db/schema.ts'
import { sqliteDialect } from '#server/db/sqlite.ts'
import { openPortal } from '#server/portal.ts'
import { listTasks } from '#server/tasks/queries.ts'
import { taskListInput } from '#shared/tasks.ts'
import { seedLarge } from '../seed/large.ts'
import type { BareOptions, RecordedQuery } from './bare-server.ts'
import { type ClientSize, measureFirstScreen } from './client-size.ts'

const SIZE = { agencies: 1, projects: 200, tasks: 10_000, people: 50 }
const CONNECTIONS = 10
const ROUNDS = 3
const SECONDS = 5
const RESULTS = 'bench/results.md'
const LIMITS = { ratio: 0.65, javascript: 130_000, css: 10_000 }

/** Seeds the data, signs a caller in, and records the SQL of one list as the product runs it. */
async function prepare(folder: string): Promise<{ cookie: string; bare: BareOptions }> {
  const path = join(folder, 'foyer.db')
  const portal = await openPortal(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  if (portal.database.dialect !== 'sqlite') throw new Error('The benchmark runs on SQLite.')
  const { services } = portal
  const [agency] = await seedLarge(services.db, SIZE, services.clock())
  if (agency === undefined) throw new Error('There is no agency to list.')
  const started = await startSession(services, agency.ownerId, { short: false, ip: null, user_agent: null })
  const cookie = started.cookie.split(';')[0] ?? ''

  const recorded: RecordedQuery[] = []
  const log = (event: LogEvent) => {
    recorded.push({ sql: event.query.sql, parameters: [...event.query.parameters] })
  }
  const db = new Kysely<Schema>({ dialect: sqliteDialect(portal.database.file), log })
  const caller = await resolveSession({ ...services, db }, cookie)
  if (caller === null) throw new Error('The session is not valid.')
  const input = taskListInput.parse({})
  await listTasks(db, caller.scope, input)
  const [session, list, children = null] = recorded
  if (session === undefined || list === undefined) throw new Error('No query was recorded.')
  await portal.close()
  return { cookie, bare: { path, session, list, children, limit: input.limit } }
}

async function startServer(script: string, env: Record<string, string>, message: unknown) {
  const child = fork(join(import.meta.dirname, script), {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(message as never)
  const [port] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}/trpc/tasks.list?input=%7B%7D` }
}

async function measure(url: string, cookie: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { cookie, origin: new URL(url).origin },
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${url}`)
  }
  return result.requests.average
}

/** What else the machine was doing, as runnable processes over the last minute. */
const loadBefore = loadavg()[0] ?? 0

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Both servers in turns, so that what else the machine does weighs on both alike. */
async function compare(folder: string): Promise<{ bare: number; product: number }> {
  const { cookie, bare } = await prepare(folder)
  const children: ChildProcess[] = []
  try {
    const bareServer = await startServer('bare-server.ts', {}, bare)
    children.push(bareServer.child)
    const env = { DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' }
    const productServer = await startServer('product-server.ts', env, {})
    children.push(productServer.child)
    for (const { url } of [bareServer, productServer]) {
      await measure(url, cookie, 2)
      const response = await fetch(url, { headers: { cookie } })
      const { result } = (await response.json()) as { result: { data: { items: unknown[] } } }
      if (result.data.items.length !== bare.limit) throw new Error(`The list at ${url} is not whole.`)
    }
    const rounds: { bare: number; product: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        bare: await measure(bareServer.url, cookie, SECONDS),
        product: await measure(productServer.url, cookie, SECONDS),
      })
    }
    return {
      bare: median(rounds.map((round) => round.bare)),
      product: median(rounds.map((round) => round.product)),
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

function report({ bare, product }: { bare: number; product: number }, size: ClientSize | null): void {
  const ratio = `${((product / bare) * 100).toFixed(1)} %`
  const javascript = size === null ? '–' : kilobytes(size.javascript)
  const css = size === null ? '–' : kilobytes(size.css)
  console.log(`
List of 50 joined tasks of ${SIZE.tasks.toLocaleString('en')}, ${CONNECTIONS} connections, requests a second:
  bare node:http, same SQL, session look-up  ${Math.round(bare)}
  the product, every protection on           ${Math.round(product)}
  ratio                                      ${ratio} (aim ${LIMITS.ratio * 100} %)
First screen, gzipped:
  JavaScript  ${javascript} (limit ${kilobytes(LIMITS.javascript)})
  CSS         ${css} (limit ${kilobytes(LIMITS.css)})`)
  if (!existsSync(RESULTS)) {
    mkdirSync('bench', { recursive: true })
    writeFileSync(RESULTS, HEADING)
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
  const load = loadBefore.toFixed(1)
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  appendFileSync(
    RESULTS,
    `| ${date} | ${machine} | ${load} | ${Math.round(bare)} | ${Math.round(product)} | ${ratio} | ${javascript} | ${css} |\n`,
  )
}

const HEADING = `# Benchmark results

Appended by \`npm run bench\`: requests a second for the list of 50 joined tasks of 10,000 over 10
connections, by a bare \`node:http\` server with the same SQL and session look-up and by the product with
every protection on, measured in turns in one run; then the gzipped size of the first screen. Load is
the machine's load average before the run: with others at work the absolute figures mean little.

| When (UTC) | Machine | Load | Bare | Product | Ratio | JavaScript | CSS |
|---|---|---|---|---|---|---|---|
`

if (!process.argv.includes('--no-build')) {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit', shell: process.platform === 'win32' })
}
const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
try {
  report(await compare(folder), measureFirstScreen())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
