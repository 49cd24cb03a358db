import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'

/** The audit log, access tokens, and webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table audit_log (
      id text primary key,
      agency_id text,
      actor_id text,
      actor_name text not null,
      actor_role text,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      detail text not null,
      created_at text not null
    );
    create index audit_log_newest on audit_log (created_at desc, id desc);
    create index audit_log_action on audit_log (action, created_at desc, id desc);
    create index audit_log_agency on audit_log (agency_id, created_at desc, id desc);

    create table api_tokens (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      token_hash text not null unique,
      hint text not null,
      access text not null check (access in ('read', 'write')),
      created_at text not null,
      expires_at text not null,
      last_used_at text
    );
    create index api_tokens_user on api_tokens (user_id, created_at desc);

    create table webhooks (
      agency_id text not null references agencies (id),
      id text not null unique,
      url text not null,
      secret text not null,
      enabled bigint not null check (enabled in (0, 1)),
      version bigint not null,
      created_at text not null,
      updated_at text not null,
      primary key (agency_id, id)
    );
    create table webhook_events (
      agency_id text not null,
      webhook_id text not null,
      event text not null,
      primary key (agency_id, webhook_id, event),
      foreign key (agency_id, webhook_id) references webhooks (agency_id, id) on delete cascade
    );
    create table webhook_deliveries (
      agency_id text not null,
      id text not null unique,
      webhook_id text not null,
      event text not null,
      body text not null,
      status text not null check (status in ('queued', 'delivered', 'failed')),
      attempts bigint not null,
      next_attempt_at text not null,
      response_status bigint,
      last_error text,
      created_at text not null,
      delivered_at text,
      primary key (agency_id, id),
      foreign key (agency_id, webhook_id) references webhooks (agency_id, id) on delete cascade
    );
    create index webhook_deliveries_due on webhook_deliveries (status, next_attempt_at);
    create index webhook_deliveries_newest on webhook_deliveries (agency_id, webhook_id, created_at desc, id desc)
    `,
  )
  await forbidRewriting(db)
}

/** Makes the audit log append-only. */
async function forbidRewriting(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) {
    for (const verb of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger audit_log_no_${verb} before ${verb} on audit_log
           begin select raise(abort, 'the audit log is append-only'); end`,
        )
        .execute(db)
    }
    return
  }
  await sql
    .raw(
      `create function refuse_audit_change() returns trigger language plpgsql as
       $$ begin raise exception 'the audit log is append-only'; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger audit_log_append_only before update or delete on audit_log
       for each row execute function refuse_audit_change()`,
    )
    .execute(db)
}
