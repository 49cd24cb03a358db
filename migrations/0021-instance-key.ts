import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * The fingerprint of the instance key that encrypts the secrets in this database; null until a portal is
 * started on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table platform_settings add column key_fingerprint text')
}
