import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Rate limit counters and sign-in history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table rate_limits (
      key text primary key,
      points bigint not null,
      expire bigint
    );
    create index rate_limits_expiry on rate_limits (expire);

    create table sign_in_events (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      created_at text not null
    );
    create index sign_in_events_time on sign_in_events (created_at, user_id);
    create index sign_in_events_user on sign_in_events (user_id, created_at);
    `,
  )
}
