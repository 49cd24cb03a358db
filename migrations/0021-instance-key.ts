import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Which instance key the secrets in this database are sealed with; null until a portal is started on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table platform_settings add column key_fingerprint text')
}
