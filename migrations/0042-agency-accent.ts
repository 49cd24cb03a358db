import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** The colour that an agency's portal, mails and documents have in place of the portal's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table agencies add column accent text')
}
