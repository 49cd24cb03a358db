import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Time entries and timesheets, the schedule, and processes with their runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    alter table projects add column share_hours bigint not null default 0 check (share_hours in (0, 1));
    alter table projects add column billing_rate bigint check (billing_rate >= 0);
    alter table projects add column budget_kind text check (budget_kind in ('hours', 'money'));
    alter table projects add column budget_amount bigint check (budget_amount > 0);

    create table timesheets (
      agency_id text not null references agencies (id),
      id text not null unique,
      user_id text not null references users (id),
      week_start text not null,
      status text not null check (status in ('submitted', 'approved', 'rejected')),
      submit_note text,
      review_note text,
      submitted_at text not null,
      reviewed_at text,
      reviewed_by text references users (id),
      version bigint not null,
      primary key (agency_id, id),
      unique (agency_id, user_id, week_start)
    );
    create index timesheets_status on timesheets (agency_id, status, week_start desc, id desc);

    create table time_entries (
      id text primary key,
      agency_id text references agencies (id),
      user_id text not null references users (id),
      employee_id text,
      project_id text,
      task_id text,
      session_id text not null,
      kind text not null check (kind in ('timer', 'interval', 'duration')),
      note text,
      started_at text not null,
      ended_at text,
      paused bigint not null check (paused in (0, 1)),
      duration_seconds bigint not null check (duration_seconds >= 0),
      billable bigint not null check (billable in (0, 1)),
      billing_rate bigint not null check (billing_rate >= 0),
      cost_rate bigint not null check (cost_rate >= 0),
      timesheet_id text,
      invoice_id text,
      payout_id text,
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      check (ended_at is null or ended_at >= started_at),
      check (project_id is null or agency_id is not null),
      foreign key (agency_id, project_id) references projects (agency_id, id),
      foreign key (agency_id, employee_id) references employees (agency_id, id),
      foreign key (agency_id, timesheet_id) references timesheets (agency_id, id)
    );
    create unique index time_entries_one_timer on time_entries (user_id) where ended_at is null or paused = 1;
    create index time_entries_own on time_entries (user_id, started_at desc, id desc);
    create index time_entries_agency on time_entries (agency_id, started_at desc, id desc);
    create index time_entries_newest on time_entries (started_at desc, id desc);
    create index time_entries_project on time_entries (agency_id, project_id, started_at desc);
    create index time_entries_employee on time_entries (agency_id, employee_id, started_at desc);
    create index time_entries_session on time_entries (session_id);
    create index time_entries_timesheet on time_entries (agency_id, timesheet_id);
    create index time_entries_invoice on time_entries (agency_id, invoice_id);
    create index time_entries_payout on time_entries (agency_id, payout_id);

    create table events (
      id text primary key,
      agency_id text references agencies (id),
      organizer_id text not null references users (id),
      title text not null,
      description text,
      type text not null check (type in ('meeting', 'call', 'review', 'focus', 'other')),
      location text,
      status text not null check (status in ('confirmed', 'pending')),
      timezone text not null,
      starts_at text not null,
      ends_at text not null,
      rrule text,
      last_ends_at text,
      reminder_minutes bigint check (reminder_minutes >= 0),
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      check (ends_at > starts_at)
    );
    create index events_agency on events (agency_id, starts_at);
    create index events_window on events (starts_at, last_ends_at);
    create index events_organizer on events (organizer_id);
    create table event_exceptions (
      event_id text not null references events (id) on delete cascade,
      occurrence_start text not null,
      cancelled bigint not null check (cancelled in (0, 1)),
      title text,
      description text,
      type text,
      location text,
      status text,
      starts_at text,
      ends_at text,
      primary key (event_id, occurrence_start)
    );
    create index event_exceptions_moved on event_exceptions (starts_at);
    create table event_attendees (
      id text primary key,
      event_id text not null references events (id) on delete cascade,
      position bigint not null,
      user_id text references users (id) on delete cascade,
      client_id text,
      reply text not null check (reply in ('waiting', 'accepted', 'tentative', 'declined')),
      check ((user_id is null) <> (client_id is null)),
      unique (event_id, user_id),
      unique (event_id, client_id)
    );
    create index event_attendees_user on event_attendees (user_id);
    create index event_attendees_client on event_attendees (client_id);
    create table schedule_feeds (
      user_id text primary key references users (id) on delete cascade,
      token_hash text not null unique,
      created_at text not null,
      last_read_at text
    );

    create table process_templates (
      id text primary key,
      agency_id text references agencies (id),
      name text not null,
      description text,
      status text not null check (status in ('active', 'template', 'draft')),
      duration_days bigint not null check (duration_days > 0),
      archived_at text,
      version bigint not null,
      created_at text not null,
      updated_at text not null
    );
    create index process_templates_agency on process_templates (agency_id, created_at, id);
    create table process_steps (
      template_id text not null references process_templates (id) on delete cascade,
      position bigint not null,
      title text not null,
      description text,
      role text not null check (role in ('agency_admin', 'employee', 'client')),
      due_offset_days bigint not null check (due_offset_days >= 0),
      primary key (template_id, position)
    );
    create table process_runs (
      agency_id text not null references agencies (id),
      id text not null unique,
      template_id text not null references process_templates (id),
      name text not null,
      project_id text,
      client_id text,
      status text not null check (status in ('active', 'completed', 'failed')),
      note text,
      started_by text not null references users (id),
      started_at text not null,
      finished_at text,
      version bigint not null,
      primary key (agency_id, id),
      foreign key (agency_id, project_id) references projects (agency_id, id),
      foreign key (agency_id, client_id) references clients (agency_id, id)
    );
    create index process_runs_list on process_runs (agency_id, status, started_at desc, id desc);
    create index process_runs_template on process_runs (template_id, status);
    create index process_runs_project on process_runs (agency_id, project_id);
    create table process_run_steps (
      agency_id text not null,
      run_id text not null,
      id text not null unique,
      position bigint not null,
      title text not null,
      description text,
      role text not null,
      due_date text not null,
      task_id text,
      completed_at text,
      completed_by text references users (id),
      primary key (agency_id, run_id, id),
      foreign key (agency_id, run_id) references process_runs (agency_id, id) on delete cascade
    );
    create index process_run_steps_run on process_run_steps (agency_id, run_id, position);
    `,
  )
}
