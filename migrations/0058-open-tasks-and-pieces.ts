import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/** Open tasks per contributor, maintained by triggers, and indexes for list filters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, TABLE)
  await ddl(db, INDEXES)
  await tallyOpenTasks(db)
  await (isSqlite(db) ? ddl(db, NEWEST_ENTRIES) : sql.raw(INDEX_PIECES).execute(db))
}

const TABLE = `
  create table assignee_tallies (
    agency_id text not null,
    employee_id text not null,
    open_tasks bigint not null,
    primary key (agency_id, employee_id),
    foreign key (agency_id, employee_id) references employees (agency_id, id) on delete cascade
  )
`

/** A project's and a person's newest tasks without sorting. */
const INDEXES = `
  drop index time_entries_project;
  create index time_entries_project on time_entries (agency_id, project_id, started_at desc, id desc);
  drop index time_entries_employee;
  create index time_entries_employee on time_entries (agency_id, employee_id, started_at desc, id desc);
  create index invoices_of_project on invoices (agency_id, project_id, created_at, id) where project_id is not null
`

/** Lets SQLite search the index for a text without reading entries that don't match. */
const NEWEST_ENTRIES = `
  drop index ledger_entries_newest;
  create index ledger_entries_newest on ledger_entries (agency_id, occurred_at desc, id desc, description)
`

async function tallyOpenTasks(db: Kysely<unknown>): Promise<void> {
  const counts = (row: string) => `${row}.assigned_to_id is not null and ${row}.status <> 'done'`
  const add = `
    insert into assignee_tallies (agency_id, employee_id, open_tasks)
    values (new.agency_id, new.assigned_to_id, 1)
    on conflict (agency_id, employee_id) do update set open_tasks = assignee_tallies.open_tasks + 1;`
  const take = `
    update assignee_tallies set open_tasks = open_tasks - 1
    where agency_id = old.agency_id and employee_id = old.assigned_to_id;`
  const table = 'tasks'
  await createTrigger(db, {
    name: 'tasks_assignee_added',
    table,
    event: 'insert',
    when: counts('new'),
    body: add,
  })
  await createTrigger(db, {
    name: 'tasks_assignee_removed',
    table,
    event: 'delete',
    when: counts('old'),
    body: take,
  })
  const event = 'update of status, assigned_to_id'
  const who = (row: string) => `case when ${counts(row)} then ${row}.assigned_to_id else '' end`
  const changed = `(${who('old')}) <> (${who('new')})`
  await createTrigger(db, {
    name: 'tasks_assignee_left',
    table,
    event,
    when: `${counts('old')} and ${changed}`,
    body: take,
  })
  await createTrigger(db, {
    name: 'tasks_assignee_joined',
    table,
    event,
    when: `${counts('new')} and ${changed}`,
    body: add,
  })
  await sql
    .raw(
      `insert into assignee_tallies (agency_id, employee_id, open_tasks)
       select agency_id, assigned_to_id, count(*) from tasks
       where assigned_to_id is not null and status <> 'done' group by agency_id, assigned_to_id`,
    )
    .execute(db)
}

/**
 * Trigrams for list filters, using PostgreSQL's extension pg_trgm. If it isn't available or permitted, the
 * lists are scanned as before.
 */
const INDEX_PIECES = `
  do $$ begin
    create extension if not exists pg_trgm;
    create index search_entries_pieces on search_entries
      using gin (lower(title || chr(10) || keywords || chr(10) || body) gin_trgm_ops)
      where kind in ('task', 'project', 'client', 'invoice');
  exception when undefined_file or feature_not_supported or insufficient_privilege or undefined_object then
    raise notice 'pg_trgm is not available: lists look for texts without an index';
  end $$`
