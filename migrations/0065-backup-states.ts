import type { Kysely } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'

/** Backups are recorded before they start, with status and progress. One runs at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, isSqlite(db) ? REBUILD : ALTER)
  await ddl(
    db,
    `update backups set status = 'failed' where error is not null;
     create unique index backups_running on backups (status) where status = 'running';
     create unique index backups_queued on backups (destination) where status = 'queued'`,
  )
}

const STATES = `check (status in ('queued', 'running', 'done', 'failed', 'interrupted'))`

const COLUMNS = [
  `kind text not null default 'scheduled' check (kind in ('daily', 'scheduled', 'manual'))`,
  `status text not null default 'done' ${STATES}`,
  'alive_until text',
  'bytes_done bigint',
  'bytes_total bigint',
  `damaged text not null default '[]'`,
  'damaged_count bigint not null default 0',
]

const ALTER = [
  'alter table backups alter column finished_at drop not null',
  ...COLUMNS.map((column) => `alter table backups add column ${column}`),
].join(';')

/** SQLite can't drop a column's constraint. */
const REBUILD = `
  create table backups_next (
    id text primary key,
    destination text not null check (destination in ('disk', 's3')),
    name text not null,
    started_at text not null,
    finished_at text,
    bytes bigint,
    error text,
    ${COLUMNS.join(',\n    ')}
  );
  insert into backups_next (id, destination, name, started_at, finished_at, bytes, error)
    select id, destination, name, started_at, finished_at, bytes, error from backups;
  drop table backups;
  alter table backups_next rename to backups;
  create index backups_started on backups (started_at)
`
