import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { readDisk } from '../adapters/disk.ts'
import type { Ctx, Services } from '../core/context.ts'
import type { Job } from '../core/jobs.ts'
import { EDGES, STATUS_CLASSES, type Timings } from '../core/measures.ts'
import { systemContext } from '../core/reach.ts'
import { VERSION } from '../core/version.ts'
import { databaseOf } from '../db/connection.ts'
import { schemaVersion } from '../db/migrator.ts'
import { openAlerts } from '../platform/queries/alerts.ts'
import { lastBackups } from '../platform/queries/backups.ts'
import {
  countBookDifferences,
  countPayments,
  lastSuccesses,
  readQueues,
} from '../platform/queries/figures.ts'

/** Scrapers that come more often read the database no more often. */
const KEPT_MS = 15_000

const JOB_OUTCOMES = ['done', 'done', 'failed', 'failed']

const SHARED = 'The same in every process on this database.'

/** What `/metrics` answers with: the process's own figures as they are, those of the database a little old. */
export async function openRegistry(services: Services, jobs: readonly Job[]): Promise<Registry> {
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
  addSharedFigures(registry, services, jobs)
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
    help: 'HTTP requests by part of the portal; / stands for the pages, /assets for the client’s files.',
  })
  addTimings(registry, measures.calls, {
    counter: 'foyer_procedure_calls_total',
    histogram: 'foyer_procedure_duration_seconds',
    label: 'procedure',
    help: 'Calls of the API by procedure; other stands for those that the router doesn’t know.',
  })
  addTimings(registry, measures.jobs, {
    counter: 'foyer_job_runs_total',
    histogram: 'foyer_job_duration_seconds',
    // The label `job` is Prometheus's own word for what it scrapes.
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
    'Connections of the PostgreSQL pool, and callers that wait for one; absent on SQLite.',
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
  /** What the hundreds of the status are called, from the second on. */
  outcomes?: readonly string[]
}

/** A counter by outcome and a histogram of the times, both read from plain numbers. */
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
  registry.registerMetric(keptHistogram(timings, { name: histogram, help: `Duration. ${help}`, label }))
}

/** A histogram over figures kept elsewhere: the library's own recording costs ten times more than theirs. */
function keptHistogram(
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
        ...buckets.map((held, index) => {
          upTo += held
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
  // All that the registry asks of a metric, which its type doesn't say.
  return { name, get } as unknown as Metric
}

/** What the database and the disk say: read at once, and kept for a while. */
async function readShared(ctx: Ctx, jobs: readonly Job[]) {
  const [queues, payments, differences, successes, alerts] = await Promise.all([
    readQueues(ctx),
    countPayments(ctx),
    countBookDifferences(ctx),
    lastSuccesses(ctx, jobs),
    openAlerts(ctx),
  ])
  return { now: ctx.now, queues, payments, differences, successes, alerts }
}
type SharedFigures = Awaited<ReturnType<typeof readShared>>

function addSharedFigures(registry: Registry, services: Services, jobs: readonly Job[]): void {
  const { config } = services
  const read = keptFor(KEPT_MS, async (): Promise<SharedFigures | null> => {
    try {
      return await readShared(systemContext({ services }), jobs)
    } catch (err) {
      services.log.warn({ err }, 'the database did not answer for /metrics')
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
  addGauge(registry, 'foyer_database_up', 'Whether the database answered.', async () => [
    { value: (await read()) === null ? 0 : 1 },
  ])
  const byQueue =
    (value: (queue: SharedFigures['queues'][number], now: Date) => number) => (of: SharedFigures) =>
      of.queues.map((queue) => ({ labels: { queue: queue.queue }, value: value(queue, of.now) }))
  add(
    'foyer_outbox_queued',
    'Emails and webhook deliveries that wait to be sent.',
    ['queue'],
    byQueue(({ queued }) => queued),
  )
  add(
    'foyer_outbox_oldest_age_seconds',
    'How long the oldest of them has waited.',
    ['queue'],
    byQueue(({ oldest_at }, now) =>
      oldest_at === null ? 0 : (now.getTime() - Date.parse(oldest_at)) / 1000,
    ),
  )
  add(
    'foyer_outbox_failed',
    'Emails and webhook deliveries that were given up.',
    ['queue'],
    byQueue(({ failed }) => failed),
  )
  add('foyer_payments', 'Payments by state.', ['status'], ({ payments }) =>
    payments.map(({ status, count }) => ({ labels: { status }, value: count })),
  )
  add('foyer_book_differences', 'Where ledger, payments and documents disagree.', [], ({ differences }) => [
    { value: differences },
  ])
  add(
    'foyer_job_last_success_timestamp_seconds',
    'When each scheduled job last ended well.',
    ['name'],
    ({ successes }) =>
      successes.map(({ job, finished_at }) => ({
        labels: { name: job },
        value: Date.parse(finished_at) / 1000,
      })),
  )
  add(
    'foyer_alert_active',
    'Alerts that administrators were told of and that last.',
    ['alert'],
    ({ alerts }) => alerts.map(({ kind }) => ({ labels: { alert: kind }, value: 1 })),
  )
  const backups = keptFor(KEPT_MS, () => lastBackups(services, 1))
  addGauge(
    registry,
    'foyer_backup_last_timestamp_seconds',
    `When the newest backup was made. ${SHARED}`,
    async () => (await backups()).map(({ created_at }) => ({ value: Date.parse(created_at) / 1000 })),
  )
  addGauge(registry, 'foyer_backup_last_size_bytes', `Size of the newest backup. ${SHARED}`, async () =>
    (await backups()).map(({ size }) => ({ value: size })),
  )
  const disk = keptFor(KEPT_MS, () => readDisk(config))
  addGauge(
    registry,
    'foyer_disk_bytes',
    'The disk that the portal writes to, the fuller where there are two.',
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

/** Reads once for all who ask within that time. */
function keptFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | null = null
  return () => {
    if (kept === null || performance.now() >= kept.until) {
      kept = { value: read(), until: performance.now() + ms }
      const mine = kept
      mine.value.catch(() => {
        if (kept === mine) kept = null
      })
    }
    return kept.value
  }
}
