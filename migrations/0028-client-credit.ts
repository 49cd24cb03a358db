import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

const DIRECTIONS = `check (direction in ('income', 'expense', 'liability', 'write_off'))`

/** Client credit, write-offs, and late fees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table client_credits (
       agency_id text not null references agencies (id),
       id text primary key,
       client_id text not null,
       currency text not null,
       kind text not null check (kind in
         ('deposit', 'overpayment', 'credit_note', 'applied', 'unapplied', 'refunded', 'adjusted')),
       amount bigint not null check (amount <> 0),
       invoice_id text references invoices (id),
       payment_id text references payments (id),
       note text,
       occurred_on text not null,
       created_at text not null,
       foreign key (agency_id, client_id) references clients (agency_id, id)
     );
     create index client_credits_account on client_credits (agency_id, client_id, currency);
     create index client_credits_invoice on client_credits (invoice_id);
     create index client_credits_payment on client_credits (payment_id);
     create table collection_rules (
       agency_id text primary key references agencies (id) on delete cascade,
       apply_credit bigint not null default 0,
       late_fees text not null check (late_fees in ('off', 'draft', 'send')),
       fee_type text not null check (fee_type in ('percent', 'flat')),
       fee_bps bigint not null check (fee_bps between 0 and 10000),
       fee_amount bigint not null check (fee_amount >= 0),
       grace_days bigint not null,
       max_fees bigint not null,
       since text,
       version bigint not null,
       updated_at text not null
     );
     alter table invoices add column amount_applied bigint not null default 0;
     alter table invoices add column amount_written_off bigint not null default 0;
     alter table invoices add column written_off_on text;
     alter table invoices add column write_off_reason text;
     alter table invoices add column late_fee_of text references invoices (id);
     alter table invoice_items add column credited_position bigint;
     alter table invoice_items add column credited_quantity bigint;
     alter table payment_refunds add column credit_lines text;
     alter table ledger_entries add column invoice_id text references invoices (id);
     create index ledger_entries_invoice on ledger_entries (invoice_id) where invoice_id is not null`,
  )
  await createTrigger(db, {
    name: 'client_credits_kept',
    table: 'client_credits',
    event: 'update',
    body: isSqlite(db)
      ? `select raise(abort, 'movements of credit are never changed');`
      : `raise exception 'movements of credit are never changed';`,
  })
  await widenDirections(db)
}

/** Adds liabilities for credit and write-offs for losses, which are neither income nor expenses. */
async function widenDirections(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await ddl(
      db,
      `alter table ledger_entries drop constraint ledger_entries_direction_check;
       alter table ledger_entries add constraint ledger_entries_direction_check ${DIRECTIONS}`,
    )
    return
  }
  // SQLite can't change a check constraint, so the table is recreated with its indexes and triggers.
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'ledger_entries' and sql is not null`.execute(db)
  const table = rows.find((row) => row.type === 'table')?.sql ?? ''
  const widened = table
    .replace(/^create table "?ledger_entries"?/i, 'create table ledger_entries_widened')
    .replace(/check \(direction in \('income', 'expense'\)\)/, DIRECTIONS)
  const others = rows.filter((row) => row.type !== 'table').map((row) => row.sql)
  const steps = [
    widened,
    'insert into ledger_entries_widened select * from ledger_entries',
    'drop table ledger_entries',
    'alter table ledger_entries_widened rename to ledger_entries',
    ...others,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
