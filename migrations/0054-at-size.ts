import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Indexes that replace scanning all tasks, invoices, ledger entries, and time entries of a large agency. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index tasks_open on tasks (agency_id, created_at desc, id desc, due_date) where status <> 'done';
     create index tasks_assigned_due on tasks (agency_id, assigned_to_id, due_date, id);
     create index message_threads_latest on message_threads (agency_id, last_message_at desc, project_id desc);
     create index invoices_open on invoices
       (agency_id, coalesce(instalment_due_on, due_on), id, due_on, instalment_due_on, base_due)
       where kind = 'invoice' and status in ('sent', 'overdue');
     create index invoices_paid on invoices (agency_id, paid_at) where status = 'paid';
     create index invoice_instalments_due on invoice_instalments (due_on, invoice_id);
     create index ledger_entries_newest on ledger_entries (agency_id, occurred_at desc, id desc);
     create index ledger_entries_sums on ledger_entries
       (agency_id, direction, occurred_on, category, base_amount, base_tax, payment_id);
     create index payment_disputes_payment on payment_disputes (payment_id, opened_at);
     create index time_entries_unbilled on time_entries (agency_id, timesheet_id)
       where timesheet_id is not null and billable = 1 and invoice_id is null;
     create index time_entries_unpaid on time_entries (agency_id, timesheet_id)
       where timesheet_id is not null and payout_id is null`,
  )
