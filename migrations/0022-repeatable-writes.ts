import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** What a person or program has asked for under an idempotency key, and webhooks switched off for their failures. */
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
    `,
  )
}
