import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Indexes for sorting the tables of projects, clients, and contributors, the columns they show, and saved
 * views.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index projects_by_name on projects (agency_id, lower(name), id);
     create index projects_by_delivery on projects (agency_id, delivery_date, id);
     create index clients_by_name on clients (agency_id, lower(name), id);
     create index employees_by_name on employees (agency_id, lower(name), id);
     create index employees_by_role on employees (agency_id, lower(role), id);
     create index ledger_entries_received on ledger_entries (agency_id, client_id, direction, occurred_on);
     create index invoices_of_client on invoices (agency_id, client_id, kind, status, base_due, issued_on);
     create index activity_actor on activity (agency_id, actor_id, created_at);
     create table saved_views (
       agency_id text references agencies (id) on delete cascade,
       id text primary key,
       user_id text not null references users (id) on delete cascade,
       list text not null,
       name text not null,
       state text not null,
       version bigint not null,
       created_at text not null,
       updated_at text not null
     );
     create index saved_views_of_user on saved_views (user_id, list);
     create index saved_views_of_agency on saved_views (agency_id)`,
  )
