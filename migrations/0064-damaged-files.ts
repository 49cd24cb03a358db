import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Damaged and missing stored files, and the progress of the check of all files. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table damaged_files (
       file_key text primary key,
       state text not null check (state in ('damaged', 'missing')),
       found_at text not null,
       checked_at text not null
     );
     create index damaged_files_checked on damaged_files (checked_at);
     create table file_checks (
       id text primary key check (id = 'round'),
       position text not null,
       checked bigint not null,
       began_at text not null,
       last_round_at text
     );
     alter table pictures add column sha256 text;
     create index pictures_storage_key on pictures (storage_key)`,
  )
