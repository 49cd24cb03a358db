import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isSea } from 'node:sea'
import { sql } from 'kysely'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/auth/demo-accounts.ts'
import { type Config, readConfig } from '#server/core/config.ts'
import { openDatabase, sqlitePath } from '#server/db/connection.ts'
import type { AppOptions } from '#server/http/app.ts'
import { openPortal, type Portal, servePortal, stopOnSignals } from '#server/portal.ts'
import { commandText, runCommand } from './command-line.ts'
import { requireDemoOrEmpty, seedDemo } from './seed/demo/index.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CLIENT_SOURCES = [
  'client',
  'shared',
  'index.html',
  'vite.config.ts',
  'scripts/build',
  'scripts/first-looks.ts',
  'package-lock.json',
]
const BUILT_PAGE = join(ROOT, 'dist/client/index.html')

/** Serves the built demo; `--reset` starts it over. */
export async function showDemo(args: string[]): Promise<void> {
  const config = demoConfig({ dataDir: 'data/demo', logLevel: 'warn' })
  if (!isSea()) buildClientWhenStale()
  if (args.includes('--reset')) await startOver(config)
  const portal = await openPortal(config)
  await serveDemo(portal, { client: 'built', startOver: `${commandText('demo')} --reset` })
}

/** The environment's settings in demo mode, with a data folder of its own. */
export const demoConfig = (defaults: { dataDir: string; logLevel: string }): Config =>
  readConfig({
    ...process.env,
    DEMO: '1',
    DATA_DIR: process.env.DATA_DIR || defaults.dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL || defaults.logLevel,
  })

/** Seeds the demo where it is not there yet, serves it and prints its accounts. */
export async function serveDemo(
  portal: Portal,
  { client, startOver }: AppOptions & { startOver: string },
): Promise<void> {
  if ((await seedDemo(portal.services, new Date(), { year: true })) !== null)
    console.log('The demo data is in place.')
  const running = await servePortal(portal, { client })
  stopOnSignals(running, portal.services)
  const width = Math.max(...DEMO_ACCOUNTS.map((account) => account.label.length))
  console.log(`\n${portal.services.config.appName} is ready at ${running.url}\n`)
  for (const { label, email } of DEMO_ACCOUNTS) console.log(`  ${label.padEnd(width)}  ${email}`)
  console.log(`\n  Password for all of them: ${DEMO_PASSWORD}`)
  console.log(`  Start over with: ${startOver}\n`)
}

/** Empties the demo's database, and refuses to touch one that holds anything else. */
async function startOver(config: Config): Promise<void> {
  const database = openDatabase(config.databaseUrl)
  try {
    await requireDemoOrEmpty(database.db)
    if (database.dialect === 'postgres') {
      await sql`drop schema public cascade`.execute(database.db)
      await sql`create schema public`.execute(database.db)
    }
  } finally {
    await database.close()
  }
  if (database.dialect === 'sqlite') {
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(sqlitePath(config.databaseUrl) + suffix, { force: true })
  }
  for (const name of ['outbox', 'files', 'backups', 'instance.key']) {
    rmSync(join(config.dataDir, name), { recursive: true, force: true })
  }
}

function buildClientWhenStale(): void {
  const built = modifiedAt(BUILT_PAGE)
  if (CLIENT_SOURCES.every((source) => newestIn(join(ROOT, source)) <= built)) return
  console.log('Building the client …')
  const npm = process.env.npm_execpath
  const { status } = npm
    ? spawnSync(process.execPath, [npm, 'run', 'build'], { cwd: ROOT, stdio: 'inherit' })
    : spawnSync('npm run build', { cwd: ROOT, stdio: 'inherit', shell: true })
  if (status !== 0) throw new Error('The client could not be built.')
}

/** Milliseconds; 0 for what does not exist. */
const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newestIn(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isDirectory()) return stats?.mtimeMs ?? 0
  // The route tree is written by the build itself.
  const names = readdirSync(path).filter((name) => name !== 'route-tree.gen.ts')
  return Math.max(0, ...names.map((name) => newestIn(join(path, name))))
}

if (import.meta.main) await runCommand(showDemo)
