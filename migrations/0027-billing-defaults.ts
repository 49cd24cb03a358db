import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Number formats, products, and email texts of agencies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table invoice_counters (
       book text not null,
       kind text not null check (kind in ('invoice', 'credit_note')),
       period text not null,
       next_number bigint not null check (next_number > 0),
       primary key (book, kind, period)
     );
     insert into invoice_counters (book, kind, period, next_number)
       select book, kind, '', next_number from invoice_numbers;
     drop table invoice_numbers;
     alter table invoice_counters rename to invoice_numbers;
     create table number_formats (
       agency_id text not null references agencies (id) on delete cascade,
       kind text not null check (kind in ('invoice', 'credit_note')),
       prefix text not null,
       digits bigint not null check (digits between 1 and 9),
       yearly bigint not null check (yearly in (0, 1)),
       version bigint not null,
       updated_at text not null,
       primary key (agency_id, kind)
     );
     create table products (
       agency_id text not null references agencies (id) on delete cascade,
       id text not null,
       name text not null,
       unit text,
       rate bigint not null check (rate >= 0),
       currency text not null,
       tax_rate_id text,
       archived_at text,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id)
     );
     create index products_by_name on products (agency_id, name, id);
     create table mail_texts (
       agency_id text not null references agencies (id) on delete cascade,
       occasion text not null,
       subject text not null,
       body text not null,
       version bigint not null,
       updated_at text not null,
       primary key (agency_id, occasion)
     )`,
  )
}
