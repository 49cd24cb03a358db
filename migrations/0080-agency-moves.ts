import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** Agencies moved to or from another installation, and hashed credentials of those that left. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table agency_moves (
       agency_id text primary key,
       move_id text not null,
       name text not null,
       state text not null check (state in ('moving', 'moved', 'arrived')),
       address text not null,
       began_at text not null,
       ended_at text
     );
     create table moved_keys (
       key_hash text primary key,
       agency_id text not null,
       password_hash text
     );
     create index moved_keys_agency on moved_keys (agency_id)`,
  )
