import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** An index of invoiced time, because SQLite used the index of all time to find uninvoiced entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `drop index time_entries_invoice;
     create index time_entries_invoice on time_entries (agency_id, invoice_id) where invoice_id is not null`,
  )
}
