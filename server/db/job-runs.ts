import type { Db } from './schema.ts'
import { addDays, toInstant } from './values.ts'

const KEPT_DAYS = 30

/** Notes that the job's run begins; false where this or another process has noted it before. */
export async function claimRun(db: Db, run: { key: string; job: string; now: Date }): Promise<boolean> {
  const claimed = await db
    .insertInto('job_runs')
    .values({
      run_key: run.key,
      job: run.job,
      status: 'running',
      started_at: toInstant(run.now),
      finished_at: null,
      error: null,
    })
    .onConflict((conflict) => conflict.column('run_key').doNothing())
    .returning('run_key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Notes how the run ended; `error` is null where all went well. */
export async function finishRun(db: Db, run: { key: string; error: unknown; now: Date }): Promise<void> {
  await db
    .updateTable('job_runs')
    .set({
      status: run.error === null ? 'done' : 'failed',
      finished_at: toInstant(run.now),
      error: run.error === null ? null : String(run.error),
    })
    .where('run_key', '=', run.key)
    .execute()
}

/** Deletes the runs of more than a month ago. */
export async function deleteOldRuns(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('job_runs')
    .where('started_at', '<', toInstant(addDays(now, -KEPT_DAYS)))
    .execute()
}
