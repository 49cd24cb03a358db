import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Earlier programs book differences without their match, which is undone without them. */
export const oldestProgram = '0224-line-differences'

/** The exchange difference that matching a line booked; until now at most one for each payment. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table bank_matches add column difference_id text;
     update bank_matches set difference_id = (
       select min(entry.id) from ledger_entries as entry
       where entry.payment_id = bank_matches.payment_id and entry.agency_id = bank_matches.agency_id
         and entry.category = 'exchange_differences' and entry.reverses_id is null
         and not exists (select 1 from ledger_entries as reversal where reversal.reverses_id = entry.id))
     where kind = 'invoice' and payment_id is not null`,
  )
