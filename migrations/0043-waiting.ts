import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Indexes of an agency's invoices and payments by status, for lists of what awaits action. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create index invoices_by_state on invoices (agency_id, status, due_on);
     create index payments_by_state on payments (agency_id, status, created_at)`,
  )
}
