import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Client contacts and notes, and quick tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table client_contacts (
      agency_id text not null references agencies (id),
      id text not null unique,
      client_id text not null,
      name text not null,
      email text not null,
      phone text,
      portal_access bigint not null check (portal_access in (0, 1)),
      can_see_projects bigint not null check (can_see_projects in (0, 1)),
      can_see_billing bigint not null check (can_see_billing in (0, 1)),
      user_id text references users (id) on delete set null,
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      primary key (agency_id, id),
      unique (agency_id, client_id, email),
      foreign key (agency_id, client_id) references clients (agency_id, id)
    );
    create unique index client_contacts_user on client_contacts (user_id);

    create table client_notes (
      agency_id text not null references agencies (id),
      id text not null unique,
      client_id text not null,
      author_id text not null,
      author_name text not null,
      text text not null,
      created_at text not null,
      primary key (agency_id, id),
      foreign key (agency_id, client_id) references clients (agency_id, id)
    );
    create index client_notes_newest on client_notes (agency_id, client_id, created_at desc, id desc);
    create index clients_email on clients (agency_id, email);

    create table quick_tasks (
      id text primary key,
      agency_id text references agencies (id),
      created_by text not null references users (id) on delete cascade,
      assigned_to text not null references users (id) on delete cascade,
      title text not null,
      description text,
      priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
      due_date text,
      completed_at text,
      deleted_at text,
      version bigint not null,
      created_at text not null,
      updated_at text not null
    );
    create index quick_tasks_creator on quick_tasks (created_by, completed_at, due_date);
    create index quick_tasks_assignee on quick_tasks (assigned_to, completed_at, due_date);
    `,
  )
}
