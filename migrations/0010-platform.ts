import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Deletion and viewing of agencies, two-factor authentication, preferences, email changes, pictures, and
 * platform settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    alter table agencies add column delete_after text;
    alter table agencies add column logo text;
    alter table agencies add column invoice_details text;
    alter table agencies add column version bigint not null default 1;
    alter table sessions add column view_as_agency_id text;
    create index agencies_deletion on agencies (delete_after);

    create table two_factors (
      user_id text primary key references users (id) on delete cascade,
      sealed_secret text not null,
      confirmed_at text,
      last_step bigint not null,
      created_at text not null
    );
    create table recovery_codes (
      user_id text not null references users (id) on delete cascade,
      code_hash text not null,
      used_at text,
      primary key (user_id, code_hash)
    );
    create table sign_in_challenges (
      token_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      attempts bigint not null,
      expires_at text not null
    );
    create index sign_in_challenges_user on sign_in_challenges (user_id);
    create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

    create table email_changes (
      token_hash text primary key,
      user_id text not null references users (id) on delete cascade,
      email text not null,
      expires_at text not null
    );
    create index email_changes_user on email_changes (user_id);
    create index email_changes_expiry on email_changes (expires_at);

    create table user_preferences (
      user_id text primary key references users (id) on delete cascade,
      theme text not null check (theme in ('light', 'dark', 'system')),
      compact bigint not null check (compact in (0, 1)),
      locale text,
      timezone text,
      updated_at text not null
    );
    create table pictures (
      id text primary key,
      kind text not null check (kind in ('avatar', 'agency-logo', 'platform-logo')),
      agency_id text references agencies (id),
      storage_key text not null,
      content_type text not null,
      created_at text not null
    );
    create index pictures_agency on pictures (agency_id);

    create table platform_settings (
      id text primary key check (id = 'platform'),
      name text,
      logo text,
      registration text not null check (registration in ('open', 'invitation')),
      enforce_plan_limits bigint check (enforce_plan_limits in (0, 1)),
      auto_backup bigint not null check (auto_backup in (0, 1)),
      version bigint not null,
      updated_at text not null
    );
    insert into platform_settings (id, registration, auto_backup, version, updated_at)
      values ('platform', 'open', 1, 1, '2026-01-01T00:00:00.000Z');

    create index mail_outbox_newest on mail_outbox (created_at desc, id desc)
    `,
  )
}
