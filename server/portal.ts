import { mkdirSync } from 'node:fs'
import type { Logger } from 'pino'
import { upgradeDatabase } from './adapters/database-upgrade.ts'
import { createLogger } from './adapters/log.ts'
import { ensureFirstAdmin } from './auth/commands/create-admin.ts'
import type { Config } from './core/config.ts'
import type { Services } from './core/context.ts'
import { startJobs } from './core/jobs.ts'
import { systemContext } from './core/reach.ts'
import { type Database, openDatabase } from './db/connection.ts'
import { waitForDatabase } from './db/wait.ts'
import { type App, type AppOptions, createApp } from './http/app.ts'
import { JOBS } from './jobs.ts'
import { adoptPlatformSettings } from './platform/commands/update-settings.ts'
import { LiveHub } from './reactions/live/hub.ts'
import { liveSource } from './reactions/live/source.ts'
import { startMailWorker } from './reactions/mail/worker.ts'
import { REACTIONS } from './reactions.ts'
import { appRouter } from './router.ts'
import { VISIBILITY } from './visibility.ts'

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
  const clock = () => new Date()
  const live = new LiveHub(liveSource(database, log), { log, clock })
  const services: Services = {
    db: database.db,
    config,
    log,
    clock,
    live,
    visibility: VISIBILITY,
    reactions: REACTIONS,
  }
  try {
    await waitForDatabase(database, log)
    await upgrade(database, config, log)
    await adoptPlatformSettings(systemContext({ services }))
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    services,
    database,
    close: async () => {
      await live.stop()
      await database.close()
    },
  }
}

/** Over connections without time limits where there are any: a migration may take long. */
async function upgrade(database: Database, config: Config, log: Logger): Promise<void> {
  const options = { dataDir: config.dataDir, log, now: new Date() }
  if (database.dialect === 'sqlite') return upgradeDatabase(database, options)
  const patient = openDatabase(config.databaseUrl, { patient: true })
  await upgradeDatabase(patient, options).finally(patient.close)
}

export interface RunningPortal {
  /** Where it can be reached on this machine. */
  url: string
  app: App
  stop: () => Promise<void>
}

/** Starts serving; `stop` drains the server and then closes the database. */
export async function servePortal(portal: Portal, options: AppOptions): Promise<RunningPortal> {
  if (await ensureFirstAdmin(systemContext({ services: portal.services }))) {
    portal.services.log.info('the first platform administrator was created')
  }
  const { config, log } = portal.services
  if (config.allowTestPayments && !config.demo && config.stripe === null) {
    log.warn('ALLOW_TEST_PAYMENTS is on: test cards mark invoices as paid, and no money moves')
  }
  const app = await createApp(portal.services, appRouter, options)
  const url = await app.start()
  const mail = startMailWorker(portal.services)
  const jobs = startJobs(portal.services, JOBS)
  portal.services.log.info({ url }, 'listening')
  return {
    url,
    app,
    stop: async () => {
      await Promise.all([app.stop(), jobs.stop(), mail.stop()])
      await portal.close()
    },
  }
}

/** Open requests and jobs get eight seconds; whatever else hangs must not keep the process alive. */
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
