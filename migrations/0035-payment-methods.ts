import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Processing start of debits, which take days while other parts of an invoice can be paid; partial payments and
 * installment plans.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table payments add column processing_since text;
     drop index payments_one_open_card;
     create unique index payments_one_open_card on payments (invoice_id)
       where status = 'pending' and method = 'card' and processing_since is null;
     alter table test_intents add column clears_at text;

     alter table invoices add column part_minimum bigint check (part_minimum >= 0);
     alter table invoices add column instalment_due_on text;
     create table invoice_instalments (
       invoice_id text not null references invoices (id) on delete cascade,
       position bigint not null check (position between 0 and 11),
       due_on text not null,
       primary key (invoice_id, position)
     );
     alter table collection_rules add column part_payments bigint not null default 0
       check (part_payments in (0, 1));
     alter table collection_rules add column part_minimum bigint not null default 0 check (part_minimum >= 0)`,
  )
}
