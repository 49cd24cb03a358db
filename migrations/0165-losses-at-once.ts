import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Losses that reduced the tax of the UK return at once, as earlier versions did, so that they aren't relieved again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table invoices add column loss_at_once bigint not null default 0 check (loss_at_once in (0, 1))`,
  )
  await sql`update invoices set loss_at_once = 1
    where id in (select invoice_id from ledger_entries where direction = 'write_off')`.execute(db)
}
