import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Movements of accounts' balances at the provider with their fees, payouts to the bank, and how far each
 * account has been read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table provider_payouts (
       id text primary key,
       agency_id text references agencies (id) on delete cascade,
       account text not null,
       provider_payout_id text not null,
       amount bigint not null,
       currency text not null,
       status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
       itemization text not null check (itemization in ('open', 'complete', 'none')),
       arrives_on text not null,
       failure_message text,
       read_at text,
       created_at text not null,
       updated_at text not null,
       unique (account, provider_payout_id)
     );
     create index provider_payouts_arrival on provider_payouts (agency_id, arrives_on, id);
     create table balance_movements (
       id text primary key,
       agency_id text references agencies (id) on delete cascade,
       account text not null,
       provider_movement_id text not null,
       kind text not null,
       payment_id text references payments (id) on delete set null,
       payout_id text references provider_payouts (id) on delete set null,
       amount bigint not null,
       fee bigint not null,
       platform_fee bigint not null,
       net bigint not null,
       currency text not null,
       charged_amount bigint,
       charged_currency text,
       exchange_rate text,
       description text not null,
       occurred_at text not null,
       booked bigint not null,
       created_at text not null,
       unique (account, provider_movement_id),
       check (net = amount - fee - platform_fee)
     );
     create index balance_movements_payout on balance_movements (payout_id);
     create index balance_movements_payment on balance_movements (payment_id);
     create index balance_movements_agency on balance_movements (agency_id);
     create table balance_reads (
       account text primary key,
       agency_id text references agencies (id) on delete cascade,
       read_to text,
       problem text,
       updated_at text not null
     );
     alter table platform_settings add column provider_fees_since text`,
  )
  // Fees of earlier payments only appear in the report, so that closed periods don't change.
  await sql`
    update platform_settings set provider_fees_since = ${new Date().toISOString()}
    where exists (select 1 from payments where provider = 'stripe')
  `.execute(db)
}
