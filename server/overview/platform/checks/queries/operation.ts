import { sql } from 'kysely'
import type { CallTimesDto, HealthDto, OperationDto } from '#shared/overview/platform.ts'
import { readDisk } from '../../../../base/adapters/storage/disk.ts'
import { probeStorage } from '../../../../base/adapters/storage/storage-probe.ts'
import { quantileOf, type Timing } from '../../../../base/core/calls/measures.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { VERSION } from '../../../../base/core/startup/version.ts'
import { isSqlite } from '../../../../base/db/engines/dialect.ts'
import { schemaVersion } from '../../../../base/db/engines/migrator.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { lastBackups } from '../../backups/queries/backups.ts'
import { queueFigures } from '../../queries/figures.ts'
import { listJobs } from '../../queries/jobs.ts'
import { type Condition, jobsHealth, queueHealth } from '../../rules.ts'
import { alertConditions, openAlerts } from './alerts.ts'

const SHOWN_CALLS = 10
const SLOW_DATABASE_MS = 250

/** The installation's health, from this process and the database. */
export async function getOperation(ctx: Ctx): Promise<OperationDto> {
  const { config, live, measures } = ctx.services
  const [conditions, queues, runs, disk] = await Promise.all([
    alertConditions(ctx),
    queueFigures(ctx),
    listJobs(ctx),
    readDisk(config),
  ])
  const now = toInstant(ctx.now)
  const health: HealthDto[] = [
    await databaseHealth(ctx),
    await storageHealth(ctx, conditions.disk),
    ...queues.map((queue) => queueHealth(queue, { isStuck: conditions.outbox.state === 'bad', now })),
    jobsHealth(runs),
    healthOf('backups', conditions.backup),
    healthOf('books', conditions.books),
    healthOf('files', conditions.files),
  ]
  return {
    checked_at: now,
    alerts: await openAlerts(ctx),
    health,
    versions: {
      portal: VERSION,
      node: process.versions.node,
      database: await databaseVersion(ctx),
      schema: await schemaVersion(ctx.db),
    },
    process: {
      started_at: toInstant(new Date(performance.timeOrigin)),
      streams: live.streamCount,
      memory: process.memoryUsage.rss(),
    },
    queues: queues.map(({ queue, queued, oldest_at, failed }) => ({ queue, queued, oldest_at, failed })),
    calls: slowestCalls(measures.calls.all()),
    backups: await lastBackups(ctx.services),
    disk: disk && { free: disk.free, total: disk.total },
  }
}

const healthOf = (part: HealthDto['part'], { state, details }: Condition): HealthDto => ({
  part,
  state: state === 'bad' ? 'bad' : 'good',
  words: details,
})

async function databaseHealth(ctx: Ctx): Promise<HealthDto> {
  const started = performance.now()
  await sql`select 1`.execute(ctx.db)
  const took = performance.now() - started
  return {
    part: 'database',
    state: took > SLOW_DATABASE_MS ? 'attention' : 'good',
    words: `Responds in ${took < 1 ? 'less than 1' : Math.round(took)} ms.`,
  }
}

async function storageHealth(ctx: Ctx, condition: Condition): Promise<HealthDto> {
  try {
    await probeStorage(ctx.services)
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'the storage is not writable')
    return { part: 'storage', state: 'bad', words: 'The storage is not writable. See the log for the cause.' }
  }
  return healthOf('storage', condition)
}

async function databaseVersion(ctx: Ctx): Promise<string> {
  if (isSqlite(ctx.db)) {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(ctx.db)
    return `SQLite ${rows[0]?.version}`
  }
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(ctx.db)
  return `PostgreSQL ${rows[0]?.server_version.split(' ', 1)[0]}`
}

/** Procedures with the slowest calls first, excluding the stream of changes. */
const slowestCalls = (timings: readonly Timing[]): CallTimesDto[] =>
  timings
    .filter(({ name }) => name !== 'other')
    .map((timing) => ({
      procedure: timing.name,
      calls: timing.count,
      failed: timing.statuses.at(-1) ?? 0,
      p95: milliseconds(quantileOf(timing, 0.95)),
      slowest: milliseconds(timing.slowest),
      total: milliseconds(timing.seconds),
    }))
    .sort((a, b) => b.p95 - a.p95 || b.total - a.total)
    .slice(0, SHOWN_CALLS)

const milliseconds = (seconds: number): number => Math.round(seconds * 10_000) / 10
