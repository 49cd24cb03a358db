import { setTimeout as sleep } from 'node:timers/promises'
import { Cron } from 'croner'
import { storageFailureOf } from '../db/engines/storage-failure.ts'
import { beginRun, finishRun, keepAlive, ranBefore, ranSince, SIGN_OF_LIFE_MS } from '../db/job-runs.ts'
import { toInstant } from '../db/values.ts'
import { NEVER } from './calls/fair-queue.ts'
import { secondsSince } from './calls/measures.ts'
import type { Job, Services } from './context.ts'
import { systemContext } from './rows/reach.ts'
import { describeStorageFailure } from './storage-failures.ts'

const MINUTE_MS = 60_000
/** Jobs that run more often aren't caught up on. */
const INFREQUENT_MS = 2 * 60 * MINUTE_MS

/** Runs each job on its schedule, and missed ones immediately; `stop` signals running jobs to end. */
export function startJobs(services: Services, jobs: readonly Job[]): { stop: () => void } {
  const stopping = new AbortController()
  const { signal } = stopping
  const timers = jobs.map(
    (job) =>
      new Cron(job.schedule, { timezone: 'UTC', unref: true, protect: true }, async () => {
        await services.inFlight.run(() => runOnce(services, job, services.clock(), { signal }))
      }),
  )
  services.inFlight.run(() => catchUp(services, jobs, signal))
  return {
    stop() {
      for (const timer of timers) timer.stop()
      stopping.abort()
    },
  }
}

/**
 * Runs infrequent jobs whose last scheduled time passed while no server was running; one process runs each.
 */
export async function catchUp(
  services: Services,
  jobs: readonly Job[],
  signal: AbortSignal = NEVER,
): Promise<void> {
  const { db, log } = services
  const now = services.clock()
  for (const job of jobs) {
    const planned = missedTime(job, now)
    if (planned === null || signal.aborted) continue
    try {
      // A new installation hasn't missed any.
      if (!(await ranBefore(db, planned)) || (await ranSince(db, job.name, { instant: planned, now })))
        continue
      log.info({ job: job.name, planned }, 'catching up with a job')
      await runOnce(services, job, now, { planned, signal })
    } catch (error) {
      log.error({ err: error, job: job.name }, 'catching up failed')
    }
  }
}

/** The last time of a job that doesn't run often; null for others. */
function missedTime({ schedule }: Job, now: Date): Date | null {
  const cron = new Cron(schedule, { timezone: 'UTC', paused: true })
  const [last, before] = cron.previousRuns(2, now)
  if (last === undefined || before === undefined) return null
  return last.getTime() - before.getTime() < INFREQUENT_MS ? null : last
}

/** Whether hours pass between two runs of the job. */
export const isInfrequent = (job: Job, now: Date): boolean => missedTime(job, now) !== null

const MOVE_PAUSE_MS = 2000
const MOVE_LIMIT_MS = 30 * MINUTE_MS

/**
 * A job that fails because an agency is being moved is retried until the move is over, so that the other agencies
 * are served as well.
 */
async function untilMoved(run: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const startedMs = performance.now()
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const isOver = signal.aborted || performance.now() - startedMs > MOVE_LIMIT_MS
      if (isOver || storageFailureOf(error) !== 'agency-moving') throw error
      await sleep(MOVE_PAUSE_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}

export type RunOutcome = 'done' | 'failed' | 'taken'

/** Runs the job for this minute or for a missed time, unless another process already runs it. Never throws. */
export async function runOnce(
  services: Services,
  job: Job,
  now: Date,
  {
    planned = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS),
    signal = NEVER,
  }: { planned?: Date; signal?: AbortSignal } = {},
): Promise<RunOutcome> {
  const { db, log } = services
  const key = `${job.name}@${toInstant(planned)}`
  const started = performance.now()
  try {
    if (!(await beginRun(db, { key, job: job.name, now }))) return 'taken'
    const life = setInterval(() => {
      services.inFlight
        .run(() => keepAlive(db, { key, now: services.clock() }))
        .catch((err) => log.warn({ err }, 'job could not renew its lease'))
    }, SIGN_OF_LIFE_MS).unref()
    const run = () =>
      untilMoved(() => job.run(systemContext({ services, now }, 'job', job.name), signal), signal)
    const { tracing } = services
    const error = await (tracing === null ? run() : tracing.within(`job ${job.name}`, { job: job.name }, run))
      .then(
        () => null,
        (reason: unknown) => reason ?? new Error('The job failed without a reason'),
      )
      .finally(() => clearInterval(life))
    services.measures.jobs.record(job.name, error === null ? 200 : 500, secondsSince(started))
    await finishRun(db, { key, error, now: services.clock() })
    if (error !== null && describeStorageFailure(services, error) === null) {
      log.error({ err: error, job: job.name }, 'job failed')
    }
    return error === null ? 'done' : 'failed'
  } catch (error) {
    if (describeStorageFailure(services, error) === null) {
      log.error({ err: error, job: job.name }, 'job could not be recorded')
    }
    return 'failed'
  }
}
