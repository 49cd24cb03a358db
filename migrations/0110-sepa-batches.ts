import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Contributors' bank accounts, and batches of payouts with their files for the agency's bank. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table payout_accounts (
       agency_id text not null,
       id text not null unique,
       employee_id text not null,
       account_holder text not null,
       iban text not null,
       iban_hint text not null,
       bic text,
       changed_by text not null,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id),
       unique (agency_id, employee_id),
       foreign key (agency_id, employee_id) references employees (agency_id, id) on delete cascade
     );
     create table sepa_batches (
       agency_id text not null references agencies (id),
       id text not null unique,
       total bigint not null check (total > 0),
       transfer_count bigint not null check (transfer_count > 0),
       execute_on text not null,
       file text not null,
       made_by text not null,
       settled_at text,
       cancelled_at text,
       created_at text not null,
       primary key (agency_id, id),
       check (settled_at is null or cancelled_at is null)
     );
     create index sepa_batches_newest on sepa_batches (agency_id, created_at, id);
     create table sepa_transfers (
       agency_id text not null,
       payout_id text not null,
       batch_id text not null,
       primary key (agency_id, payout_id),
       foreign key (agency_id, payout_id) references payouts (agency_id, id),
       foreign key (agency_id, batch_id) references sepa_batches (agency_id, id)
     );
     create index sepa_transfers_batch on sepa_transfers (agency_id, batch_id)`,
  )
