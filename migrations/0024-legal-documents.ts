import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'

/**
 * Legally required data on documents: seller, buyer, taxes, and bank account, stored when a document is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table billing_profiles (
       agency_id text primary key references agencies (id) on delete cascade,
       legal_name text,
       address text,
       postal_code text,
       city text,
       region text,
       country text,
       tax_id text,
       tax_id_valid bigint,
       tax_id_checked_at text,
       registration_number text,
       electronic_address text,
       email text,
       phone text,
       account_holder text,
       iban text,
       bic text,
       bank_name text,
       default_tax_rate_id text,
       prices_include_tax bigint not null default 0,
       payment_terms bigint not null default 14,
       notes text,
       footer text,
       version bigint not null,
       updated_at text not null
     );
     create table tax_rates (
       agency_id text not null references agencies (id) on delete cascade,
       id text not null,
       name text not null,
       bps bigint not null check (bps between 0 and 10000),
       category text not null check (category in
         ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'export', 'outside_scope')),
       note text,
       archived_at text,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id)
     );
     alter table clients add column postal_code text;
     alter table clients add column city text;
     alter table clients add column region text;
     alter table clients add column country text;
     alter table clients add column tax_id text;
     alter table clients add column tax_id_valid bigint;
     alter table clients add column tax_id_checked_at text;
     alter table clients add column registration_number text;
     alter table clients add column electronic_address text;
     alter table clients add column buyer_reference text;
     alter table clients add column default_tax_rate_id text;
     alter table clients add column payment_terms bigint;
     alter table invoices add column prices_include_tax bigint not null default 0;
     alter table invoices add column supply_from text;
     alter table invoices add column supply_to text;
     alter table invoices add column purchase_order text;
     alter table invoices add column parties text;
     alter table invoice_items add column unit text;
     alter table invoice_items add column discount_bps bigint not null default 0;
     alter table invoice_items add column tax_rate_id text;
     alter table invoice_items add column tax_name text;
     alter table invoice_items add column tax_category text;
     alter table invoice_items add column tax_note text;
     alter table invoice_items add column net bigint not null default 0;
     update invoice_items set net = amount - discount;
     update invoice_items set tax_category = 'standard' where tax_bps > 0`,
  )
  await freezeSent(db)
}

/** Sent documents store what they showed on the day of the upgrade. */
async function freezeSent(db: Kysely<unknown>): Promise<void> {
  const object = isSqlite(db) ? 'json_object' : 'json_build_object'
  const empty = `'postal_code', null, 'city', null, 'region', null, 'country', null, 'tax_id', null,
    'registration_number', null, 'electronic_address', null, 'buyer_reference', null`
  await sql
    .raw(
      `update invoices set parties = (
         select cast(${object}(
           'seller', ${object}('name', invoices.issuer_name, 'company', null, 'address', null, 'email', null,
             'phone', null, ${empty}),
           'buyer', ${object}('name', clients.name, 'company', clients.company, 'address', clients.address,
             'email', clients.email, 'phone', clients.phone, ${empty}),
           'bank', null, 'logo', agencies.logo, 'details', agencies.invoice_details, 'footer', null) as text)
         from agencies, clients
         where agencies.id = invoices.agency_id and clients.id = invoices.client_id)
       where number is not null and issuer = 'agency'`,
    )
    .execute(db)
}
