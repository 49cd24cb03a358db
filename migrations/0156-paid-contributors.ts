import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'
import { refuse } from './triggers.ts'

/** Earlier programs book payouts without their contributors. */
export const oldestProgram = '0156-paid-contributors'

/** The contributor whose payout an entry books or reverses, for totals that outlive the payout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table ledger_entries add column employee_id text;
     update ledger_entries
       set employee_id = (select employee_id from payouts where payouts.id = ledger_entries.payout_id)
       where payout_id is not null`,
  )
  await refuse(db, {
    name: 'ledger_entries_contributor_kept',
    table: 'ledger_entries',
    event: 'update of employee_id',
    when: 'old.employee_id is distinct from new.employee_id',
    words: 'entries of the ledger are never changed, only reversed',
  })
}
