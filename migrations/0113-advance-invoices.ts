import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0113-advance-invoices'

/** Advance invoices, the final invoice that deducts each of them, and the deducting lines. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table invoices add column stage text not null default 'whole'
       check (stage in ('whole', 'advance', 'final'));
     alter table invoices add column final_invoice_id text references invoices (id) on delete set null;
     alter table invoice_items add column deducted_invoice_id text references invoices (id) on delete set null;
     create index invoices_advances on invoices (agency_id, client_id, issued_on) where stage = 'advance';
     create index invoices_deducted on invoices (final_invoice_id) where final_invoice_id is not null;
     create index invoice_items_deducted on invoice_items (deducted_invoice_id)
       where deducted_invoice_id is not null`,
  )
