import { Cron } from 'croner'
import { claimRun, finishRun, keepAlive, ranBefore, ranSince, SIGN_OF_LIFE_MS } from '../db/job-runs.ts'
import { toInstant } from '../db/values.ts'
import type { Ctx, Services } from './context.ts'
import { NEVER, pause } from './fair-queue.ts'
import { secondsSince } from './measures.ts'
import { systemContext } from './reach.ts'
import { storageTrouble } from './storage-trouble.ts'

/** Work the portal does by itself. It runs again after a failure or a lost process, so it must bear repeating. */
export interface Job {
  name: string
  /** Cron pattern of five fields, in UTC. */
  schedule: string
  /** Gets a context of its own for each run, and a signal to end soon; the scheduler ignores what it returns. */
  run: (ctx: Ctx, signal?: AbortSignal) => Promise<unknown>
}

const MINUTE_MS = 60_000
/** What comes round more often is not worth catching up with. */
const SELDOM_MS = 2 * 60 * MINUTE_MS
/** Jobs under way are told to end and get this long. */
const STOP_LIMIT_MS = 8000

/**
 * Runs each job at its times while the server lives, and at once what was missed while no server ran. `stop`
 * tells those under way to end and waits a while for them.
 */
export function startJobs(services: Services, jobs: readonly Job[]): { stop: () => Promise<void> } {
  const underWay = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const track = async (run: Promise<unknown>) => {
    underWay.add(run)
    await run.finally(() => underWay.delete(run))
  }
  const timers = jobs.map(
    (job) =>
      new Cron(job.schedule, { timezone: 'UTC', unref: true, protect: true }, () =>
        track(runOnce(services, job, services.clock(), { signal: stopping.signal })),
      ),
  )
  void track(catchUp(services, jobs, stopping.signal))
  return {
    async stop() {
      for (const timer of timers) timer.stop()
      stopping.abort()
      const waiting = new AbortController()
      await Promise.race([Promise.allSettled(underWay), pause(STOP_LIMIT_MS, waiting.signal)])
      waiting.abort()
      if (underWay.size > 0) services.log.warn('a job was cut off by the end of the server')
    },
  }
}

/** Runs the jobs that come seldom and whose last time passed while no server ran; one process takes each. */
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
      // A new portal has missed nothing.
      if (!(await ranBefore(db, planned)) || (await ranSince(db, job.name, planned))) continue
      log.info({ job: job.name, planned }, 'catching up with a job')
      await runOnce(services, job, now, { planned, signal })
    } catch (error) {
      log.error({ err: error, job: job.name }, 'catching up failed')
    }
  }
}

function missedTime({ schedule }: Job, now: Date): Date | null {
  const cron = new Cron(schedule, { timezone: 'UTC', paused: true })
  const [last, before] = cron.previousRuns(2, now)
  if (last === undefined || before === undefined) return null
  return last.getTime() - before.getTime() < SELDOM_MS ? null : last
}

export type RunOutcome = 'done' | 'failed' | 'taken'

/**
 * Runs the job for this minute, or for the time that was missed, unless this or another process has taken
 * it. Never throws.
 */
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
    if (!(await claimRun(db, { key, job: job.name, now }))) return 'taken'
    const life = setInterval(() => {
      keepAlive(db, { key, now: services.clock() }).catch((err) => log.warn({ err }, 'job not kept alive'))
    }, SIGN_OF_LIFE_MS).unref()
    const run = () => job.run(systemContext({ services, now }, 'job', job.name), signal)
    const { tracing } = services
    const error = await (tracing === null ? run() : tracing.within(`job ${job.name}`, { job: job.name }, run))
      .then(
        () => null,
        (reason: unknown) => reason ?? new Error('The job failed without a reason'),
      )
      .finally(() => clearInterval(life))
    services.measures.jobs.record(job.name, error === null ? 200 : 500, secondsSince(started))
    await finishRun(db, { key, error, now: services.clock() })
    if (error !== null && storageTrouble(services, error) === null) {
      log.error({ err: error, job: job.name }, 'job failed')
    }
    return error === null ? 'done' : 'failed'
  } catch (error) {
    if (storageTrouble(services, error) === null) {
      log.error({ err: error, job: job.name }, 'job could not be recorded')
    }
    return 'failed'
  }
}
