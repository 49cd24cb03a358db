import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Import files and their rows. A record has the id of the row it was created from, so that it is created only
 * once and can be found again.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table imports (
       agency_id text not null references agencies (id),
       id text not null unique,
       source text not null check (source in ('trello', 'asana', 'toggl', 'harvest')),
       file_name text not null,
       status text not null check (status in
         ('reading', 'ready', 'queued', 'running', 'done', 'undoing', 'undone', 'failed')),
       overview text not null,
       mapping text,
       result text,
       undone text,
       failure text,
       total bigint not null,
       done bigint not null,
       lease_until text,
       created_by text references users (id) on delete set null,
       created_by_name text not null,
       created_at text not null,
       updated_at text not null,
       finished_at text,
       primary key (agency_id, id)
     );
     create index imports_newest on imports (agency_id, created_at desc, id desc);
     create index imports_waiting on imports (created_at) where status in ('queued', 'running', 'undoing');
     create table import_items (
       agency_id text not null,
       id text not null unique,
       import_id text not null,
       position bigint not null,
       source text not null,
       kind text not null check (kind in ('client', 'project', 'task', 'comment', 'entry')),
       external_id text not null,
       line bigint,
       data text,
       outcome text check (outcome in ('made', 'matched', 'skipped', 'removed', 'kept')),
       reason text,
       primary key (agency_id, id),
       unique (agency_id, import_id, position),
       foreign key (agency_id, import_id) references imports (agency_id, id) on delete cascade
     );
     create unique index import_items_made on import_items (agency_id, source, kind, external_id)
       where outcome in ('made', 'kept')`,
  )
