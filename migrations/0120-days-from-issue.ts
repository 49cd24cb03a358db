import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0113-advance-invoices'

/** Payment terms that count from the day of issue, and since when invoices and plans have awaited payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table invoices add column payment_days bigint;
     alter table invoices add column open_since text;
     alter table agency_subscriptions add column past_due_since text;`,
  )
}
