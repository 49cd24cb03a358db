import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** The base amount of an expense in another currency; earlier ones are in the base currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table expenses add column base_amount bigint check (base_amount > 0)')
}
