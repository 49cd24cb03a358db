import type { JobDto } from '#shared/platform.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Scope } from '../../auth/scope.ts'
import { AppError, notFound } from '../../errors.ts'
import { JOBS } from '../../jobs/registry.ts'
import { runOnce } from '../../jobs/scheduler.ts'
import type { Services } from '../../trpc/context.ts'
import { listJobs } from '../queries/operations.ts'

/** Runs a job now instead of at its next time; CONFLICT when it ran within this minute. */
export async function runJob(services: Services, scope: Scope, input: { name: string }): Promise<JobDto> {
  const job = JOBS.find(({ name }) => name === input.name)
  if (job === undefined) throw notFound('This job')
  if ((await runOnce(services, job, services.clock())) === 'taken') {
    throw new AppError('CONFLICT', 'This job ran within the last minute. Try again in a moment.')
  }
  await recordAudit(services.db, scope, {
    action: 'platform.job-run',
    subject: { type: 'job', id: job.name },
    detail: 'By hand',
  })
  const after = (await listJobs(services.db)).find(({ name }) => name === job.name)
  if (after === undefined) throw notFound('This job')
  return after
}
