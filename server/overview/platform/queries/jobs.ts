import { Cron } from 'croner'
import type { JobDto } from '#shared/overview/platform.ts'
import { stoppedSentence } from '#shared/overview/stopped-work.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { isInfrequent } from '../../../base/core/jobs.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { BUCKET_BACKUP_JOB, type FailingJob } from '../rules.ts'

/** All jobs with their latest run. */
export async function listJobs(ctx: Ctx): Promise<JobDto[]> {
  const newest = ctx.db
    .selectFrom('job_runs')
    .select(['job', (eb) => eb.fn.max('started_at').as('started_at')])
    .where('started_at', '<=', toInstant(ctx.now))
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

/** Jobs with alerts of their own. */
const ALERTED_APART: readonly string[] = ['nightly-backup', BUCKET_BACKUP_JOB]
/** The number of failures from which a job that runs often is reported. */
const FAILURES = 3

/** Jobs whose last runs all failed, with the latest reason. */
export async function failingJobs(ctx: Ctx): Promise<FailingJob[]> {
  const jobs = ctx.services.jobs.filter(({ name }) => !ALERTED_APART.includes(name))
  const failed = await ctx.db
    .selectFrom('job_runs')
    .select(['job', 'error'])
    .where(
      'job',
      'in',
      jobs.map(({ name }) => name),
    )
    .where('status', '=', 'failed')
    .where('finished_at', '<=', toInstant(ctx.now))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('job_runs as later')
            .select('later.run_key')
            .whereRef('later.job', '=', 'job_runs.job')
            .where('later.status', '=', 'done')
            .where('later.finished_at', '<=', toInstant(ctx.now))
            .whereRef('later.finished_at', '>=', 'job_runs.finished_at'),
        ),
      ),
    )
    .orderBy('finished_at', 'desc')
    .limit(500)
    .execute()
  return jobs.flatMap((job) => {
    const [latest, ...earlier] = failed.filter((run) => run.job === job.name)
    if (latest === undefined) return []
    const needed = isInfrequent(job, ctx.now) ? 1 : FAILURES
    return [{ name: job.name, error: latest.error ?? '', isLasting: earlier.length + 1 >= needed }]
  })
}

/** Items that jobs gave up on and no agency can fix. */
export async function stoppedOfPlatform(ctx: Ctx): Promise<string[]> {
  const rows = await selectFrom(acrossAgencies(ctx), 'failing_work')
    .select(['work', 'name', 'reason'])
    .where('agency_id', 'is', null)
    .where('stopped_at', 'is not', null)
    .orderBy('stopped_at')
    .limit(10)
    .execute()
  return rows.map(({ work, name, reason }) => `${stoppedSentence(work, name)} ${reason}`)
}

function nextRun(schedule: string, now: Date): string | null {
  const next = new Cron(schedule, { timezone: 'UTC', paused: true }).nextRun(now)
  return next === null ? null : toInstant(next)
}
