import { rmSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Config, readConfig } from '#server/base/core/config.ts'
import { openDatabase, sqlitePath } from '#server/base/db/engines/connection.ts'
import type { AppOptions } from '#server/door/http/app.ts'
import { isEverywhere, requireAddress } from '#server/door/http/listen.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { openPortal, type Portal, servePortal, stopOnSignals } from '#server/portal.ts'
import { requireDemoOrEmpty, seedDemo } from './seed/demo/index.ts'

/** The seeded portal of `npm run demo`. */
export async function openDemo({ reset }: { reset: boolean }): Promise<Portal> {
  const config = demoConfig({ dataDir: 'data/demo', logLevel: 'warn' })
  await requireAddress(config)
  if (reset) await startOver(config)
  const portal = await openPortal(config)
  await seedPortal(portal)
  return portal
}

/** The environment's settings in demo mode, with a separate data folder. */
export const demoConfig = (defaults: { dataDir: string; logLevel: string }): Config =>
  readConfig({
    ...process.env,
    DEMO: '1',
    DATA_DIR: process.env.DATA_DIR || defaults.dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL || defaults.logLevel,
  })

/** Seeds the demo unless it already exists. */
export async function seedPortal({ services }: Portal): Promise<void> {
  if ((await seedDemo(services, new Date(), { year: true })) !== null) console.log('Created the demo data.')
}

/** Serves the seeded demo and prints its accounts. */
export async function serveDemo(
  portal: Portal,
  { startOver, ...options }: AppOptions & { startOver: string },
): Promise<void> {
  const running = await servePortal(portal, options)
  stopOnSignals(running, portal.services)
  const width = Math.max(...DEMO_ACCOUNTS.map((account) => account.label.length))
  const { appName, host } = portal.services.config
  console.log(`\n${appName} is ready at ${running.url}`)
  for (const url of addressesFor(running.url, host)) console.log(`From another device: ${url}`)
  console.log()
  for (const { label, email } of DEMO_ACCOUNTS) console.log(`  ${label.padEnd(width)}  ${email}`)
  console.log(`\n  Password for all of them: ${DEMO_PASSWORD}`)
  console.log(`  Start over with: ${startOver}\n`)
}

/** The addresses at which other devices in the network reach the portal; none if it listens only on this machine. */
export function addressesFor(url: string, host: string | null): string[] {
  if (!isEverywhere(host)) return []
  const { port } = new URL(url)
  const found = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return found
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`)
}

/** Empties the demo's database; refuses to do so for any other. */
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
