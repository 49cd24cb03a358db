import { setTimeout as sleep } from 'node:timers/promises'
import type { JobDto } from '#shared/overview/platform.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { runOnce } from '../../../base/core/jobs.ts'
import { transact } from '../../../base/core/transaction.ts'
import { listJobs } from '../queries/jobs.ts'

/** How long the caller waits for the result; a backup continues and is shown as running. */
const WAIT_MS = 10_000

/** Runs a job now; throws CONFLICT if it has already run within this minute. */
export async function runJob(ctx: UserCtx, input: { name: string }): Promise<JobDto> {
  const job = ctx.services.jobs.find(({ name }) => name === input.name)
  if (job === undefined) throw notFound('This job')
  const outcome = await Promise.race([
    runOnce(ctx.services, job, ctx.now),
    sleep(WAIT_MS, 'running' as const),
  ])
  if (outcome === 'taken') {
    throw new AppError('CONFLICT', 'This job ran within the last minute. Try again in a moment.')
  }
  await transact(ctx, (tx) => record(tx, 'platform.job-run', { id: job.name }))
  const after = (await listJobs(ctx)).find(({ name }) => name === job.name)
  if (after === undefined) throw notFound('This job')
  return after
}
