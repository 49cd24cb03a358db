import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { startBackupWorker } from './backup-worker.ts'
import { upgradeDatabase } from './base/adapters/backups/database-upgrade.ts'
import { createLogger } from './base/adapters/log.ts'
import { hasSqliteFile, refuseEmptyPortal, requireWritable } from './base/adapters/storage/data-folder.ts'
import { warnOfNetworkFolder } from './base/adapters/storage/disk.ts'
import { closeToOthers, writePrivately } from './base/adapters/storage/private-files.ts'
import { confirmBucket } from './base/adapters/storage/storage.ts'
import { FairShare } from './base/core/calls/fair-share.ts'
import { InFlight } from './base/core/calls/in-flight.ts'
import { createMeasures } from './base/core/calls/measures.ts'
import { EARLIER_NAMES } from './base/core/calls/renamed-procedures.ts'
import { type Config, pastPooler } from './base/core/config.ts'
import type { Services, Tracing } from './base/core/context.ts'
import { startJobs } from './base/core/jobs.ts'
import { systemContext } from './base/core/rows/reach.ts'
import { type Database, isPostgresUrl, openDatabase, sqlitePath } from './base/db/engines/connection.ts'
import { inspectMigrations, isOutdated, newerDatabase } from './base/db/engines/migrator.ts'
import { Replica } from './base/db/engines/replica.ts'
import { waitForDatabase, warnOfEndless } from './base/db/engines/wait.ts'
import { requireUnmoved } from './base/db/move/record.ts'
import { COLLECTORS, EFFECTS, JOBS, TABLES, VISIBILITY } from './domains.ts'
import { type App, type AppOptions, createApp } from './door/http/app.ts'
import { firstCalls } from './first-calls.ts'
import { endDemoAccess } from './identity/auth/access/commands/end-demo-access.ts'
import { ensureFirstAdmin } from './identity/auth/accounts/commands/create-admin.ts'
import { startImportWorker } from './import-worker.ts'
import { compareIdentity } from './money/payments/commands/compare-identity.ts'
import { confirmInstanceKey } from './overview/platform/backups/commands/confirm-key.ts'
import { finishRestore, isRestorePending } from './overview/platform/backups/commands/finish-restore.ts'
import { removeLeftovers } from './overview/platform/backups/commands/remove-leftovers.ts'
import { adoptPlatformSettings } from './overview/platform/commands/save-settings.ts'
import { LiveHub } from './reactions/live/hub.ts'
import { liveSource } from './reactions/live/source.ts'
import { startMailWorker } from './reactions/mail/worker.ts'
import { REACTIONS } from './reactions.ts'
import { appRouter } from './router.ts'

/** The portal without its HTTP server, for scripts and seeds. */
export interface Portal {
  services: Services
  database: Database
  close: () => Promise<void>
}

/** Opens and migrates the database and creates the services. */
export async function openPortal(config: Config, log = createLogger(config.logLevel)): Promise<Portal> {
  writePrivately()
  requireWritable(config)
  await warnOfNetworkFolder(config, log)
  if (config.filesBucket !== null) await confirmBucket(config.filesBucket, log)
  if (await finishRestore(pastPooler(config))) log.warn('an interrupted restore was completed')
  if (!isPostgresUrl(config.databaseUrl) && !hasSqliteFile(config.databaseUrl)) refuseEmptyPortal(config)
  const portal = connect(config, log, await startTracing(config, log))
  try {
    await waitForDatabase(portal.database, log)
    await warnOfEndless(portal.database, log)
    await requireUnmoved(portal.database)
    await upgrade(portal.database, config, log)
    await portal.database.schema.watch(isOutdated)
    await confirmInstanceKey(systemContext(portal))
    await removeLeftovers(config, log, new Date())
    await adoptPlatformSettings(systemContext(portal))
  } catch (error) {
    await portal.close()
    throw error
  }
  return portal
}

/** Loaded on demand, because most installations don't use tracing. */
async function startTracing(config: Config, log: Logger): Promise<Tracing | null> {
  if (config.tracesUrl === null) return null
  const { openTracing } = await import('./base/adapters/tracing.ts')
  return openTracing(config, config.tracesUrl, log)
}

/** Uses connections without time limits, because migrations may take long. */
async function upgrade(database: Database, config: Config, log: Logger): Promise<void> {
  const options = { ...config, log, now: new Date() }
  if (database.dialect === 'sqlite') return upgradeDatabase(database, options)
  const patient = openDatabase(pastPooler(config).databaseUrl, { patient: true })
  try {
    await waitForDatabase(patient, log, {
      setting: config.databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
    })
    await upgradeDatabase(patient, options)
  } finally {
    await patient.close()
  }
}

/**
 * Opens the database for a command that runs alongside the server, without migrating it: the running server
 * may have another version. `any` schema is enough for a backup; `own` requires this version's, and `new` creates it if there is
 * none; `look` accepts any or none, and leaves folders as they are.
 */
export async function openForCommand(
  config: Config,
  schema: 'any' | 'own' | 'new' | 'look',
): Promise<Portal> {
  writePrivately()
  if (isRestorePending(config.dataDir)) {
    throw new Error('A restore was interrupted. Start the portal to finish it, then run this command again.')
  }
  const isMissing = !isPostgresUrl(config.databaseUrl) && !hasSqliteFile(config.databaseUrl)
  if (isMissing && schema === 'new') return openPortal(config)
  if (isMissing) throw new Error(`There is no database at ${resolve(sqlitePath(config.databaseUrl))}.`)
  if (schema !== 'look') requireWritable(config)
  const portal = connect(pastPooler(config), createLogger(config.logLevel), null, schema !== 'look')
  try {
    await waitForDatabase(portal.database, portal.services.log, { waitMs: 0 })
    const { pending, executed, unknown, worksWithUnknown } = await inspectMigrations(portal.database.db)
    const isNew = executed.length === 0
    if (isNew && schema === 'any') throw new Error('The database is empty: there is nothing to back up.')
    if (isNew && schema === 'own') throw new Error('The database is empty. Start the portal first.')
    const needsOwn = schema === 'own' || schema === 'new'
    if (needsOwn && unknown.length > 0 && !worksWithUnknown) throw new Error(newerDatabase(unknown))
    if (needsOwn && !isNew && pending.length > 0) {
      throw new Error(
        `The database was written by an earlier version (it lacks ${pending.join(', ')}). ` +
          'Start the portal once to upgrade it, then run this command again.',
      )
    }
    if (!isNew || schema === 'look') return portal
  } catch (error) {
    await portal.close()
    throw error
  }
  await portal.close()
  return openPortal(config)
}

function connect(config: Config, log: Logger, tracing: Tracing | null = null, closes = true): Portal {
  const { databaseUrl, databaseDirectUrl: directUrl } = config
  const database = openDatabase(databaseUrl, { directUrl, onQuery: tracing?.query })
  if (closes)
    closeToOthers(config.dataDir, database.dialect === 'sqlite' ? sqlitePath(databaseUrl) : null, log)
  const replica = openReplica(database, config, log)
  const live = new LiveHub(liveSource(database, log), { log, clock: () => services.clock() })
  const inFlight = new InFlight()
  const services: Services = {
    db: database.db,
    replica,
    config,
    log,
    clock: () => new Date(),
    live,
    inFlight,
    share: new FairShare(),
    measures: createMeasures(),
    tracing,
    visibility: VISIBILITY,
    effects: EFFECTS,
    earlierNames: EARLIER_NAMES,
    collectors: COLLECTORS,
    tables: TABLES,
    reactions: REACTIONS,
    jobs: JOBS,
  }
  return {
    services,
    database,
    close: async () => {
      if (inFlight.count > 0) {
        log.warn({ count: inFlight.count }, 'running work was interrupted by the shutdown')
        database.cut()
      }
      await live.stop()
      await replica?.close()
      await database.close()
      await tracing?.stop()
    },
  }
}

function openReplica(database: Database, config: Config, log: Logger): Replica | null {
  const { databaseReadUrl: url } = config
  if (database.dialect === 'sqlite' || url === null) return null
  return new Replica(database.db, openDatabase(url), { warn: (message) => log.warn(message) })
}

/** How long work in progress may take to finish, and then to notice that it was aborted. */
const IDLE_LIMIT_MS = 9000
const CUT_MS = 1000

export interface RunningPortal {
  /** Its URL on this machine. */
  url: string
  app: App
  stop: () => Promise<void>
}

/** Starts serving; `stop` drains the server, waits for work in progress, and then closes the database. */
export async function servePortal(portal: Portal, options: AppOptions): Promise<RunningPortal> {
  if (await ensureFirstAdmin(systemContext({ services: portal.services }))) {
    portal.services.log.info('the first platform administrator was created')
  }
  const { config, log } = portal.services
  for (const warning of config.warnings) log.warn(warning)
  const ended = await endDemoAccess(systemContext({ services: portal.services }))
  if (ended > 0) log.warn({ accounts: ended }, 'DEMO is off: sessions and tokens of the demo accounts ended')
  await compareIdentity(systemContext({ services: portal.services })).catch((error: unknown) =>
    log.warn({ err: error }, 'Stripe did not report which account the keys belong to; trying again later'),
  )
  const app = await createApp(portal.services, appRouter, { ...options, firstCalls })
  const url = await app.start()
  const mail = startMailWorker(portal.services)
  const imports = startImportWorker(portal.services)
  const backups = startBackupWorker(portal.services)
  const jobs = startJobs(portal.services, JOBS)
  portal.services.log.info({ url }, 'listening')
  return {
    url,
    app,
    stop: async () => {
      const end = performance.now() + config.shutdownDelaySeconds * 1000 + IDLE_LIMIT_MS
      for (const worker of [jobs, imports, backups, mail]) worker.stop()
      await app.stop()
      await portal.services.inFlight.idle(Math.max(CUT_MS, end - performance.now()))
      await portal.close()
    },
  }
}

/**
 * After the delay. Open requests and jobs get eight seconds; anything that still hangs must not keep the
 * process alive.
 */
const STOP_LIMIT_MS = 15_000

/** Stops on SIGTERM and SIGINT; a second signal exits immediately. */
export function stopOnSignals(running: RunningPortal, { config, log }: Services): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(
      () => {
        log.fatal('stopping took too long')
        process.exit(1)
      },
      config.shutdownDelaySeconds * 1000 + STOP_LIMIT_MS,
    ).unref()
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
