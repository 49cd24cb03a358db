import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Items at which jobs failed: when each is retried, and those that wait for someone to retry them. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table failing_work (
       work text not null,
       item text not null,
       agency_id text references agencies (id),
       name text not null,
       link text not null,
       failures bigint not null check (failures > 0),
       reason text not null,
       failed_at text not null,
       retry_at text not null,
       stopped_at text,
       primary key (work, item)
     );
     create index failing_work_agency on failing_work (agency_id, stopped_at)`,
  )
