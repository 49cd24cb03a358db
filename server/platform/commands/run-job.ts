import type { JobDto } from '#shared/platform.ts'
import type { UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { type Job, runOnce } from '../../core/jobs.ts'
import { transact } from '../../core/transaction.ts'
import { listJobs } from '../queries/jobs.ts'

/** Runs a job now instead of at its next time; CONFLICT when it ran within this minute. */
export async function runJob(ctx: UserCtx, input: { name: string }, jobs: readonly Job[]): Promise<JobDto> {
  const job = jobs.find(({ name }) => name === input.name)
  if (job === undefined) throw notFound('This job')
  if ((await runOnce(ctx.services, job, ctx.now)) === 'taken') {
    throw new AppError('CONFLICT', 'This job ran within the last minute. Try again in a moment.')
  }
  await transact(ctx, (tx) => record(tx, 'platform.job-run', { id: job.name }))
  const after = (await listJobs(ctx, jobs)).find(({ name }) => name === job.name)
  if (after === undefined) throw notFound('This job')
  return after
}
