import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Board order, recurrence, dependencies, comments, and files of tasks; activity by project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    alter table tasks add column recurrence text check (recurrence in ('daily', 'weekly', 'monthly'));
    alter table tasks add column recurrence_day bigint check (recurrence_day between 1 and 31);
    alter table tasks add column next_task_id text;
    create index tasks_board on tasks (agency_id, status, order_position, created_at desc, id desc);
    create index tasks_progress on tasks (agency_id, project_id, status);
    create index tasks_assigned on tasks (agency_id, assigned_to_id, created_at desc, id desc);
    create index tasks_due on tasks (agency_id, due_date, status);
    create index activity_project on activity (agency_id, project_id, created_at desc, id desc);

    create table task_dependencies (
      agency_id text not null,
      task_id text not null,
      blocked_by_id text not null,
      primary key (agency_id, task_id, blocked_by_id),
      check (task_id <> blocked_by_id),
      foreign key (agency_id, task_id) references tasks (agency_id, id) on delete cascade,
      foreign key (agency_id, blocked_by_id) references tasks (agency_id, id) on delete cascade
    );
    create index task_dependencies_blocker on task_dependencies (agency_id, blocked_by_id);

    create table task_comments (
      agency_id text not null,
      id text not null unique,
      task_id text not null,
      author_id text references users (id) on delete set null,
      author_name text not null,
      text text not null,
      created_at text not null,
      edited_at text,
      primary key (agency_id, id),
      foreign key (agency_id, task_id) references tasks (agency_id, id) on delete cascade
    );
    create index task_comments_thread on task_comments (agency_id, task_id, created_at, id);
    create table task_comment_mentions (
      agency_id text not null,
      comment_id text not null,
      user_id text not null references users (id) on delete cascade,
      primary key (agency_id, comment_id, user_id),
      foreign key (agency_id, comment_id) references task_comments (agency_id, id) on delete cascade
    );
    create index task_comment_mentions_user on task_comment_mentions (user_id);

    create table files (
      agency_id text not null references agencies (id),
      id text not null unique,
      project_id text not null,
      task_id text,
      kind text not null check (kind in ('deliverable', 'attachment', 'message')),
      name text not null,
      content_type text not null,
      size bigint not null check (size >= 0),
      sha256 text not null,
      storage_key text not null unique,
      uploaded_by text references users (id) on delete set null,
      uploaded_by_name text not null,
      review text check (review in ('approved', 'changes_requested')),
      reviewed_at text,
      reviewed_by_name text,
      review_comment text,
      created_at text not null,
      primary key (agency_id, id),
      foreign key (agency_id, project_id) references projects (agency_id, id) on delete cascade,
      foreign key (agency_id, task_id) references tasks (agency_id, id) on delete cascade
    );
    create index files_project on files (agency_id, project_id, created_at desc, id desc);
    create index files_task on files (agency_id, task_id, created_at desc, id desc);
    `,
  )
}
