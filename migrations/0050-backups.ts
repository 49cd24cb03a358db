import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Destination and result of each backup. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table backups (
       id text primary key,
       destination text not null check (destination in ('disk', 's3')),
       name text not null,
       started_at text not null,
       finished_at text not null,
       bytes bigint,
       error text
     );
     create index backups_started on backups (started_at)`,
  )
