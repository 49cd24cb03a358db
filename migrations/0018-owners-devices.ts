import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Known browsers of accounts, and the client contact that an invitation is for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table known_devices (
      device_hash text not null,
      user_id text not null references users (id) on delete cascade,
      created_at text not null,
      expires_at text not null,
      primary key (device_hash, user_id)
    );
    create index known_devices_user on known_devices (user_id);
    create index known_devices_expiry on known_devices (expires_at);

    alter table invitations add column contact_id text;
    `,
  )
}
