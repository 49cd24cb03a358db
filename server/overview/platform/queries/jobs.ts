import { Cron } from 'croner'
import type { JobDto } from '#shared/overview/platform.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { toInstant } from '../../../base/db/values.ts'

/** All jobs with their latest run. */
export async function listJobs(ctx: Ctx): Promise<JobDto[]> {
  const newest = ctx.db
    .selectFrom('job_runs')
    .select(['job', (eb) => eb.fn.max('started_at').as('started_at')])
    .groupBy('job')
  const runs = await ctx.db
    .selectFrom('job_runs')
    .innerJoin(newest.as('newest'), (join) =>
      join.onRef('newest.job', '=', 'job_runs.job').onRef('newest.started_at', '=', 'job_runs.started_at'),
    )
    .select([
      'job_runs.job',
      'job_runs.status',
      'job_runs.started_at',
      'job_runs.alive_until',
      'job_runs.error',
    ])
    .execute()
  return ctx.services.jobs.map(({ name, schedule }) => {
    const run = runs.find((row) => row.job === name)
    const next_run = nextRun(schedule, ctx.now)
    if (run === undefined) return { name, schedule, last_run: null, next_run }
    const interrupted = run.status === 'running' && (run.alive_until ?? '') < toInstant(ctx.now)
    const status = interrupted ? ('interrupted' as const) : run.status
    return { name, schedule, last_run: { status, started_at: run.started_at, error: run.error }, next_run }
  })
}

function nextRun(schedule: string, now: Date): string | null {
  const next = new Cron(schedule, { timezone: 'UTC', paused: true }).nextRun(now)
  return next === null ? null : toInstant(next)
}
