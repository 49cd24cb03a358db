import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Contributors' bills for their payouts, with their files. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table payout_bills (
       agency_id text not null references agencies (id),
       id text not null unique,
       payout_id text not null,
       employee_id text not null,
       number text not null,
       number_key text not null,
       issued_on text not null,
       currency text not null,
       net bigint not null check (net > 0),
       treatment text not null check (treatment in ('taxed', 'reverse_charge', 'small_business')),
       tax_bps bigint not null check (tax_bps between 0 and 10000),
       tax bigint not null check (tax >= 0),
       tax_id text,
       payout_amount bigint not null,
       recorded_by text not null,
       created_at text not null,
       primary key (agency_id, id),
       unique (agency_id, payout_id),
       unique (agency_id, employee_id, number_key),
       check (treatment = 'taxed' or tax = 0),
       foreign key (agency_id, payout_id) references payouts (agency_id, id),
       foreign key (agency_id, employee_id) references employees (agency_id, id)
     );
     create table payout_bill_files (
       agency_id text not null references agencies (id),
       id text not null unique,
       employee_id text not null,
       bill_id text,
       name text not null,
       content_type text not null,
       size bigint not null,
       sha256 text not null,
       storage_key text not null unique,
       created_at text not null,
       primary key (agency_id, id),
       unique (agency_id, bill_id),
       foreign key (agency_id, employee_id) references employees (agency_id, id),
       foreign key (agency_id, bill_id) references payout_bills (agency_id, id)
     )`,
  )
