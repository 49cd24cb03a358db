import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** The platform's ledger is in dollars. */
const BASE_OF_INVOICE = `case when invoices.agency_id is null then 'USD'
  else (select currency from agencies where agencies.id = invoices.agency_id) end`
const BASE_OF_ENTRY = `case when ledger_entries.agency_id is null then 'USD'
  else (select currency from agencies where agencies.id = ledger_entries.agency_id) end`

/**
 * Base currency amounts of all documents and entries. Those in the base currency have the rate 1; the rate of
 * others is unknown, so they are excluded from totals until it is entered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table clients add column billing_currency text;
     alter table invoices add column booking_rate text;
     alter table invoices add column booked_on text;
     alter table invoices add column rate_source text check (rate_source in ('base', 'table', 'typed'));
     alter table invoices add column base_total bigint;
     alter table invoices add column base_due bigint;
     alter table ledger_entries add column base_amount bigint;
     alter table payment_refunds add column credits bigint not null default 0;
     alter table payment_refunds add column credit_note_id text;
     create table exchange_rates (
       currency text not null,
       quoted_on text not null,
       per_euro text not null,
       primary key (currency, quoted_on)
     );
     create index ledger_entries_unbooked on ledger_entries (agency_id, currency) where base_amount is null;
     create index invoices_unbooked on invoices (agency_id, currency)
       where booking_rate is null and number is not null`,
  )
  await sql
    .raw(
      `update invoices set booking_rate = '1', rate_source = 'base', booked_on = issued_on, base_total = total,
         base_due = case when kind = 'invoice' and status in ('sent', 'overdue')
           then total - amount_paid - amount_credited else 0 end
       where number is not null and issuer != 'supplier' and currency = ${BASE_OF_INVOICE}`,
    )
    .execute(db)
  await sql
    .raw(`update ledger_entries set base_amount = amount where currency = ${BASE_OF_ENTRY}`)
    .execute(db)
}
