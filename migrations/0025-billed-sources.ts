import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'

/** Ids of invoice lines, which billed time refers to; expenses can be billed, too, and include tax. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table invoice_items add column id text not null default '';
     alter table time_entries add column invoice_line_id text;
     alter table expenses add column invoice_id text references invoices (id);
     alter table expenses add column invoice_line_id text;
     alter table expenses add column tax_bps bigint check (tax_bps between 0 and 10000);
     alter table expenses add column tax_amount bigint check (tax_amount >= 0)`,
  )
  await sql.raw(`update invoice_items set id = ${randomId(db)}`).execute(db)
  await linkBilledTime(db)
  await ddl(
    db,
    `create unique index invoice_items_id on invoice_items (id);
     create index time_entries_invoice_line on time_entries (invoice_line_id) where invoice_line_id is not null;
     create index expenses_unbilled on expenses (agency_id, client_id) where rebillable = 1 and invoice_id is null;
     create index expenses_invoice on expenses (invoice_id)`,
  )
}

/** A random (v4) UUID. */
const randomId = (db: Kysely<unknown>): string =>
  isSqlite(db)
    ? `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
        substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
    : 'cast(gen_random_uuid() as text)'

/**
 * If an invoice has one line, its time belongs to that line; with more lines, that is unknown and the time remains
 * linked only to the invoice.
 */
export const linkBilledTime = (db: Kysely<unknown>) =>
  sql`
    update time_entries
    set invoice_line_id = (
      select min(id) from invoice_items where invoice_items.invoice_id = time_entries.invoice_id
      having count(*) = 1
    )
    where invoice_id is not null and invoice_line_id is null
  `.execute(db)
