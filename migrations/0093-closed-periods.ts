import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { refuse } from './triggers.ts'

/** Earlier programs delete and replace the entries of expenses. */
export const oldestProgram = '0093-closed-periods'

/**
 * Lock dates, and an append-only ledger: entries say who recorded them and when, corrections are entries that
 * reverse others, and the database refuses to rewrite them or to write into closed periods.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table period_locks (
       agency_id text not null references agencies (id) on delete cascade,
       version bigint not null check (version > 0),
       soft_until text,
       hard_until text,
       act text not null check (act in ('set', 'reopened', 'year_closed')),
       reason text,
       set_by text,
       set_by_name text not null,
       set_at text not null,
       primary key (agency_id, version)
     );
     alter table expenses add column reversed_on text`,
  )
  await severalEntriesPerExpense(db)
  await ddl(
    db,
    `alter table ledger_entries add column reverses_id text;
     alter table ledger_entries add column value_on text;
     alter table ledger_entries add column recorded_at text;
     alter table ledger_entries add column recorded_by text;
     alter table ledger_entries add column recorded_name text;
     create index ledger_entries_expense on ledger_entries (expense_id) where expense_id is not null;
     create index ledger_entries_reversal on ledger_entries (reverses_id) where reverses_id is not null`,
  )
  await keepEntries(db)
  await keepClosedPeriods(db)
  const words = 'lock dates are never changed, only set again'
  await refuse(db, { name: 'period_locks_kept', table: 'period_locks', event: 'update', words })
  await refuse(db, {
    name: 'period_locks_stay',
    table: 'period_locks',
    event: 'delete',
    unless: isLeaving('old'),
    words,
  })
}

/** An entry remains after its expense is deleted, and a corrected expense has more than one. */
async function severalEntriesPerExpense(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await ddl(
      db,
      `alter table ledger_entries drop constraint ledger_entries_expense_id_key;
       alter table ledger_entries drop constraint ledger_entries_expense_id_fkey`,
    )
    return
  }
  // SQLite can't drop a constraint, so the table is recreated; dropping it empties the table that refers to it.
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'ledger_entries' and sql is not null`.execute(db)
  const table = rows.find((row) => row.type === 'table')?.sql ?? ''
  const loosened = table
    .replace(/^create table "?ledger_entries"?/i, 'create table ledger_entries_loosened')
    .replace(/expense_id text unique references expenses \(id\) on delete cascade/, 'expense_id text')
  const others = rows.filter((row) => row.type !== 'table').map((row) => row.sql)
  const steps = [
    'create table ledger_taxes_meanwhile as select * from ledger_taxes',
    loosened,
    'insert into ledger_entries_loosened select * from ledger_entries',
    'drop table ledger_entries',
    'alter table ledger_entries_loosened rename to ledger_entries',
    'insert into ledger_taxes select * from ledger_taxes_meanwhile',
    'drop table ledger_taxes_meanwhile',
    ...others,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}

/** Whether the agency is being deleted or has moved to another installation. */
const isLeaving = (row: string) => `
  coalesce((select delete_after is not null from agencies where id = ${row}.agency_id), ${row}.agency_id is not null)
  or exists (select 1 from agency_moves where agency_id = ${row}.agency_id and state <> 'arrived')`

const differs = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')

/** Only an entry that waits for its exchange rate may get its base amounts later. */
async function keepEntries(db: Kysely<unknown>): Promise<void> {
  const words = 'entries of the ledger are never changed, only reversed'
  const tables = {
    ledger_entries: {
      // A payout that is reopened is detached from its entry and gets another.
      also: ' or (new.payout_id is not null and old.payout_id is distinct from new.payout_id)',
      fixed: [
        ...['id', 'agency_id', 'direction', 'category', 'amount', 'currency', 'tax', 'description'],
        ...['payment_id', 'invoice_id', 'expense_id', 'client_id', 'project_id', 'reverses_id'],
        ...['occurred_at', 'occurred_on', 'value_on', 'recorded_at', 'recorded_by', 'recorded_name'],
      ],
      booked: ['base_amount', 'base_tax'],
      waits: 'old.base_amount is null',
    },
    ledger_taxes: {
      also: '',
      fixed: [
        ...['entry_id', 'position', 'agency_id', 'tax_bps', 'tax_name', 'tax_category', 'tax_note'],
        ...['net', 'tax'],
      ],
      booked: ['base_net', 'base_tax'],
      waits: 'old.base_net is null',
    },
  }
  for (const [table, { fixed, also, booked, waits }] of Object.entries(tables)) {
    await refuse(db, {
      name: `${table}_kept`,
      table,
      event: 'update',
      when: `${differs(fixed)}${also} or ((${differs(booked)}) and not (${waits}))`,
      words,
    })
    await refuse(db, { name: `${table}_stay`, table, event: 'delete', unless: isLeaving('old'), words })
  }
}

const closedUntil = (row: string) => `
  select hard_until from period_locks where agency_id = ${row}.agency_id order by version desc limit 1`

/** What was recorded before the period was closed may be copied when an agency or the portal moves. */
async function keepClosedPeriods(db: Kysely<unknown>): Promise<void> {
  const words = 'this period is closed'
  await refuse(db, {
    name: 'ledger_entries_open',
    table: 'ledger_entries',
    event: 'insert',
    when: 'new.agency_id is not null and new.recorded_at is not null',
    unless: `not exists (
      select 1 from period_locks where agency_id = new.agency_id and new.occurred_on <= hard_until
        and new.recorded_at > set_at
        and version = (select max(version) from period_locks as newest where newest.agency_id = new.agency_id))`,
    words,
  })
  await refuse(db, {
    name: 'ledger_entries_rate',
    table: 'ledger_entries',
    event: 'update of base_amount, base_tax',
    when: differs(['base_amount', 'base_tax']),
    unless: `old.occurred_on > coalesce((${closedUntil('old')}), '')`,
    words,
  })
  const counts = (row: string) => `(${row}.number is not null and ${row}.status not in ('draft', 'void'))`
  const fixed = ['issued_on', 'number', 'currency', 'booking_rate', 'total', 'tax']
  for (const [row, name] of [
    ['old', 'invoices_closed'],
    ['new', 'invoices_issued'],
  ] as const) {
    await refuse(db, {
      name,
      table: 'invoices',
      event: `update of status, ${fixed.join(', ')}`,
      when: `${row}.agency_id is not null and ${row}.issuer = 'agency' and ${row}.issued_on is not null
        and (${counts('old')} <> ${counts('new')} or (${counts(row)} and (${differs(fixed)})))`,
      unless: `${row}.issued_on > coalesce((${closedUntil(row)}), '')`,
      words,
    })
  }
  await refuse(db, {
    name: 'invoices_stay',
    table: 'invoices',
    event: 'delete',
    when: `old.agency_id is not null and old.issuer = 'agency' and old.issued_on is not null`,
    unless: `old.issued_on > coalesce((${closedUntil('old')}), '') or ${isLeaving('old')}`,
    words,
  })
}
