import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/**
 * Disputes in their own currency, with the amount that the provider withdrew, and disputes of charges that the portal
 * doesn't know (yet).
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table payment_disputes add column currency text;
     alter table payment_disputes add column booked_currency text;
     alter table payment_disputes add column movements bigint not null default 0;
     create table unmatched_disputes (
       id text primary key,
       agency_id text references agencies (id) on delete cascade,
       account text not null,
       provider_dispute_id text not null,
       provider_payment_id text,
       amount bigint not null,
       currency text not null,
       reason text not null,
       status text not null check (status in ('inquiry', 'open', 'won', 'lost')),
       withdrawn bigint not null,
       withdrawn_currency text not null,
       movements bigint not null,
       respond_by text,
       created_at text not null,
       updated_at text not null,
       unique (account, provider_dispute_id)
     );
     create index unmatched_disputes_agency on unmatched_disputes (agency_id)`,
  )
