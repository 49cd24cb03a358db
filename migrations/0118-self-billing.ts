import type { Kysely } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

export const oldestProgram = '0090-simulated-objects'

/** Self-billing agreements, their documents with number series, and tax changes of payouts in the books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table self_bill_series (
       agency_id text not null references agencies (id),
       employee_id text not null,
       prefix text not null,
       prefix_key text not null,
       next_number bigint not null check (next_number > 0),
       created_at text not null,
       primary key (agency_id, prefix_key),
       unique (agency_id, employee_id, prefix_key),
       foreign key (agency_id, employee_id) references employees (agency_id, id) on delete cascade
     );
     create table self_billing_agreements (
       agency_id text not null references agencies (id),
       id text not null unique,
       employee_id text not null,
       generation bigint not null check (generation > 0),
       prefix_key text not null,
       text_version text not null,
       ends_on text,
       requested_by text not null,
       accepted_by text,
       accepted_at text,
       legal_name text,
       address text,
       postal_code text,
       city text,
       country text,
       tax_id text,
       treatment text check (treatment in ('taxed', 'reverse_charge', 'small_business')),
       tax_bps bigint check (tax_bps between 0 and 10000),
       revoked_by text,
       revoked_side text check (revoked_side in ('agency', 'contributor')),
       revoked_at text,
       document_count bigint not null,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id),
       unique (agency_id, employee_id, generation),
       foreign key (agency_id, employee_id) references employees (agency_id, id) on delete cascade,
       foreign key (agency_id, employee_id, prefix_key)
         references self_bill_series (agency_id, employee_id, prefix_key)
     );
     create table self_bills (
       agency_id text not null references agencies (id),
       id text not null unique,
       employee_id text not null,
       agreement_id text not null,
       payout_id text not null,
       kind text not null check (kind in ('bill', 'cancellation')),
       number text not null,
       number_key text not null,
       cancels_id text,
       reason text,
       issued_on text not null,
       currency text not null,
       net bigint not null,
       tax bigint not null,
       paper text not null,
       made_by text not null,
       made_side text not null check (made_side in ('agency', 'contributor')),
       created_at text not null,
       primary key (agency_id, id),
       unique (agency_id, number_key),
       unique (agency_id, cancels_id),
       check ((kind = 'cancellation') = (cancels_id is not null)),
       foreign key (agency_id, employee_id) references employees (agency_id, id),
       foreign key (agency_id, agreement_id) references self_billing_agreements (agency_id, id),
       foreign key (agency_id, cancels_id) references self_bills (agency_id, id)
     );
     create index self_bills_newest on self_bills (agency_id, employee_id, created_at, id);
     create table payout_tax_changes (
       agency_id text not null,
       entry_id text not null,
       payout_id text not null,
       primary key (agency_id, entry_id),
       foreign key (agency_id, payout_id) references payouts (agency_id, id)
     );
     create index payout_tax_changes_payout on payout_tax_changes (agency_id, payout_id);
     alter table payout_bills add column self_bill_id text`,
  )
  await keepDocuments(db)
}

/** Documents are never changed, only canceled by another document; they are deleted only with their agency. */
async function keepDocuments(db: Kysely<unknown>): Promise<void> {
  const words = 'self-billed documents are never changed, only canceled'
  const columns = 'number, cancels_id, reason, issued_on, currency, net, tax, paper, payout_id, employee_id'
  const isLeaving = `not exists (select 1 from agencies where id = old.agency_id and delete_after is null)
    or exists (select 1 from agency_moves where agency_id = old.agency_id and state <> 'arrived')`
  const sqlite = isSqlite(db)
  const refuse = `raise exception '${words}';`
  await createTrigger(db, {
    name: 'self_bills_kept',
    table: 'self_bills',
    event: `update of ${columns}`,
    body: sqlite ? `select raise(abort, '${words}');` : refuse,
  })
  await createTrigger(db, {
    name: 'self_bills_stay',
    table: 'self_bills',
    event: 'delete',
    body: sqlite
      ? `select raise(abort, '${words}') where not (${isLeaving});`
      : `if not (${isLeaving}) then ${refuse} end if;`,
  })
}
