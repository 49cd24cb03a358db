import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Accounts and agencies, then an agency's clients, contributors, projects, and tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table users (
      id text primary key,
      email text not null unique,
      password_hash text not null,
      email_verified_at text,
      disabled_at text,
      created_at text not null
    );
    create table agencies (
      id text primary key,
      name text not null,
      owner_id text not null references users (id),
      status text not null check (status in ('active', 'trial')),
      timezone text not null,
      currency text not null,
      trial_ends_at text,
      suspended_at text,
      created_at text not null,
      updated_at text not null
    );
    create index agencies_owner on agencies (owner_id);

    create table clients (
      agency_id text not null references agencies (id),
      id text not null unique,
      name text not null,
      email text not null,
      phone text,
      company text,
      address text,
      portal_access bigint not null check (portal_access in (0, 1)),
      archived_at text,
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      primary key (agency_id, id)
    );
    create index clients_newest on clients (agency_id, created_at desc, id desc);
    create index clients_newest_all on clients (created_at desc, id desc);

    create table employees (
      agency_id text not null references agencies (id),
      id text not null unique,
      name text not null,
      email text not null,
      role text not null,
      hourly_rate bigint not null check (hourly_rate >= 0),
      performance_score bigint not null check (performance_score between 0 and 100),
      deactivated_at text,
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      primary key (agency_id, id)
    );
    create index employees_newest on employees (agency_id, created_at desc, id desc);
    create index employees_newest_all on employees (created_at desc, id desc);
    create table employee_skills (
      agency_id text not null,
      employee_id text not null,
      position bigint not null,
      name text not null,
      primary key (agency_id, employee_id, position),
      foreign key (agency_id, employee_id) references employees (agency_id, id) on delete cascade
    );

    create table profiles (
      id text primary key,
      user_id text not null unique references users (id) on delete cascade,
      email text not null,
      name text not null,
      role text not null,
      agency_id text references agencies (id),
      client_id text,
      employee_id text,
      avatar text,
      company text,
      created_at text not null,
      updated_at text not null,
      last_login text,
      foreign key (agency_id, client_id) references clients (agency_id, id),
      foreign key (agency_id, employee_id) references employees (agency_id, id)
    );
    create index profiles_agency on profiles (agency_id, role);
    create index profiles_client on profiles (agency_id, client_id);
    create index profiles_employee on profiles (agency_id, employee_id);

    create table sessions (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      created_at text not null,
      expires_at text not null,
      absolute_expires_at text not null,
      last_seen_at text not null,
      ip text,
      user_agent text
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    create table tokens (
      token_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      purpose text not null check (purpose in ('verify_email', 'reset_password')),
      created_at text not null,
      expires_at text not null
    );
    create index tokens_user on tokens (user_id, purpose);

    create table invitations (
      id text primary key,
      agency_id text not null references agencies (id),
      email text not null,
      role text not null check (role in ('agency_admin', 'employee', 'client')),
      client_id text,
      employee_id text,
      token_hash text not null unique,
      invited_by text not null references users (id),
      created_at text not null,
      expires_at text not null,
      accepted_at text,
      revoked_at text,
      foreign key (agency_id, client_id) references clients (agency_id, id),
      foreign key (agency_id, employee_id) references employees (agency_id, id)
    );
    create index invitations_email on invitations (email);
    create index invitations_agency on invitations (agency_id, created_at desc);

    create table projects (
      agency_id text not null references agencies (id),
      id text not null unique,
      unique_id text not null unique,
      name text not null,
      description text,
      category text not null check (category in ('web-development', 'mobile-app', 'design', 'marketing', 'consulting')),
      assigned_client_id text not null,
      total_price bigint not null check (total_price >= 0),
      start_date text not null,
      delivery_date text not null,
      status text not null check (status in ('planning', 'in_progress', 'review', 'completed')),
      progress_override bigint check (progress_override between 0 and 100),
      archived_at text,
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      primary key (agency_id, id),
      foreign key (agency_id, assigned_client_id) references clients (agency_id, id)
    );
    create index projects_newest on projects (agency_id, created_at desc, id desc);
    create index projects_newest_all on projects (created_at desc, id desc);
    create index projects_client on projects (agency_id, assigned_client_id);
    create table project_assignees (
      agency_id text not null,
      project_id text not null,
      employee_id text not null,
      primary key (agency_id, project_id, employee_id),
      foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade,
      foreign key (agency_id, employee_id) references employees (agency_id, id)
    );
    create index project_assignees_employee on project_assignees (agency_id, employee_id);
    create table project_requirements (
      agency_id text not null,
      project_id text not null,
      position bigint not null,
      text text not null,
      primary key (agency_id, project_id, position),
      foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade
    );
    create table project_deliverables (
      agency_id text not null,
      project_id text not null,
      position bigint not null,
      text text not null,
      primary key (agency_id, project_id, position),
      foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade
    );

    create table tasks (
      agency_id text not null references agencies (id),
      id text not null unique,
      project_id text not null,
      title text not null,
      description text,
      priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
      status text not null check (status in ('todo', 'in_progress', 'review', 'done')),
      assigned_to_id text,
      due_date text,
      estimated_minutes bigint check (estimated_minutes >= 0),
      order_position bigint not null,
      completed_at text,
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      primary key (agency_id, id),
      foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade,
      foreign key (agency_id, assigned_to_id) references employees (agency_id, id)
    );
    create index tasks_newest on tasks (agency_id, created_at desc, id desc);
    create index tasks_newest_all on tasks (created_at desc, id desc);
    create index tasks_project on tasks (agency_id, project_id, created_at desc, id desc);
    create index tasks_status on tasks (agency_id, status, created_at desc, id desc);
    create index tasks_assignee on tasks (agency_id, assigned_to_id, status, due_date);
    create table subtasks (
      agency_id text not null,
      id text not null,
      task_id text not null,
      position bigint not null,
      title text not null,
      completed bigint not null check (completed in (0, 1)),
      primary key (agency_id, task_id, id),
      foreign key (agency_id, task_id) references tasks (agency_id, id) on delete cascade
    );

    create table activity (
      id text primary key,
      agency_id text references agencies (id),
      actor_id text,
      actor_name text not null,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      summary text not null,
      project_id text,
      client_id text,
      created_at text not null
    );
    create index activity_newest on activity (agency_id, created_at desc, id desc);
    create index activity_newest_all on activity (created_at desc, id desc);
    create index activity_subject on activity (subject_type, subject_id, created_at desc);

    create table mail_outbox (
      id text primary key,
      recipient text not null,
      subject text not null,
      text text not null,
      html text not null,
      status text not null check (status in ('queued', 'sent', 'failed')),
      attempts bigint not null,
      next_attempt_at text not null,
      last_error text,
      created_at text not null,
      sent_at text
    );
    create index mail_outbox_due on mail_outbox (status, next_attempt_at);
    `,
  )
}
