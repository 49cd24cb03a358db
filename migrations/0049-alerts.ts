import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Open alerts to the platform's administrators, and an index for finding a job's last success. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table alerts (
       kind text primary key,
       details text not null,
       began_at text not null,
       told_at text not null
     );
     create index job_runs_ended on job_runs (job, status, finished_at)`,
  )
