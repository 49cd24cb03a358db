import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** The first day of a person's week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table user_preferences add column week_start text not null default 'monday'
      check (week_start in ('monday', 'sunday'))`,
  )
}
