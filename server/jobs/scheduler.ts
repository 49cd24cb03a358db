import { Cron } from 'croner'
import { toInstant } from '../db/values.ts'
import type { Services } from '../trpc/context.ts'
import { JOBS } from './registry.ts'

/** Work the portal does by itself. Runs again after a failure or a lost process, so it must bear repeating. */
export interface Job {
  name: string
  /** Cron pattern of five fields, in UTC. */
  schedule: string
  /** What it returns (often a count) is of no interest to the scheduler. */
  run: (services: Services, now: Date) => Promise<unknown>
}

const MINUTE_MS = 60_000

/** Runs each job at its times while the server lives; `stop` waits for those under way. */
export function startJobs(services: Services, jobs: readonly Job[] = JOBS): { stop: () => Promise<void> } {
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
  const runKey = `${job.name}@${toInstant(planned)}`
  try {
    const claimed = await db
      .insertInto('job_runs')
      .values({
        run_key: runKey,
        job: job.name,
        status: 'running',
        started_at: toInstant(now),
        finished_at: null,
        error: null,
      })
      .onConflict((conflict) => conflict.column('run_key').doNothing())
      .returning('run_key')
      .executeTakeFirst()
    if (claimed === undefined) return 'taken'
    const error = await job.run(services, now).then(
      () => null,
      (reason: unknown) => reason ?? new Error('The job failed without a reason'),
    )
    await db
      .updateTable('job_runs')
      .set({
        status: error === null ? 'done' : 'failed',
        finished_at: toInstant(services.clock()),
        error: error === null ? null : String(error),
      })
      .where('run_key', '=', runKey)
      .execute()
    if (error !== null) log.error({ err: error, job: job.name }, 'job failed')
    return error === null ? 'done' : 'failed'
  } catch (error) {
    log.error({ err: error, job: job.name }, 'job could not be recorded')
    return 'failed'
  }
}
