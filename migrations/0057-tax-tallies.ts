import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/**
 * Sales and expenses per day and tax rate. Only the portal can convert and round them: triggers mark the days
 * that changed, and a job recomputes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, TABLES)
  await markDocuments(db)
  await markEntries(db)
  await sql
    .raw(
      `insert into tax_days (agency_id, day, changes, counted)
       select agency_id, day, 1, 0 from (
         select agency_id, issued_on as day from invoices where agency_id in (select id from agencies) and ${counts('invoices')}
         union select agency_id, occurred_on from ledger_entries
           where agency_id in (select id from agencies) and direction in ('income', 'expense')
       ) as written`,
    )
    .execute(db)
}

/** Not integers: totals from before amounts were limited may exceed their range. */
const TABLES = `
  create table tax_days (
    agency_id text not null references agencies (id) on delete cascade,
    day text not null,
    changes bigint not null,
    counted bigint not null,
    primary key (agency_id, day)
  );
  create index tax_days_open on tax_days (agency_id, day) where counted < changes;
  create table tax_tallies (
    agency_id text not null references agencies (id) on delete cascade,
    day text not null,
    side text not null,
    position bigint not null,
    currency text not null,
    tax_bps bigint not null,
    tax_name text,
    tax_category text,
    net double precision not null,
    tax double precision not null,
    base_net double precision not null,
    base_tax double precision not null,
    documents bigint not null,
    unbooked bigint not null,
    primary key (agency_id, day, side, position)
  );
  create index ledger_entries_taxed on ledger_entries (agency_id, occurred_on, direction)
`

/** Marks a day as outdated and deletes its totals; skipped while its agency is being deleted. */
const open = (row: string, day: string) => `
  insert into tax_days (agency_id, day, changes, counted)
    select id, ${row}.${day}, 1, 0 from agencies where id = ${row}.agency_id
    on conflict (agency_id, day) do update set changes = tax_days.changes + 1;
  delete from tax_tallies where agency_id = ${row}.agency_id and day = ${row}.${day};`

const counts = (row: string) =>
  `(${row}.issuer = 'agency' and ${row}.number is not null and ${row}.issued_on is not null
    and ${row}.status not in ('draft', 'void'))`

async function markDocuments(db: Kysely<unknown>): Promise<void> {
  const table = 'invoices'
  const day = 'issued_on'
  const ofAgency = (row: string) => `${row}.agency_id is not null and ${counts(row)}`
  const said = (row: string) =>
    `case when ${counts(row)} then ${row}.currency || ' ' || coalesce(${row}.booking_rate, '') || ' '
       || ${row}.issued_on else '' end`
  const changed = `${said('old')} <> ${said('new')}`
  const event = 'update of status, number, issued_on, currency, booking_rate'
  await createTrigger(db, {
    name: 'invoices_tax_day_added',
    table,
    event: 'insert',
    when: ofAgency('new'),
    body: open('new', day),
  })
  await createTrigger(db, {
    name: 'invoices_tax_day_removed',
    table,
    event: 'delete',
    when: ofAgency('old'),
    body: open('old', day),
  })
  await createTrigger(db, {
    name: 'invoices_tax_day_left',
    table,
    event,
    when: `${ofAgency('old')} and ${changed}`,
    body: open('old', day),
  })
  await createTrigger(db, {
    name: 'invoices_tax_day_joined',
    table,
    event,
    when: `${ofAgency('new')} and ${changed}`,
    body: open('new', day),
  })
}

/** An entry's tax is written in the same transaction and read after it has committed. */
async function markEntries(db: Kysely<unknown>): Promise<void> {
  const table = 'ledger_entries'
  const day = 'occurred_on'
  const ofAgency = (row: string) =>
    `${row}.agency_id is not null and ${row}.direction in ('income', 'expense')`
  const event = 'update of direction, amount, currency, base_amount, base_tax, occurred_on'
  await createTrigger(db, {
    name: 'ledger_tax_day_added',
    table,
    event: 'insert',
    when: ofAgency('new'),
    body: open('new', day),
  })
  await createTrigger(db, {
    name: 'ledger_tax_day_removed',
    table,
    event: 'delete',
    when: ofAgency('old'),
    body: open('old', day),
  })
  await createTrigger(db, {
    name: 'ledger_tax_day_left',
    table,
    event,
    when: ofAgency('old'),
    body: open('old', day),
  })
  await createTrigger(db, {
    name: 'ledger_tax_day_joined',
    table,
    event,
    when: `${ofAgency('new')} and (old.occurred_on <> new.occurred_on or old.direction <> new.direction)`,
    body: open('new', day),
  })
}
