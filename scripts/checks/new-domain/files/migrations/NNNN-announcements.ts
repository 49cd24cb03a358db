import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** Announcements of an agency to its clients, and who has read them. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table announcements (
       agency_id text not null references agencies (id),
       id text not null unique,
       author_id text not null,
       author_name text not null,
       text text not null,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id)
     );
     create index announcements_newest on announcements (agency_id, created_at desc, id desc);
     create table announcement_reads (
       agency_id text not null,
       announcement_id text not null,
       user_id text not null references users (id) on delete cascade,
       read_at text not null,
       primary key (agency_id, announcement_id, user_id),
       foreign key (agency_id, announcement_id) references announcements (agency_id, id) on delete cascade
     );
     create index announcement_reads_user on announcement_reads (user_id)`,
  )
