import type { Kysely } from 'kysely'
import { changeCheck, ddl, isSqlite } from './ddl.ts'

/** Earlier programs undo a match with a refund without its booking, and book a supplier's refund as a cost. */
export const oldestProgram = '0221-bank-refunds'

/** Lines of bank statements that settle a refund to a client, and refunds from suppliers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await allowRefunds(db)
  await ddl(
    db,
    `alter table bank_matches add column refund_id text;
     create unique index bank_matches_refund on bank_matches (refund_id) where refund_id is not null;
     alter table expenses add column refund bigint not null default 0 check (refund in (0, 1))`,
  )
}

const EARLIER = "'invoice', 'deposit', 'payment',"
const KINDS = "'invoice', 'deposit', 'payment', 'refund',"

async function allowRefunds(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await ddl(
      db,
      `alter table bank_matches drop constraint bank_matches_kind_check;
       alter table bank_matches add constraint bank_matches_kind_check
         check (kind in (${KINDS} 'expense', 'payout', 'provider_payout', 'transfer'))`,
    )
    return
  }
  await changeCheck(db, { table: 'bank_matches', from: EARLIER, to: KINDS })
}
