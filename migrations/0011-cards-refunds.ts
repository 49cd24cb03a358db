import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Saved cards with their provider's customers, and refunds with their own table, so that a payment can be
 * refunded in parts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, CARDS)
  await ddl(db, REFUNDS)
  await ddl(db, TEST_PROVIDER)
  await bringOver(db)
}

/**
 * Converts existing data: earlier refunds were full ones, and a plan's card at Stripe becomes its owner's
 * saved card.
 */
export const bringOver = (db: Kysely<unknown>): Promise<void> => ddl(db, EARLIER_ROWS)

const CARDS = `
  create table payment_customers (
    provider text not null check (provider in ('test', 'stripe')),
    user_id text not null references users (id) on delete cascade,
    provider_customer_id text not null,
    cards_checked_at text,
    created_at text not null,
    primary key (provider, user_id),
    unique (provider, provider_customer_id)
  );
  create index payment_customers_checked on payment_customers (provider, cards_checked_at);
  create table saved_cards (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    provider text not null check (provider in ('test', 'stripe')),
    provider_method_id text not null,
    brand text not null,
    last4 text not null,
    exp_month bigint,
    exp_year bigint,
    is_default bigint not null check (is_default in (0, 1)),
    removed_at text,
    created_at text not null,
    updated_at text not null,
    unique (user_id, provider, provider_method_id)
  );
  create unique index saved_cards_default on saved_cards (user_id, provider) where is_default = 1;
  create index saved_cards_method on saved_cards (provider, provider_method_id);
  create table card_setups (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    provider text not null check (provider in ('test', 'stripe')),
    provider_customer_id text not null,
    provider_setup_id text,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    idempotency_key text not null unique,
    request_key text not null unique,
    failure_message text,
    card_id text references saved_cards (id) on delete cascade,
    created_at text not null,
    updated_at text not null,
    unique (provider, provider_setup_id)
  );
  create index card_setups_user on card_setups (user_id);
  create index card_setups_card on card_setups (card_id);
  create index card_setups_open on card_setups (status, created_at)
`

const REFUNDS = `
  alter table payments add column refunded bigint not null default 0 check (refunded between 0 and amount);
  alter table payments add column refunds_reported bigint not null default 0;
  create table payment_refunds (
    id text primary key,
    payment_id text not null references payments (id) on delete cascade,
    amount bigint not null check (amount > 0),
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    reason text,
    requested_by text,
    provider_refund_id text unique,
    idempotency_key text not null unique,
    request_key text unique,
    failure_message text,
    refunded_at text,
    created_at text not null,
    updated_at text not null
  );
  create index payment_refunds_payment on payment_refunds (payment_id);
  create index payment_refunds_open on payment_refunds (status, created_at)
`

const TEST_PROVIDER = `
  alter table test_intents add column method_token text;
  alter table test_intents add column keep_for text;
  create table test_methods (
    id text primary key,
    customer_id text not null,
    token text not null,
    detached_at text,
    created_at text not null
  );
  create index test_methods_customer on test_methods (customer_id);
  create table test_setups (
    id text primary key,
    idempotency_key text not null unique,
    customer_id text not null,
    token text not null,
    status text not null check (status in ('requires_action', 'succeeded', 'failed')),
    failure_message text,
    created_at text not null
  );
  create table test_refunds (
    id text primary key,
    idempotency_key text not null unique,
    intent_id text not null references test_intents (id),
    amount bigint not null check (amount > 0),
    refund_id text not null,
    created_at text not null
  );
  create index test_refunds_intent on test_refunds (intent_id)
`

const EARLIER_ROWS = `
  update payments set refunded = amount where status = 'refunded';
  insert into payment_refunds
    (id, payment_id, amount, status, idempotency_key, refunded_at, created_at, updated_at)
    select id, id, amount, 'succeeded', coalesce(refund_key, 'refund_' || id),
      refunded_at, coalesce(refunded_at, updated_at), updated_at
    from payments where status = 'refunded';
  insert into payment_customers (provider, user_id, provider_customer_id, created_at)
    select s.provider, a.owner_id, min(s.provider_customer_id), min(s.created_at)
    from agency_subscriptions s join agencies a on a.id = s.agency_id
    where s.provider = 'stripe' and s.provider_customer_id is not null
    group by s.provider, a.owner_id;
  insert into saved_cards
    (id, user_id, provider, provider_method_id, brand, last4, is_default, created_at, updated_at)
    select s.agency_id, c.user_id, c.provider, s.provider_method_id, s.card_brand, s.card_last4, 1,
      s.created_at, s.updated_at
    from agency_subscriptions s
    join payment_customers c
      on c.provider = s.provider and c.provider_customer_id = s.provider_customer_id
    where s.provider_method_id is not null and s.card_brand is not null and s.card_last4 is not null
`
