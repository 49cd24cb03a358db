import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { readDisk } from '../../../base/adapters/storage/disk.ts'
import { EDGES, STATUS_CLASSES, type Timings } from '../../../base/core/calls/measures.ts'
import type { Ctx, Services } from '../../../base/core/context.ts'
import { allKeyed } from '../../../base/core/parallel.ts'
import { systemContext } from '../../../base/core/rows/reach.ts'
import { VERSION } from '../../../base/core/startup/version.ts'
import { databaseOf } from '../../../base/db/engines/connection.ts'
import { schemaVersion } from '../../../base/db/engines/migrator.ts'
import { lastBackups } from '../../../overview/platform/backups/queries/backups.ts'
import { openAlerts } from '../../../overview/platform/checks/queries/alerts.ts'
import {
  countBookDifferences,
  countPayments,
  lastSuccesses,
  queueFigures,
} from '../../../overview/platform/queries/figures.ts'

/** Caches database figures, so that frequent scrapes don't query it more often. */
const CACHE_MS = 15_000

const JOB_OUTCOMES = ['done', 'done', 'failed', 'failed']

const SHARED = 'The same in every process on this database.'

/** The content of `/metrics`: current figures of the process, slightly cached ones of the database. */
export async function openRegistry(services: Services): Promise<Registry> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const build = {
    version: VERSION,
    database: databaseOf(services.db).dialect,
    schema: await schemaVersion(services.db),
  }
  addGauge(
    registry,
    'foyer_build_info',
    'The version of the portal, its database and its newest migration.',
    [{ labels: build, value: 1 }],
  )
  addProcessFigures(registry, services)
  addSharedFigures(registry, services)
  return registry
}

interface Sample {
  labels?: Record<string, string>
  value: number
}

function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: Sample[] | (() => Sample[] | Promise<Sample[]>),
  labelNames: string[] = Array.isArray(read) ? Object.keys(read[0]?.labels ?? {}) : [],
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      if (labelNames.length === 0) this.remove()
      for (const { labels = {}, value } of Array.isArray(read) ? read : await read()) this.set(labels, value)
    },
  })
}

function addProcessFigures(registry: Registry, services: Services): void {
  const { measures, live } = services
  addTimings(registry, measures.requests, {
    counter: 'foyer_http_requests_total',
    histogram: 'foyer_http_request_duration_seconds',
    label: 'route',
    help: 'HTTP requests by part of the portal: / for pages, /assets for the client’s files.',
  })
  addTimings(registry, measures.calls, {
    counter: 'foyer_procedure_calls_total',
    histogram: 'foyer_procedure_duration_seconds',
    label: 'procedure',
    help: 'API calls by procedure; unknown ones count as other.',
  })
  addTimings(registry, measures.jobs, {
    counter: 'foyer_job_runs_total',
    histogram: 'foyer_job_duration_seconds',
    // Prometheus reserves the label `job` for the scraped target.
    label: 'name',
    outcomes: JOB_OUTCOMES,
    help: 'Runs of scheduled jobs in this process.',
  })
  addGauge(registry, 'foyer_live_streams', 'Open streams of live changes.', () => [
    { value: live.streamCount },
  ])
  addGauge(
    registry,
    'foyer_database_connections',
    'Connections of the PostgreSQL pool, and callers waiting for one; absent on SQLite.',
    () => {
      const database = databaseOf(services.db)
      if (database.dialect === 'sqlite') return []
      const { totalCount, idleCount, waitingCount } = database.pool
      return [
        { labels: { state: 'busy' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
        { labels: { state: 'waiting' }, value: waitingCount },
      ]
    },
    ['state'],
  )
}

interface Described {
  counter: string
  histogram: string
  label: string
  help: string
  /** Names of status classes, starting with 2xx. */
  outcomes?: readonly string[]
}

/** A counter by outcome and a histogram of durations, both exported from plain numbers. */
function addTimings(
  registry: Registry,
  timings: Timings,
  { counter, histogram, label, help, outcomes = STATUS_CLASSES }: Described,
): void {
  new Counter({
    name: counter,
    help,
    labelNames: [label, 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name: value, statuses } of timings.all()) {
        for (const [index, status] of outcomes.entries()) {
          const count = statuses[index] ?? 0
          if (count > 0) this.inc({ [label]: value, status }, count)
        }
      }
    },
  })
  registry.registerMetric(exportedHistogram(timings, { name: histogram, help: `Duration. ${help}`, label }))
}

/** A histogram exported from existing figures: recording through the library would cost ten times more. */
function exportedHistogram(
  timings: Timings,
  { name, help, label }: { name: string; help: string; label: string },
): Metric {
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    values: timings.all().flatMap(({ name: value, count, seconds, buckets }) => {
      let upTo = 0
      return [
        ...buckets.map((inBucket, index) => {
          upTo += inBucket
          return {
            labels: { [label]: value, le: EDGES[index] ?? '+Inf' },
            value: upTo,
            metricName: `${name}_bucket`,
          }
        }),
        { labels: { [label]: value }, value: seconds, metricName: `${name}_sum` },
        { labels: { [label]: value }, value: count, metricName: `${name}_count` },
      ]
    }),
  })
  // The registry only uses these members, unlike its type.
  return { name, get } as unknown as Metric
}

/** Figures of the database and the disk, read together and cached. */
async function readShared(ctx: Ctx) {
  const figures = await allKeyed({
    queues: queueFigures(ctx),
    payments: countPayments(ctx),
    differences: countBookDifferences(ctx),
    successes: lastSuccesses(ctx),
    alerts: openAlerts(ctx),
  })
  return { now: ctx.now, ...figures }
}
type SharedFigures = Awaited<ReturnType<typeof readShared>>

function addSharedFigures(registry: Registry, services: Services): void {
  const { config } = services
  const read = cachedFor(CACHE_MS, async (): Promise<SharedFigures | null> => {
    try {
      return await readShared(systemContext({ services }))
    } catch (err) {
      services.log.warn({ err }, 'the database did not respond for /metrics')
      return null
    }
  })
  const add = (
    name: string,
    help: string,
    labelNames: string[],
    samples: (figures: SharedFigures) => Sample[],
  ) =>
    addGauge(
      registry,
      name,
      `${help} ${SHARED}`,
      async () => {
        const figures = await read()
        return figures === null ? [] : samples(figures)
      },
      labelNames,
    )
  addGauge(registry, 'foyer_database_up', 'Whether the database responded.', async () => [
    { value: (await read()) === null ? 0 : 1 },
  ])
  const byQueue =
    (value: (queue: SharedFigures['queues'][number], now: Date) => number) => (of: SharedFigures) =>
      of.queues.map((queue) => ({ labels: { queue: queue.queue }, value: value(queue, of.now) }))
  add(
    'foyer_outbox_queued',
    'Emails and webhook deliveries waiting to be sent.',
    ['queue'],
    byQueue(({ queued }) => queued),
  )
  add(
    'foyer_outbox_oldest_age_seconds',
    'How long the oldest email or webhook delivery has waited to be sent.',
    ['queue'],
    byQueue(({ oldest_at }, now) =>
      oldest_at === null ? 0 : (now.getTime() - Date.parse(oldest_at)) / 1000,
    ),
  )
  add(
    'foyer_outbox_failed',
    'Emails that failed permanently, and webhook deliveries that failed within the last seven days.',
    ['queue'],
    byQueue(({ failed }) => failed),
  )
  add('foyer_payments', 'Payments by state.', ['status'], ({ payments }) =>
    payments.map(({ status, count }) => ({ labels: { status }, value: count })),
  )
  add(
    'foyer_book_differences',
    'Discrepancies between ledger, payments and documents.',
    [],
    ({ differences }) => [{ value: differences }],
  )
  add(
    'foyer_job_last_success_timestamp_seconds',
    'When each scheduled job last succeeded.',
    ['name'],
    ({ successes }) =>
      successes.map(({ job, finished_at }) => ({
        labels: { name: job },
        value: Date.parse(finished_at) / 1000,
      })),
  )
  add('foyer_alert_active', 'Active alerts that administrators were notified of.', ['alert'], ({ alerts }) =>
    alerts.map(({ kind }) => ({ labels: { alert: kind }, value: 1 })),
  )
  const backups = cachedFor(CACHE_MS, () => lastBackups(services, 1))
  addGauge(
    registry,
    'foyer_backup_last_timestamp_seconds',
    `When the newest backup was made. ${SHARED}`,
    async () => (await backups()).map(({ created_at }) => ({ value: Date.parse(created_at) / 1000 })),
  )
  addGauge(registry, 'foyer_backup_last_size_bytes', `Size of the newest backup. ${SHARED}`, async () =>
    (await backups()).map(({ size }) => ({ value: size })),
  )
  const disk = cachedFor(CACHE_MS, () => readDisk(config))
  addGauge(
    registry,
    'foyer_disk_bytes',
    'The disk that the portal writes to; if there is more than one, the one with the least free space.',
    async () => {
      const found = await disk()
      return found === null
        ? []
        : [
            { labels: { state: 'free' }, value: found.free },
            { labels: { state: 'total' }, value: found.total },
          ]
    },
    ['state'],
  )
}

/** Caches the result for the given time, for all callers. */
function cachedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Promise<Value>; until: number } | null = null
  return () => {
    if (cached === null || performance.now() >= cached.until) {
      cached = { value: read(), until: performance.now() + ms }
      const current = cached
      current.value.catch(() => {
        if (cached === current) cached = null
      })
    }
    return cached.value
  }
}
