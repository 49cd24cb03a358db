import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0113-advance-invoices'

/** Terms of payment that count from the day of issue, and since when invoices and plans wait for their payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table invoices add column payment_days bigint;
     alter table invoices add column open_since text;
     alter table agency_subscriptions add column past_due_since text;`,
  )
}
