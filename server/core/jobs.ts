import { Cron } from 'croner'
import { claimRun, finishRun } from '../db/job-runs.ts'
import { toInstant } from '../db/values.ts'
import type { Ctx, Services } from './context.ts'
import { systemContext } from './reach.ts'
import { storageTrouble } from './storage-trouble.ts'

/** Work the portal does by itself. It runs again after a failure or a lost process, so it must bear repeating. */
export interface Job {
  name: string
  /** Cron pattern of five fields, in UTC. */
  schedule: string
  /** Gets a context of its own for each run; the scheduler ignores what it returns. */
  run: (ctx: Ctx) => Promise<unknown>
}

const MINUTE_MS = 60_000

/** Runs each job at its times while the server lives; `stop` waits for those under way. */
export function startJobs(services: Services, jobs: readonly Job[]): { stop: () => Promise<void> } {
  const underWay = new Set<Promise<unknown>>()
  const timers = jobs.map(
    (job) =>
      new Cron(job.schedule, { timezone: 'UTC', unref: true, protect: true }, async () => {
        const run = runOnce(services, job, services.clock())
        underWay.add(run)
        await run.finally(() => underWay.delete(run))
      }),
  )
  return {
    async stop() {
      for (const timer of timers) timer.stop()
      await Promise.allSettled(underWay)
    },
  }
}

export type RunOutcome = 'done' | 'failed' | 'taken'

/** Runs the job for this minute, unless this or another process has taken it. Never throws. */
export async function runOnce(services: Services, job: Job, now: Date): Promise<RunOutcome> {
  const { db, log } = services
  const planned = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const key = `${job.name}@${toInstant(planned)}`
  try {
    if (!(await claimRun(db, { key, job: job.name, now }))) return 'taken'
    const error = await job.run(systemContext({ services, now }, 'job', job.name)).then(
      () => null,
      (reason: unknown) => reason ?? new Error('The job failed without a reason'),
    )
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
