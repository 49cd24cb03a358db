import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Bank accounts, imported statements with their lines, what each line settles, and rules for suggestions. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table bank_accounts (
       agency_id text not null references agencies (id),
       id text not null unique,
       name text not null,
       number text not null,
       currency text not null,
       ledger_account text,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id),
       unique (agency_id, number, currency)
     );
     create table bank_statements (
       agency_id text not null,
       id text not null unique,
       account_id text not null,
       file_name text not null,
       file_hash text not null,
       position bigint not null,
       format text not null,
       reference text not null,
       from_on text not null,
       to_on text not null,
       opening bigint,
       closing bigint,
       line_count bigint not null,
       created_at text not null,
       primary key (agency_id, id),
       unique (agency_id, account_id, file_hash, position),
       foreign key (agency_id, account_id) references bank_accounts (agency_id, id)
     );
     create index bank_statements_newest on bank_statements (agency_id, account_id, to_on);
     create table bank_lines (
       agency_id text not null,
       id text not null unique,
       account_id text not null,
       statement_id text not null,
       identity text not null,
       position bigint not null,
       booked_on text not null,
       valued_on text,
       amount bigint not null,
       charges bigint not null check (charges >= 0),
       currency text not null,
       party_name text not null,
       party_iban text not null,
       reference text not null,
       end_to_end_id text not null,
       bank_ref text not null,
       text text not null,
       status text not null check (status in ('open', 'matched', 'ignored')),
       settled_at text,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id),
       unique (agency_id, account_id, identity),
       foreign key (agency_id, account_id) references bank_accounts (agency_id, id),
       foreign key (agency_id, statement_id) references bank_statements (agency_id, id)
     );
     create index bank_lines_newest on bank_lines (agency_id, status, booked_on desc, id desc);
     create index bank_lines_of_account on bank_lines (agency_id, account_id, booked_on);
     create index bank_lines_of_statement on bank_lines (agency_id, statement_id);
     create index bank_lines_party on bank_lines (agency_id, party_iban) where party_iban <> '' and status = 'matched';
     create table bank_matches (
       agency_id text not null,
       id text not null unique,
       line_id text not null,
       position bigint not null,
       kind text not null check (kind in ('invoice', 'deposit', 'payment', 'expense', 'payout', 'provider_payout', 'transfer')),
       amount bigint not null,
       booked bigint not null check (booked in (0, 1)),
       client_id text,
       invoice_id text,
       payment_id text,
       expense_id text,
       payout_id text,
       provider_payout_id text,
       other_line_id text,
       created_at text not null,
       primary key (agency_id, id),
       foreign key (agency_id, line_id) references bank_lines (agency_id, id) on delete cascade
     );
     create index bank_matches_of_line on bank_matches (agency_id, line_id, position);
     create unique index bank_matches_payment on bank_matches (payment_id) where payment_id is not null;
     create unique index bank_matches_expense on bank_matches (expense_id) where expense_id is not null;
     create unique index bank_matches_payout on bank_matches (payout_id) where payout_id is not null;
     create unique index bank_matches_provider on bank_matches (provider_payout_id) where provider_payout_id is not null;
     create unique index bank_matches_transfer on bank_matches (other_line_id) where other_line_id is not null;
     create table bank_rules (
       agency_id text not null,
       id text not null unique,
       field text not null check (field in ('party', 'text')),
       contains text not null,
       client_id text,
       category text,
       version bigint not null,
       created_at text not null,
       updated_at text not null,
       primary key (agency_id, id),
       check ((client_id is null) <> (category is null)),
       foreign key (agency_id) references agencies (id),
       foreign key (agency_id, client_id) references clients (agency_id, id) on delete cascade
     );
     create table bank_csv_mappings (
       agency_id text not null references agencies (id),
       signature text not null,
       mapping text not null,
       updated_at text not null,
       primary key (agency_id, signature)
     )`,
  )
