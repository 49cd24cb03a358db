import { mkdirSync } from 'node:fs'
import { ensureFirstAdmin } from './auth/commands/create-admin.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/connection.ts'
import { upgradeDatabase } from './db/upgrade.ts'
import { type App, type AppOptions, createApp } from './http/app.ts'
import { startJobs } from './jobs/scheduler.ts'
import { LiveHub } from './live/hub.ts'
import { liveSource } from './live/source.ts'
import { startMailWorker } from './mail/worker.ts'
import { adoptPlatformSettings } from './platform/commands/settings.ts'
import { createLogger } from './services/log.ts'
import type { Services } from './trpc/context.ts'

/** The portal without its front door: scripts and seeds use this much of it. */
export interface Portal {
  services: Services
  database: Database
  close: () => Promise<void>
}

/** Opens the database, brings it up to date, and gathers what every call needs. */
export async function openPortal(config: Config, log = createLogger(config.logLevel)): Promise<Portal> {
  mkdirSync(config.dataDir, { recursive: true })
  const database = openDatabase(config.databaseUrl)
  try {
    await upgradeDatabase(database, { dataDir: config.dataDir, log, now: new Date() })
    await adoptPlatformSettings({ db: database.db, config })
  } catch (error) {
    await database.close()
    throw error
  }
  const clock = () => new Date()
  const live = new LiveHub(liveSource(database, log), { log, clock })
  return {
    services: { db: database.db, config, log, clock, live },
    database,
    close: async () => {
      await live.stop()
      await database.close()
    },
  }
}

export interface RunningPortal {
  /** Where it can be reached on this machine. */
  url: string
  app: App
  stop: () => Promise<void>
}

/** Starts serving; `stop` drains the server and then closes the database. */
export async function servePortal(portal: Portal, options: AppOptions): Promise<RunningPortal> {
  if (await ensureFirstAdmin(portal.services)) {
    portal.services.log.info('the first platform administrator was created')
  }
  const { config, log } = portal.services
  if (config.allowTestPayments && !config.demo && config.stripe === null) {
    log.warn('ALLOW_TEST_PAYMENTS is on: test cards mark invoices as paid, and no money moves')
  }
  const app = await createApp(portal.services, options)
  const url = await app.start()
  const mail = startMailWorker(portal.services)
  const jobs = startJobs(portal.services)
  portal.services.log.info({ url }, 'listening')
  return {
    url,
    app,
    stop: async () => {
      await app.stop()
      await jobs.stop()
      await mail.stop()
      await portal.close()
    },
  }
}

/** Open requests get ten seconds; whatever else hangs must not keep the process alive. */
const STOP_LIMIT_MS = 15_000

/** Stops on SIGTERM and SIGINT; a second signal does not wait. */
export function stopOnSignals(running: RunningPortal, { log }: Services): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.fatal('stopping took too long')
      process.exit(1)
    }, STOP_LIMIT_MS).unref()
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
