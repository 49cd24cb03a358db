import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'
import { refuse } from './triggers.ts'

/** Earlier programs book payouts without their hours, which would then count twice. */
export const oldestProgram = '0158-paid-hours'

/** The description of payouts of recorded hours, of their corrections, and of their reversals. */
const DESCRIPTIONS = ['', 'Reversed: ', 'Tax changed: ', 'Reversed: Tax changed: ']
  .map((prefix) => `'${prefix}Approved hours'`)
  .join(', ')

/** The payout of recorded hours that an entry books, corrects or reverses, for profits that outlive it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const hasHours = (payout: string) => `exists (
    select 1 from time_entries where agency_id = ledger_entries.agency_id and payout_id = ${payout})`
  const changed = `(select payout_id from payout_tax_changes
    where agency_id = ledger_entries.agency_id and entry_id = ledger_entries.id)`
  await ddl(
    db,
    `alter table ledger_entries add column hours_payout_id text;
     update ledger_entries set hours_payout_id = payout_id
       where payout_id is not null and ${hasHours('ledger_entries.payout_id')};
     update ledger_entries set hours_payout_id = ${changed}
       where id in (select entry_id from payout_tax_changes) and ${hasHours(changed)};
     update ledger_entries set hours_payout_id = coalesce(reverses_id, id)
       where hours_payout_id is null and payout_id is null and expense_id is null
         and direction = 'expense' and category = 'contractors' and description in (${DESCRIPTIONS})`,
  )
  await refuse(db, {
    name: 'ledger_entries_hours_kept',
    table: 'ledger_entries',
    event: 'update of hours_payout_id',
    when: 'old.hours_payout_id is distinct from new.hours_payout_id',
    words: 'entries of the ledger are never changed, only reversed',
  })
}
