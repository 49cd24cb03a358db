import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Plans, subscriptions, invoices, payments, the ledger, and payouts. `agency_id` is null for the platform (or
 * an external supplier).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, CATALOGUE)
  await ddl(db, INVOICES)
  await ddl(db, PAYMENTS)
  await ddl(db, BOOKS)
  await ddl(db, PRODUCT_DATA)
}

const CATALOGUE = `
  create table plans (
    id text primary key,
    kind text not null check (kind in ('subscription', 'package')),
    name text not null,
    description text not null,
    price bigint check (price >= 0),
    currency text not null,
    billing_interval text not null check (billing_interval in ('month', 'year')),
    member_limit bigint check (member_limit > 0),
    project_limit bigint check (project_limit > 0),
    storage_limit_gb bigint check (storage_limit_gb > 0),
    popular bigint not null check (popular in (0, 1)),
    status text not null check (status in ('active', 'archived')),
    sort_order bigint not null,
    version bigint not null,
    created_at text not null,
    updated_at text not null
  );
  create index plans_kind on plans (kind, status, sort_order);
  create table plan_features (
    plan_id text not null references plans (id) on delete cascade,
    position bigint not null,
    text text not null,
    primary key (plan_id, position)
  );
  create table agency_subscriptions (
    agency_id text primary key references agencies (id),
    plan_id text not null references plans (id),
    status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
    price bigint not null check (price >= 0),
    currency text not null,
    billing_interval text not null check (billing_interval in ('month', 'year')),
    period_start text not null,
    period_end text not null,
    cancel_at_period_end bigint not null check (cancel_at_period_end in (0, 1)),
    canceled_at text,
    converted_from_trial bigint not null check (converted_from_trial in (0, 1)),
    provider text check (provider in ('test', 'stripe')),
    provider_customer_id text,
    provider_method_id text,
    card_brand text,
    card_last4 text,
    version bigint not null,
    created_at text not null,
    updated_at text not null
  );
  create index agency_subscriptions_plan on agency_subscriptions (plan_id, status);
  create index agency_subscriptions_due on agency_subscriptions (status, period_end);
`

const INVOICES = `
  create table invoice_numbers (
    book text not null,
    kind text not null check (kind in ('invoice', 'credit_note')),
    next_number bigint not null,
    primary key (book, kind)
  );
  create table recurring_invoices (
    agency_id text not null references agencies (id),
    id text not null unique,
    template_id text not null,
    frequency text not null check (frequency in ('weekly', 'monthly', 'quarterly', 'yearly')),
    anchor_on text not null,
    next_on text not null,
    ends_on text,
    occurrences_left bigint check (occurrences_left >= 0),
    runs bigint not null,
    due_days bigint not null check (due_days >= 0),
    send_automatically bigint not null check (send_automatically in (0, 1)),
    paused_at text,
    version bigint not null,
    created_at text not null,
    updated_at text not null,
    primary key (agency_id, id)
  );
  create index recurring_invoices_due on recurring_invoices (next_on);
  create table invoices (
    id text primary key,
    issuer text not null check (issuer in ('agency', 'platform', 'supplier')),
    agency_id text references agencies (id),
    issuer_name text not null,
    kind text not null check (kind in ('invoice', 'credit_note', 'template')),
    number text,
    client_id text,
    payer_agency_id text references agencies (id),
    payer_user_id text references users (id),
    project_id text,
    credited_invoice_id text references invoices (id),
    run_key text unique,
    title text not null,
    description text,
    notes text,
    currency text not null,
    discount_type text not null check (discount_type in ('none', 'percent', 'amount')),
    discount_value bigint not null check (discount_value >= 0),
    subtotal bigint not null,
    discount bigint not null,
    tax bigint not null,
    total bigint not null check (total >= 0),
    amount_paid bigint not null check (amount_paid >= 0),
    amount_credited bigint not null check (amount_credited >= 0),
    status text not null check (status in ('draft', 'sent', 'paid', 'overdue', 'void')),
    issued_on text,
    due_on text not null,
    sent_at text,
    viewed_at text,
    paid_at text,
    voided_at text,
    version bigint not null,
    created_by text not null,
    created_at text not null,
    updated_at text not null,
    unique (agency_id, id),
    unique (agency_id, number),
    check ((issuer = 'agency') = (agency_id is not null)),
    check ((issuer = 'agency') = (client_id is not null)),
    foreign key (agency_id, client_id) references clients (agency_id, id),
    foreign key (agency_id, project_id) references projects (agency_id, id)
  );
  create index invoices_newest on invoices (agency_id, created_at desc, id desc);
  create index invoices_client on invoices (agency_id, client_id, created_at desc, id desc);
  create index invoices_payer_agency on invoices (payer_agency_id, created_at desc);
  create index invoices_payer_user on invoices (payer_user_id, created_at desc);
  create index invoices_due on invoices (status, due_on);
  create table invoice_items (
    invoice_id text not null references invoices (id) on delete cascade,
    position bigint not null,
    description text not null,
    quantity bigint not null check (quantity > 0),
    rate bigint not null check (rate >= 0),
    tax_bps bigint not null check (tax_bps between 0 and 10000),
    amount bigint not null,
    discount bigint not null,
    tax bigint not null,
    primary key (invoice_id, position)
  );
  create table invoice_reminders (
    invoice_id text not null references invoices (id) on delete cascade,
    occasion text not null,
    sent_at text not null,
    primary key (invoice_id, occasion)
  );
  create table invoice_pay_links (
    token_hash text primary key,
    invoice_id text not null references invoices (id) on delete cascade,
    created_at text not null,
    revoked_at text
  );
  create index invoice_pay_links_invoice on invoice_pay_links (invoice_id, revoked_at);
  create table mail_attachments (
    mail_id text not null references mail_outbox (id) on delete cascade,
    position bigint not null,
    document text not null check (document in ('invoice')),
    document_id text not null,
    primary key (mail_id, position)
  );
`

const PAYMENTS = `
  create table payments (
    id text primary key,
    payee text not null check (payee in ('agency', 'platform', 'supplier')),
    agency_id text references agencies (id),
    purpose text not null check (purpose in ('invoice', 'quick_pay', 'subscription', 'deposit')),
    method text not null check (method in ('card', 'bank', 'cash', 'other')),
    invoice_id text references invoices (id),
    client_id text,
    plan_id text references plans (id),
    payer_agency_id text references agencies (id),
    payer_user_id text references users (id),
    payer_name text not null,
    amount bigint not null check (amount > 0),
    currency text not null,
    status text not null check (status in ('pending', 'succeeded', 'failed', 'refunded')),
    description text not null,
    provider text not null check (provider in ('test', 'stripe', 'manual')),
    provider_payment_id text,
    provider_customer_id text,
    method_token text,
    idempotency_key text not null unique,
    request_key text unique,
    refund_key text unique,
    receipt_number text unique,
    card_brand text,
    card_last4 text,
    failure_message text,
    paid_at text,
    refunded_at text,
    created_at text not null,
    updated_at text not null,
    unique (provider, provider_payment_id),
    check ((payee = 'agency') = (agency_id is not null)),
    foreign key (agency_id, client_id) references clients (agency_id, id)
  );
  create index payments_newest on payments (agency_id, created_at desc, id desc);
  create index payments_client on payments (agency_id, client_id, created_at desc, id desc);
  create index payments_payee on payments (payee, created_at desc, id desc);
  create index payments_payer_agency on payments (payer_agency_id, created_at desc);
  create index payments_payer_user on payments (payer_user_id, created_at desc);
  create index payments_open on payments (status, created_at);
  create unique index payments_one_open_card on payments (invoice_id) where status = 'pending' and method = 'card';
  create table payment_events (
    id text primary key,
    type text not null,
    received_at text not null
  );
  create table test_intents (
    id text primary key,
    idempotency_key text not null unique,
    amount bigint not null,
    currency text not null,
    status text not null check (status in ('requires_action', 'succeeded', 'failed')),
    failure_message text,
    card_brand text not null,
    card_last4 text not null,
    refunded bigint not null,
    created_at text not null
  );
`

const BOOKS = `
  create table expenses (
    id text primary key,
    agency_id text references agencies (id),
    category text not null,
    vendor text,
    description text not null,
    amount bigint not null check (amount > 0),
    currency text not null,
    spent_on text not null,
    client_id text,
    project_id text,
    receipt_file_id text,
    rebillable bigint not null check (rebillable in (0, 1)),
    version bigint not null,
    created_at text not null,
    updated_at text not null,
    foreign key (agency_id, client_id) references clients (agency_id, id),
    foreign key (agency_id, project_id) references projects (agency_id, id)
  );
  create index expenses_newest on expenses (agency_id, spent_on desc);
  create table payout_batches (
    agency_id text not null references agencies (id),
    id text not null unique,
    total bigint not null,
    currency text not null,
    paid_at text not null,
    paid_by text not null,
    primary key (agency_id, id)
  );
  create table payouts (
    agency_id text not null references agencies (id),
    id text not null unique,
    employee_id text not null,
    batch_id text,
    description text not null,
    minutes bigint check (minutes > 0),
    hourly_rate bigint check (hourly_rate >= 0),
    amount bigint not null check (amount > 0),
    currency text not null,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    paid_at text,
    version bigint not null,
    created_at text not null,
    updated_at text not null,
    primary key (agency_id, id),
    foreign key (agency_id, employee_id) references employees (agency_id, id),
    foreign key (agency_id, batch_id) references payout_batches (agency_id, id)
  );
  create index payouts_newest on payouts (agency_id, created_at desc, id desc);
  create index payouts_employee on payouts (agency_id, employee_id, status);
  create table ledger_entries (
    id text primary key,
    agency_id text references agencies (id),
    direction text not null check (direction in ('income', 'expense')),
    category text not null,
    amount bigint not null,
    currency text not null,
    description text not null,
    payment_id text references payments (id),
    expense_id text unique references expenses (id) on delete cascade,
    payout_id text unique references payouts (id),
    client_id text,
    project_id text,
    occurred_at text not null,
    occurred_on text not null,
    foreign key (agency_id, client_id) references clients (agency_id, id),
    foreign key (agency_id, project_id) references projects (agency_id, id)
  );
  create index ledger_entries_day on ledger_entries (agency_id, occurred_on desc, occurred_at desc, id desc);
  create index ledger_entries_instant on ledger_entries (agency_id, direction, occurred_at);
  create index ledger_entries_client on ledger_entries (agency_id, client_id);
  create index ledger_entries_payment on ledger_entries (payment_id)
`

/** The product's default plans, created in every installation. */
const plan = (id: string, values: string) =>
  `insert into plans (id, kind, name, description, price, currency, billing_interval, member_limit, project_limit, storage_limit_gb, popular, status, sort_order, version, created_at, updated_at)
   values ('${id}', ${values}, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
   `
const features = (planId: string, texts: string[]) =>
  texts
    .map(
      (text, position) =>
        `insert into plan_features (plan_id, position, text) values ('${planId}', ${position}, '${text}');`,
    )
    .join('\n')

const BASIC = '1f6a0c52-7d3e-4b8a-9c41-5e2f8a7b1001'
const PROFESSIONAL = '2f6a0c52-7d3e-4b8a-9c41-5e2f8a7b1002'
const ENTERPRISE = '3f6a0c52-7d3e-4b8a-9c41-5e2f8a7b1003'
const STARTER_PACKAGE = '4f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2001'
const BUSINESS_PACKAGE = '5f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2002'
const PREMIUM_PACKAGE = '6f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2003'
const ENTERPRISE_PACKAGE = '7f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2004'

const PRODUCT_DATA = [
  plan(
    BASIC,
    `'subscription', 'Basic', 'For small teams getting started', 2900, 'USD', 'month', null, 5, 10, 0, 'active', 1`,
  ),
  plan(
    PROFESSIONAL,
    `'subscription', 'Professional', 'For growing agencies', 9900, 'USD', 'month', null, null, null, 1, 'active', 2`,
  ),
  plan(
    ENTERPRISE,
    `'subscription', 'Enterprise', 'For large organisations', 29900, 'USD', 'month', null, null, null, 0, 'active', 3`,
  ),
  plan(
    STARTER_PACKAGE,
    `'package', 'Starter', 'For freelancers and small teams', 2900, 'USD', 'month', 5, 10, 5, 0, 'active', 1`,
  ),
  plan(
    BUSINESS_PACKAGE,
    `'package', 'Business', 'For growing agencies', 7900, 'USD', 'month', 25, 50, 100, 1, 'active', 2`,
  ),
  plan(
    PREMIUM_PACKAGE,
    `'package', 'Premium', 'For established agencies', 14900, 'USD', 'month', null, null, 1000, 0, 'active', 3`,
  ),
  plan(
    ENTERPRISE_PACKAGE,
    `'package', 'Enterprise', 'Tailored to your organisation', null, 'USD', 'month', null, null, null, 0, 'active', 4`,
  ),
  features(BASIC, ['Up to 5 projects', 'Basic reporting', 'Email support', '10GB storage']),
  features(PROFESSIONAL, [
    'Unlimited projects',
    'Advanced analytics',
    'Priority support',
    'Unlimited storage',
    'Team collaboration',
    'API access',
  ]),
  features(ENTERPRISE, [
    'Everything in Professional',
    'White-label',
    'Custom integrations',
    'Dedicated support',
    'SSO',
    'Advanced security',
  ]),
  features(STARTER_PACKAGE, ['Up to 5 team members', '10 projects', '5GB storage']),
  features(BUSINESS_PACKAGE, ['25 team members', '50 projects', '100GB storage']),
  features(PREMIUM_PACKAGE, ['Unlimited team members', 'Unlimited projects', '1TB storage']),
  features(ENTERPRISE_PACKAGE, ['Custom limits', 'Contact us for a quote']),
].join('\n')
