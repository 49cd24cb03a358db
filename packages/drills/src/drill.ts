import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cleanUp } from './clean-up.ts'
import { scenarios } from './cluster/scenarios.ts'
import { type Drill, type Extent, type Outcome, verdictOf } from './outcome.ts'
import { endAll } from './product.ts'
import { agencyMove } from './scenarios/agency-move.ts'
import { backup } from './scenarios/backup.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { failover } from './scenarios/failover.ts'
import { kill } from './scenarios/kill.ts'
import { loginFlood } from './scenarios/login-flood.ts'
import { mixedLoad } from './scenarios/mixed-load.ts'
import { postgresRestart } from './scenarios/postgres-restart.ts'
import { restore } from './scenarios/restore.ts'
import { rolling } from './scenarios/rolling.ts'
import { slowClients } from './scenarios/slow-clients.ts'
import { upgrade } from './scenarios/upgrade.ts'
import { messageOf } from './stores.ts'

const RESULTS = 'bench/drills.md'
const DRILLS: readonly Drill[] = [
  kill,
  diskFull,
  backup,
  restore,
  upgrade,
  rolling,
  agencyMove,
  postgresRestart,
  failover,
  ...scenarios,
  slowClients,
  loginFlood,
  mixedLoad,
]

const USAGE = `Usage: npm run drill -- [NAME …] [options]

Breaks a built portal on purpose and checks for lost data. Names: ${DRILLS.map(({ name }) => name).join(', ')}.

  --kills N           kills of the process during writes (100)
  --interruptions N   restores and upgrades killed midway, on each database (15)
  --rounds N          backups under load, and PostgreSQL restarts of each kind (5)
  --minutes N         duration of the mixed load (10)
  --no-build          uses the client built last
  --no-record         doesn't write to ${RESULTS}`

const HEADING = `# Drills

Appended by \`npm run drill\`: faults injected into a built portal on loopback, and the outcome. A loss is a lost
acknowledged write, a write stored twice, a half-done change, or a broken guarantee that the verdict names.

| When (UTC) | Commit | Drill | Done | Figures | Verdict |
|---|---|---|---|---|---|
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      kills: { type: 'string', default: '100' },
      interruptions: { type: 'string', default: '15' },
      rounds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '10' },
      build: { type: 'boolean', default: true },
      record: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const extent: Extent = {
    kills: Number(values.kills),
    interruptions: Number(values.interruptions),
    rounds: Number(values.rounds),
    minutes: Number(values.minutes),
  }
  if (!Object.values(extent).every((number) => number > 0)) throw new Error(USAGE)
  const isNamed = (drill: Drill, name: string) => drill.name === name || drill.name.startsWith(`${name}/`)
  const unknown = positionals.find((name) => !DRILLS.some((drill) => isNamed(drill, name)))
  if (unknown !== undefined) throw new Error(`Unknown drill: ${unknown}.\n\n${USAGE}`)
  const chosen = DRILLS.filter(
    (drill) => positionals.length === 0 || positionals.some((name) => isNamed(drill, name)),
  )
  if (values.build) {
    execFileSync('npm', ['run', 'build', '--silent'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  }
  for (const drill of chosen) {
    const started = performance.now()
    console.log(`${drill.name} …`)
    const outcomes = await runDrill(drill, extent)
    const seconds = Math.round((performance.now() - started) / 1000)
    for (const outcome of outcomes) {
      console.log(`  ${[outcome.done, outcome.figures, verdictOf(outcome)].filter(Boolean).join('\n    ')}`)
      for (const loss of outcome.losses.slice(0, 20)) console.log(`      ${loss}`)
      if (outcome.losses.length > 0) process.exitCode = 1
    }
    console.log(`  ${seconds} s\n`)
    if (values.record) record(drill, outcomes)
  }
}

async function runDrill(drill: Drill, extent: Extent): Promise<Outcome[]> {
  try {
    return await drill.run(extent)
  } catch (error) {
    return [{ done: 'not to its end', figures: '', losses: [messageOf(error)] }]
  } finally {
    endAll()
    cleanUp()
  }
}

function record({ name }: Drill, outcomes: readonly Outcome[]): void {
  if (!existsSync(RESULTS)) writeFileSync(RESULTS, HEADING)
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const rows = outcomes.map((outcome) =>
    [when, commit(), name, outcome.done, outcome.figures, verdictOf(outcome)]
      .map((cell) => cell.replaceAll('|', '/'))
      .join(' | '),
  )
  appendFileSync(RESULTS, rows.map((row) => `| ${row} |\n`).join(''))
}

/** The tested commit; a plus marks uncommitted changes. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', 'server', 'shared', 'client', 'migrations') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
// Whatever happens, end everything that was started.
process.on('exit', () => {
  endAll()
  cleanUp()
})
try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// Sockets of killed portals may keep the event loop alive.
process.exit()
