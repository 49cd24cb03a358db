import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** An agency's invoices and payments by state, for what waits for somebody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create index invoices_by_state on invoices (agency_id, status, due_on);
     create index payments_by_state on payments (agency_id, status, created_at)`,
  )
}
