import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * When and by whom bank details on documents were last changed, which is shown before sending the next
 * invoices.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table billing_profiles add column bank_changed_at text')
  await ddl(db, 'alter table billing_profiles add column bank_changed_by text')
}
