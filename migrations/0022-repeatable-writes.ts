import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Idempotency keys, mail lanes, heartbeats of jobs, and since when webhooks have been failing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table keyed_requests (
      user_id text not null references users (id) on delete cascade,
      procedure text not null,
      key_hash text not null,
      input_hash text not null,
      answer text,
      created_at text not null,
      primary key (user_id, procedure, key_hash)
    );
    create index keyed_requests_age on keyed_requests (created_at);
    alter table mail_outbox add column lane text;
    alter table job_runs add column alive_until text;
    alter table webhooks add column failing_since text;
    `,
  )
}
