import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** The accent color of an agency's portal, emails, and documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table agencies add column accent text')
}
