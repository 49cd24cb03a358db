import type { Db } from './schema.ts'
import { addDays, addMinutes, toInstant } from './values.ts'

const RETENTION_DAYS = 30
/** A running job refreshes its heartbeat at least this often. */
export const SIGN_OF_LIFE_MS = 30_000
const ALIVE_MINUTES = 2

const aliveUntil = (now: Date): string => toInstant(addMinutes(now, ALIVE_MINUTES))

/** Records the start of a job's run; returns false if this or another process has already recorded it. */
export async function beginRun(db: Db, run: { key: string; job: string; now: Date }): Promise<boolean> {
  const started = await db
    .insertInto('job_runs')
    .values({
      run_key: run.key,
      job: run.job,
      status: 'running',
      started_at: toInstant(run.now),
      alive_until: aliveUntil(run.now),
      finished_at: null,
      error: null,
    })
    .onConflict((conflict) => conflict.column('run_key').doNothing())
    .returning('run_key')
    .executeTakeFirst()
  return started !== undefined
}

/** Refreshes the run's heartbeat. */
export async function keepAlive(db: Db, { key, now }: { key: string; now: Date }): Promise<void> {
  await db
    .updateTable('job_runs')
    .set({ alive_until: aliveUntil(now) })
    .where('run_key', '=', key)
    .execute()
}

/** Whether an earlier run of the job is still in progress. */
export async function isUnderWay(db: Db, job: string, now: Date): Promise<boolean> {
  const other = await db
    .selectFrom('job_runs')
    .select('run_key')
    .where('job', '=', job)
    .where('status', '=', 'running')
    .where('started_at', '<', toInstant(now))
    .where('alive_until', '>', toInstant(now))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether any job started before the instant, meaning that this isn't a new installation. */
export async function ranBefore(db: Db, instant: Date): Promise<boolean> {
  const earlier = await db
    .selectFrom('job_runs')
    .select('run_key')
    .where('started_at', '<', toInstant(instant))
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** Whether the job has started since the instant; runs dated in the future don't count. */
export async function ranSince(
  db: Db,
  job: string,
  { instant, now }: { instant: Date; now: Date },
): Promise<boolean> {
  const later = await db
    .selectFrom('job_runs')
    .select('run_key')
    .where('job', '=', job)
    .where('started_at', '>=', toInstant(instant))
    .where('started_at', '<=', toInstant(now))
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Records the result of a run; `error` is null if it succeeded. */
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

/** Deletes runs older than a month. */
export async function deleteOldRuns(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('job_runs')
    .where('started_at', '<', toInstant(addDays(now, -RETENTION_DAYS)))
    .execute()
}
