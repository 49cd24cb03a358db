import type { Logger } from 'pino'
import { hasSqliteFile, refuseEmptyPortal, requireWritable } from './adapters/data-folder.ts'
import { upgradeDatabase } from './adapters/database-upgrade.ts'
import { createLogger } from './adapters/log.ts'
import { closeToOthers, writePrivately } from './adapters/private-files.ts'
import { confirmBucket } from './adapters/storage.ts'
import { ensureFirstAdmin } from './auth/commands/create-admin.ts'
import { endDemoAccess } from './auth/commands/end-demo-access.ts'
import { type Config, pastPooler } from './core/config.ts'
import type { Services, Tracing } from './core/context.ts'
import { startJobs } from './core/jobs.ts'
import { createMeasures } from './core/measures.ts'
import { systemContext } from './core/reach.ts'
import { type Database, isPostgresUrl, openDatabase, sqlitePath } from './db/connection.ts'
import { adoptDistribution } from './db/distribution/catalogue.ts'
import { inspectMigrations, newerDatabase } from './db/migrator.ts'
import { requireUnmoved } from './db/move/record.ts'
import { Replica } from './db/replica.ts'
import { waitForDatabase, warnOfEndless } from './db/wait.ts'
import { firstCalls } from './first-calls.ts'
import { type App, type AppOptions, createApp } from './http/app.ts'
import { startImportWorker } from './import-worker.ts'
import { JOBS } from './jobs.ts'
import { confirmInstanceKey } from './platform/commands/confirm-key.ts'
import { finishRestore, isRestorePending } from './platform/commands/finish-restore.ts'
import { removeLeftovers } from './platform/commands/remove-leftovers.ts'
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
  writePrivately()
  requireWritable(config)
  if (config.filesBucket !== null) await confirmBucket(config.filesBucket, log)
  if (await finishRestore(pastPooler(config))) log.warn('a restore that had been interrupted was finished')
  if (!isPostgresUrl(config.databaseUrl) && !hasSqliteFile(config.databaseUrl)) refuseEmptyPortal(config)
  const portal = connect(config, log, await startTracing(config, log))
  try {
    await waitForDatabase(portal.database, log)
    await warnOfEndless(portal.database, log)
    await requireUnmoved(portal.database)
    await upgrade(portal.database, config, log)
    await adoptDistribution(portal.database)
    await confirmInstanceKey(systemContext(portal))
    await removeLeftovers(config, log)
    await adoptPlatformSettings(systemContext(portal))
  } catch (error) {
    await portal.close()
    throw error
  }
  return portal
}

/** Whoever has nothing to receive traces doesn't load what makes them. */
async function startTracing(config: Config, log: Logger): Promise<Tracing | null> {
  if (config.tracesUrl === null) return null
  const { openTracing } = await import('./adapters/tracing.ts')
  return openTracing(config, config.tracesUrl, log)
}

/** Over connections without time limits where there are any: a migration may take long. */
async function upgrade(database: Database, config: Config, log: Logger): Promise<void> {
  const options = { ...config, log, now: new Date() }
  if (database.dialect === 'sqlite') return upgradeDatabase(database, options)
  const patient = openDatabase(pastPooler(config).databaseUrl, { patient: true })
  await upgradeDatabase(patient, options).finally(patient.close)
}

/**
 * Opens the database for a command beside the server, without bringing it up to date: the server that
 * runs may be of another version. `any` schema will do for a backup; `own` is this version's.
 */
export async function openForCommand(config: Config, schema: 'any' | 'own'): Promise<Portal> {
  writePrivately()
  if (isRestorePending(config.dataDir)) {
    throw new Error('A restore was interrupted. Start the portal to finish it, then run this command again.')
  }
  const isMissing = !isPostgresUrl(config.databaseUrl) && !hasSqliteFile(config.databaseUrl)
  if (isMissing && schema === 'own') return openPortal(config)
  if (isMissing) throw new Error(`There is no database at ${sqlitePath(config.databaseUrl)}.`)
  requireWritable(config)
  const portal = connect(pastPooler(config), createLogger(config.logLevel))
  try {
    const { pending, executed, unknown } = await inspectMigrations(portal.database.db)
    const isNew = executed.length === 0
    if (isNew && schema === 'any') throw new Error('The database is empty: there is nothing to back up.')
    if (schema === 'own' && unknown.length > 0) throw new Error(newerDatabase(unknown))
    if (schema === 'own' && !isNew && pending.length > 0) {
      throw new Error(
        `The database is of an earlier version (it lacks ${pending.join(', ')}). ` +
          'Start the portal once, which brings it up to date, then run this command again.',
      )
    }
    if (!isNew) {
      await adoptDistribution(portal.database)
      return portal
    }
  } catch (error) {
    await portal.close()
    throw error
  }
  await portal.close()
  return openPortal(config)
}

function connect(config: Config, log: Logger, tracing: Tracing | null = null): Portal {
  const { databaseUrl, databaseDirectUrl: directUrl } = config
  const database = openDatabase(databaseUrl, { directUrl, onQuery: tracing?.query })
  closeToOthers(config.dataDir, database.dialect === 'sqlite' ? sqlitePath(databaseUrl) : null, log)
  const replica = openReplica(database, config)
  const clock = () => new Date()
  const live = new LiveHub(liveSource(database, log), { log, clock })
  return {
    services: {
      db: database.db,
      replica,
      config,
      log,
      clock,
      live,
      measures: createMeasures(),
      tracing,
      visibility: VISIBILITY,
      reactions: REACTIONS,
    },
    database,
    close: async () => {
      await live.stop()
      await replica?.close()
      await database.close()
      await tracing?.stop()
    },
  }
}

function openReplica(database: Database, config: Config): Replica | null {
  const { databaseReadUrl: url } = config
  if (database.dialect === 'sqlite' || url === null) return null
  const copy = openDatabase(url, { byAgency: database.byAgency })
  return new Replica(database.db, copy)
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
  const ended = await endDemoAccess(systemContext({ services: portal.services }))
  if (ended > 0) log.warn({ accounts: ended }, 'DEMO is off: sessions and tokens of the demo accounts ended')
  if (config.allowTestPayments && !config.demo && config.stripe === null) {
    log.warn('ALLOW_TEST_PAYMENTS is on: test cards mark invoices as paid, and no money moves')
  }
  const app = await createApp(portal.services, appRouter, { ...options, jobs: JOBS, firstCalls })
  const url = await app.start()
  const mail = startMailWorker(portal.services)
  const imports = startImportWorker(portal.services)
  const jobs = startJobs(portal.services, JOBS)
  portal.services.log.info({ url }, 'listening')
  return {
    url,
    app,
    stop: async () => {
      await Promise.all([app.stop(), jobs.stop(), imports.stop(), mail.stop()])
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
