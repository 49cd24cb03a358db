import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Agencies' own accounts at the provider, and provider ids by account. Existing data belongs to the account
 * of the instance's keys, which the only agency of an installation continues to use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, ACCOUNTS)
  await ddl(db, BY_ACCOUNT)
  await ddl(db, DISPUTES)
  await shareWithOnlyAgency(db)
}

/** With a single agency, its clients have been paying through the instance's keys. */
export const shareWithOnlyAgency = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `update platform_settings set instance_keys_agency_id =
       (select min(id) from agencies having count(*) = 1)`,
  )

const ACCOUNTS = `
  create table payment_accounts (
    id text primary key,
    agency_id text not null references agencies (id) on delete cascade,
    kind text not null check (kind in ('keys', 'connect')),
    provider_account_id text not null,
    livemode bigint not null check (livemode in (0, 1)),
    name text not null,
    charges_enabled bigint not null check (charges_enabled in (0, 1)),
    payouts_enabled bigint not null check (payouts_enabled in (0, 1)),
    details_submitted bigint not null check (details_submitted in (0, 1)),
    publishable_key text,
    secret_key text,
    secret_hint text,
    webhook_endpoint_id text,
    webhook_secret text,
    checked_at text not null,
    removed_at text,
    created_at text not null,
    updated_at text not null
  );
  create unique index payment_accounts_current on payment_accounts (agency_id) where removed_at is null;
  create index payment_accounts_provider on payment_accounts (provider_account_id);
  alter table platform_settings add column instance_keys_agency_id text;
  alter table platform_settings add column connect_enabled bigint not null default 0;
  alter table platform_settings add column connect_fee_bps bigint not null default 0;
  alter table payments add column account text not null default 'instance';
  alter table payments add column payer_key text;
  create index payments_intent on payments (account, provider_payment_id)
`

/** Only changes keys, which SQLite can't do in place. */
const BY_ACCOUNT = `
  alter table payment_events rename to payment_events_before;
  create table payment_events (
    account text not null,
    id text not null,
    type text not null,
    received_at text not null,
    primary key (account, id)
  );
  insert into payment_events (account, id, type, received_at)
    select 'instance', id, type, received_at from payment_events_before;
  drop table payment_events_before;

  alter table payment_refunds rename to payment_refunds_before;
  create table payment_refunds (
    id text primary key,
    payment_id text not null references payments (id) on delete cascade,
    amount bigint not null check (amount > 0),
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    reason text,
    requested_by text,
    provider_refund_id text,
    idempotency_key text not null unique,
    request_key text unique,
    failure_message text,
    refunded_at text,
    credits bigint not null default 0,
    credit_note_id text,
    created_at text not null,
    updated_at text not null,
    unique (payment_id, provider_refund_id)
  );
  insert into payment_refunds (id, payment_id, amount, status, reason, requested_by, provider_refund_id,
      idempotency_key, request_key, failure_message, refunded_at, credits, credit_note_id, created_at, updated_at)
    select id, payment_id, amount, status, reason, requested_by, provider_refund_id,
      idempotency_key, request_key, failure_message, refunded_at, credits, credit_note_id, created_at, updated_at
    from payment_refunds_before;
  drop table payment_refunds_before;
  create index payment_refunds_payment on payment_refunds (payment_id);
  create index payment_refunds_open on payment_refunds (status, created_at);

  alter table payment_customers rename to payment_customers_before;
  create table payment_customers (
    provider text not null check (provider in ('test', 'stripe')),
    account text not null default 'instance',
    user_id text not null references users (id) on delete cascade,
    provider_customer_id text not null,
    cards_checked_at text,
    created_at text not null,
    primary key (provider, account, user_id),
    unique (provider, account, provider_customer_id)
  );
  insert into payment_customers
      (provider, account, user_id, provider_customer_id, cards_checked_at, created_at)
    select provider, 'instance', user_id, provider_customer_id, cards_checked_at, created_at
    from payment_customers_before;
  drop table payment_customers_before;
  create index payment_customers_checked on payment_customers (provider, account, cards_checked_at);
  create index payment_customers_user on payment_customers (user_id);

  alter table card_setups rename to card_setups_before;
  alter table saved_cards rename to saved_cards_before;
  create table saved_cards (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    provider text not null check (provider in ('test', 'stripe')),
    account text not null default 'instance',
    provider_method_id text not null,
    brand text not null,
    last4 text not null,
    exp_month bigint,
    exp_year bigint,
    is_default bigint not null check (is_default in (0, 1)),
    removed_at text,
    created_at text not null,
    updated_at text not null,
    unique (user_id, provider, account, provider_method_id)
  );
  insert into saved_cards (id, user_id, provider, account, provider_method_id, brand, last4, exp_month,
      exp_year, is_default, removed_at, created_at, updated_at)
    select id, user_id, provider, 'instance', provider_method_id, brand, last4, exp_month,
      exp_year, is_default, removed_at, created_at, updated_at
    from saved_cards_before;
  create table card_setups (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    provider text not null check (provider in ('test', 'stripe')),
    account text not null default 'instance',
    provider_customer_id text not null,
    provider_setup_id text,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    idempotency_key text not null unique,
    request_key text not null unique,
    failure_message text,
    card_id text references saved_cards (id) on delete cascade,
    created_at text not null,
    updated_at text not null,
    unique (provider, account, provider_setup_id)
  );
  insert into card_setups (id, user_id, provider, account, provider_customer_id, provider_setup_id, status,
      idempotency_key, request_key, failure_message, card_id, created_at, updated_at)
    select id, user_id, provider, 'instance', provider_customer_id, provider_setup_id, status,
      idempotency_key, request_key, failure_message, card_id, created_at, updated_at
    from card_setups_before;
  drop table card_setups_before;
  drop table saved_cards_before;
  create unique index saved_cards_default on saved_cards (user_id, provider, account) where is_default = 1;
  create index saved_cards_method on saved_cards (provider, account, provider_method_id);
  create index card_setups_user on card_setups (user_id);
  create index card_setups_card on card_setups (card_id);
  create index card_setups_open on card_setups (status, created_at)
`

const DISPUTES = `
  create table payment_disputes (
    id text primary key,
    payment_id text not null references payments (id) on delete cascade,
    provider_dispute_id text not null,
    amount bigint not null check (amount > 0),
    reason text not null,
    status text not null check (status in ('inquiry', 'open', 'won', 'lost')),
    booked bigint not null,
    respond_by text,
    opened_at text not null,
    closed_at text,
    updated_at text not null,
    unique (payment_id, provider_dispute_id)
  )
`
