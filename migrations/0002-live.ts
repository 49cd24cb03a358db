import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** The log of changes that open screens follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table changes (
      id bigserial primary key,
      agency_id text,
      domains text not null,
      project_id text,
      client_id text,
      user_id text,
      created_at text not null
    );
    create index changes_age on changes (created_at);
    `,
  )
}
