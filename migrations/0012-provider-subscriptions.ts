import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Subscriptions managed by the provider: their ids and bills, and the test provider's own data. Converts
 * subscriptions charged by the portal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    alter table agency_subscriptions add column provider_subscription_id text;
    alter table agency_subscriptions add column synced_at text;
    create unique index agency_subscriptions_provider
      on agency_subscriptions (provider, provider_subscription_id);
    create index agency_subscriptions_synced on agency_subscriptions (status, synced_at);
    alter table payments add column provider_subscription_id text;
    alter table payments add column provider_bill_id text;
    create unique index payments_bill on payments (provider, provider_bill_id);
    create index payments_subscription on payments (provider_subscription_id);

    create table test_subscriptions (
      id text primary key,
      idempotency_key text not null unique,
      agency_id text not null,
      plan_id text not null,
      price bigint not null check (price >= 0),
      currency text not null,
      billing_interval text not null check (billing_interval in ('month', 'year')),
      status text not null check (status in ('incomplete', 'active', 'past_due', 'canceled')),
      period_start text not null,
      period_end text not null,
      cancel_at_period_end bigint not null check (cancel_at_period_end in (0, 1)),
      customer_id text,
      method text not null,
      balance bigint not null check (balance >= 0),
      created_at text not null
    );
    create index test_subscriptions_agency on test_subscriptions (agency_id);
    create index test_subscriptions_due on test_subscriptions (status, period_end);
    create table test_bills (
      id text primary key,
      idempotency_key text not null unique,
      subscription_id text not null references test_subscriptions (id) on delete cascade,
      reason text not null check (reason in ('create', 'change', 'cycle')),
      status text not null check (status in ('open', 'paid', 'void')),
      amount bigint not null check (amount >= 0),
      balance bigint not null check (balance >= 0),
      plan_id text not null,
      price bigint not null check (price >= 0),
      billing_interval text not null check (billing_interval in ('month', 'year')),
      period_start text not null,
      period_end text not null,
      method text not null,
      off_session bigint not null check (off_session in (0, 1)),
      attempt bigint not null,
      tried_on text not null,
      intent_id text,
      created_at text not null
    );
    create index test_bills_subscription on test_bills (subscription_id, created_at);

    insert into test_subscriptions
      (id, idempotency_key, agency_id, plan_id, price, currency, billing_interval, status, period_start,
        period_end, cancel_at_period_end, customer_id, method, balance, created_at)
      select 'mock_sub_' || agency_id, 'adopted:' || agency_id, agency_id, plan_id, price, currency,
        billing_interval, 'active', period_start, period_end, cancel_at_period_end, provider_customer_id,
        provider_method_id, 0, created_at
      from agency_subscriptions
      where provider = 'test' and provider_method_id is not null and status in ('active', 'past_due');
    update agency_subscriptions set provider_subscription_id = 'mock_sub_' || agency_id
      where provider = 'test' and provider_method_id is not null and status in ('active', 'past_due')
    `,
  )
}
