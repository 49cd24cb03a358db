import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Mandates to charge a client's saved card, the attempts to do so, and the agency's rules. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table autopay_mandates (
       agency_id text not null references agencies (id) on delete cascade,
       id text primary key,
       client_id text not null,
       recurring_id text,
       recurring_title text,
       user_id text not null,
       given_by text not null,
       provider text not null check (provider in ('test', 'stripe')),
       account text not null,
       card_id text not null,
       card_brand text not null,
       card_last4 text not null,
       max_amount bigint check (max_amount > 0),
       max_currency text,
       wording text not null,
       text_version text not null,
       given_at text not null,
       effective_on text not null,
       paused_at text,
       pause_reason text,
       ended_at text,
       ended_by text,
       updated_at text not null,
       check ((max_amount is null) = (max_currency is null)),
       check ((paused_at is null) = (pause_reason is null)),
       foreign key (agency_id, client_id) references clients (agency_id, id) on delete cascade
     );
     create unique index autopay_mandates_of_client on autopay_mandates (client_id)
       where ended_at is null and recurring_id is null;
     create unique index autopay_mandates_of_plan on autopay_mandates (recurring_id)
       where ended_at is null and recurring_id is not null;
     create index autopay_mandates_given on autopay_mandates (agency_id, client_id, given_at);
     create table autopay_attempts (
       agency_id text not null references agencies (id) on delete cascade,
       invoice_id text not null references invoices (id) on delete cascade,
       number bigint not null check (number > 0),
       mandate_id text not null references autopay_mandates (id) on delete cascade,
       card_brand text not null,
       card_last4 text not null,
       amount bigint not null,
       currency text not null,
       outcome text not null check (outcome in ('pending', 'succeeded', 'declined', 'interrupted', 'skipped')),
       reason text,
       message text,
       charged_on text not null,
       next_on text,
       created_at text not null,
       updated_at text not null,
       primary key (invoice_id, number)
     );
     create index autopay_attempts_agency on autopay_attempts (agency_id);
     create index autopay_attempts_mandate on autopay_attempts (mandate_id);
     create index autopay_attempts_pending on autopay_attempts (created_at) where outcome = 'pending';
     create index autopay_attempts_next on autopay_attempts (next_on) where next_on is not null;
     create table autopay_rules (
       agency_id text primary key references agencies (id) on delete cascade,
       notice_days bigint not null check (notice_days between 1 and 30),
       retry_days text not null,
       version bigint not null,
       updated_at text not null
     );
     alter table payments add column failure_code text;
     alter table clients add column autopay_requested_at text`,
  )
