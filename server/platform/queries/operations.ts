import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { JobDto, MailLogDto, mailLogInput } from '#shared/platform.ts'
import { decodeCursor, toPage } from '../../db/cursor.ts'
import type { Db } from '../../db/schema.ts'
import { JOBS } from '../../jobs/registry.ts'

/** Mails and what became of them, newest first; never what they say. */
export async function listMails(db: Db, input: z.output<typeof mailLogInput>): Promise<Page<MailLogDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await db
    .selectFrom('mail_outbox')
    .select([
      'id',
      'recipient',
      'subject',
      'status',
      'attempts',
      'last_error',
      'created_at',
      'sent_at',
      'next_attempt_at',
    ])
    .$if(!!input.status, (query) => query.where('status', '=', input.status ?? 'queued'))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => ({ ...row, next_attempt_at: row.status === 'queued' ? row.next_attempt_at : null }),
  )
}

/** Every job with its last run. */
export async function listJobs(db: Db): Promise<JobDto[]> {
  const newest = db
    .selectFrom('job_runs')
    .select(['job', (eb) => eb.fn.max('started_at').as('started_at')])
    .groupBy('job')
  const runs = await db
    .selectFrom('job_runs')
    .innerJoin(newest.as('newest'), (join) =>
      join.onRef('newest.job', '=', 'job_runs.job').onRef('newest.started_at', '=', 'job_runs.started_at'),
    )
    .select(['job_runs.job', 'job_runs.status', 'job_runs.started_at', 'job_runs.error'])
    .execute()
  return JOBS.map(({ name, schedule }) => {
    const run = runs.find((row) => row.job === name)
    return {
      name,
      schedule,
      last_run:
        run === undefined ? null : { status: run.status, started_at: run.started_at, error: run.error },
    }
  })
}
