import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createSearchIndex, indexTable } from './search-index.ts'
import { createTrigger, nowInstant } from './triggers.ts'

/** Change notifications, messages, notifications, job runs, and the search index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await announceChanges(db)
  await announceLostAccess(db)
  await ddl(db, MESSAGES)
  await ddl(db, NOTIFICATIONS)
  await ddl(db, JOBS)
  await createSearchIndex(db)
  await indexTables(db)
}

/** On PostgreSQL, commits notify every process; on SQLite, the writing process knows and others poll. */
async function announceChanges(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) return
  await sql
    .raw(
      `create function changes_notify() returns trigger language plpgsql as
       $$ begin perform pg_notify('foyer_changes', ''); return null; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      'create trigger changes_notify after insert on changes for each statement execute function changes_notify()',
    )
    .execute(db)
}

/** Triggers, so that every way of ending a session or changing access also closes open streams. */
async function announceLostAccess(db: Kysely<unknown>): Promise<void> {
  const tell = (people: string) =>
    `insert into changes (agency_id, domains, user_id, created_at) select null, 'auth', ${people};`
  const profilesWhere = (condition: string) =>
    tell(`profiles.user_id, ${nowInstant(db)} from profiles where ${condition}`)
  await createTrigger(db, {
    name: 'sessions_ended',
    table: 'sessions',
    event: 'delete',
    body: tell(`old.user_id, ${nowInstant(db)}`),
  })
  await createTrigger(db, {
    name: 'users_disabled',
    table: 'users',
    event: 'update of disabled_at',
    body: tell(`new.id, ${nowInstant(db)}`),
  })
  await createTrigger(db, {
    name: 'profiles_moved',
    table: 'profiles',
    event: 'update of role, agency_id, client_id, employee_id',
    body: tell(`new.user_id, ${nowInstant(db)}`),
  })
  await createTrigger(db, {
    name: 'agencies_suspended',
    table: 'agencies',
    event: 'update of suspended_at',
    body: profilesWhere('profiles.agency_id = new.id'),
  })
  await createTrigger(db, {
    name: 'clients_portal_access',
    table: 'clients',
    event: 'update of portal_access',
    when: 'old.portal_access <> new.portal_access',
    body: profilesWhere('profiles.agency_id = new.agency_id and profiles.client_id = new.id'),
  })
  await createTrigger(db, {
    name: 'client_contacts_rights',
    table: 'client_contacts',
    event: 'update of portal_access, can_see_projects, can_see_billing',
    when: 'new.user_id is not null',
    body: tell(`new.user_id, ${nowInstant(db)}`),
  })
  await createTrigger(db, {
    name: 'employees_deactivated',
    table: 'employees',
    event: 'update of deactivated_at',
    body: profilesWhere('profiles.agency_id = new.agency_id and profiles.employee_id = new.id'),
  })
}

async function indexTables(db: Kysely<unknown>): Promise<void> {
  await indexTable(db, {
    kind: 'project',
    table: 'projects',
    title: 'new.name',
    keywords: 'new.unique_id',
    body: "coalesce(new.description, '')",
    projectId: 'new.id',
    clientVisible: '1',
    hiddenWhen: 'new.archived_at is not null',
    columns: 'name, unique_id, description, archived_at',
  })
  await indexTable(db, {
    kind: 'task',
    table: 'tasks',
    title: 'new.title',
    keywords: 'substr(new.id, 1, 8)',
    body: "coalesce(new.description, '')",
    projectId: 'new.project_id',
    clientVisible: '1',
    columns: 'title, description, project_id',
  })
  await indexTable(db, {
    kind: 'client',
    table: 'clients',
    title: 'new.name',
    keywords: "coalesce(new.company || ' · ', '') || new.email",
    clientId: 'new.id',
    hiddenWhen: 'new.archived_at is not null',
    columns: 'name, company, email, archived_at',
  })
  await indexTable(db, {
    kind: 'employee',
    table: 'employees',
    title: 'new.name',
    keywords: "replace(new.role, '_', ' ') || ' · ' || new.email",
    hiddenWhen: 'new.deactivated_at is not null',
    columns: 'name, role, email, deactivated_at',
  })
  await indexTable(db, {
    kind: 'message',
    table: 'messages',
    title: "''",
    keywords: 'new.sender_name',
    body: 'new.content',
    projectId: 'new.project_id',
    clientVisible: '1',
    hiddenWhen: 'new.deleted_at is not null',
    columns: 'content, deleted_at',
  })
  await indexTable(db, {
    kind: 'file',
    table: 'files',
    title: 'new.name',
    projectId: 'new.project_id',
    clientVisible: "case when new.kind = 'deliverable' then 1 else 0 end",
    columns: 'name, kind',
  })
  await indexTable(db, {
    kind: 'invoice',
    table: 'invoices',
    title: "coalesce(new.number || ' · ', '') || new.title",
    body: "coalesce(new.description, '')",
    clientId: 'new.client_id',
    clientVisible: "case when new.status = 'draft' then 0 else 1 end",
    hiddenWhen: "new.issuer <> 'agency' or new.kind = 'template'",
    columns: 'number, title, description, client_id, status',
  })
}

const MESSAGES = `
  create table message_threads (
    agency_id text not null,
    project_id text not null,
    last_position bigint not null,
    last_message_at text not null,
    primary key (agency_id, project_id),
    foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade
  );
  create table messages (
    agency_id text not null,
    id text not null unique,
    project_id text not null,
    position bigint not null,
    sender_id text not null,
    sender_name text not null,
    sender_role text not null,
    content text not null,
    created_at text not null,
    edited_at text,
    deleted_at text,
    primary key (agency_id, id),
    unique (agency_id, project_id, position),
    foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade
  );
  create table message_marks (
    agency_id text not null,
    project_id text not null,
    user_id text not null references users (id) on delete cascade,
    last_position bigint not null,
    primary key (agency_id, project_id, user_id),
    foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade
  );
  create index message_marks_user on message_marks (user_id);
  create table message_mentions (
    agency_id text not null,
    message_id text not null,
    user_id text not null references users (id) on delete cascade,
    primary key (agency_id, message_id, user_id),
    foreign key (agency_id, message_id) references messages (agency_id, id) on delete cascade
  );
  create index message_mentions_user on message_mentions (user_id);
  create table message_attachments (
    agency_id text not null,
    message_id text not null,
    file_id text not null,
    position bigint not null,
    primary key (agency_id, message_id, file_id),
    foreign key (agency_id, message_id) references messages (agency_id, id) on delete cascade,
    foreign key (agency_id, file_id) references files (agency_id, id) on delete cascade
  );
  create index message_attachments_file on message_attachments (agency_id, file_id);
`

const NOTIFICATIONS = `
  create table notifications (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    agency_id text references agencies (id),
    event text not null,
    group_key text not null,
    title text not null,
    link text not null,
    count bigint not null check (count > 0),
    in_app bigint not null check (in_app in (0, 1)),
    mail text not null check (mail in ('none', 'due', 'done')),
    created_at text not null,
    read_at text
  );
  create index notifications_newest on notifications (user_id, created_at desc, id desc);
  create index notifications_group on notifications (user_id, group_key, created_at desc);
  create index notifications_unread on notifications (user_id) where read_at is null;
  create index notifications_mail on notifications (mail, created_at) where mail = 'due';
  create table notification_preferences (
    user_id text not null references users (id) on delete cascade,
    event text not null,
    in_app bigint not null check (in_app in (0, 1)),
    email bigint not null check (email in (0, 1)),
    primary key (user_id, event)
  );
  create table notification_mail_settings (
    user_id text primary key references users (id) on delete cascade,
    delivery text not null check (delivery in ('instant', 'daily', 'off')),
    unsubscribe_token text not null unique
  );
`

const JOBS = `
  create table job_runs (
    run_key text primary key,
    job text not null,
    status text not null check (status in ('running', 'done', 'failed')),
    started_at text not null,
    finished_at text,
    error text
  );
  create index job_runs_job on job_runs (job, started_at desc);
  create index job_runs_age on job_runs (started_at);
`
