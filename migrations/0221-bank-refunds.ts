import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'

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
  // SQLite can't change a constraint, so the table is recreated.
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'bank_matches' and sql is not null`.execute(db)
  const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
  if (!table.includes(EARLIER)) throw new Error('The table bank_matches has another check of its kinds.')
  const steps = [
    'create table matches_meanwhile as select * from bank_matches',
    'drop table bank_matches',
    table.replace(EARLIER, KINDS),
    'insert into bank_matches select * from matches_meanwhile',
    'drop table matches_meanwhile',
    ...rows.filter(({ type }) => type !== 'table').map((row) => row.sql),
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
