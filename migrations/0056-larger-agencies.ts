import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/**
 * Daily ledger totals and the figures that clients are sorted by, maintained by triggers; longer prefixes and
 * more lists in SQLite's text indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, TABLES)
  await tallyBooks(db)
  await tallyClients(db)
  if (!isSqlite(db)) return
  for (const statement of LONGER_WORDS) await sql.raw(statement).execute(db)
  await cutOtherLists(db)
}

/** For a prefix whose length isn't indexed, FTS5 merges all entries before it returns the first. */
const LONGER_WORDS = [
  'drop table search_fts',
  `create virtual table search_fts using fts5 (
    title, keywords, body, audience,
    content = 'search_entries', content_rowid = 'entry_id',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8'
  )`,
  `insert into search_fts (search_fts) values ('rebuild')`,
]

/**
 * Projects, clients, and invoices are prefixed with three marker characters that no text contains, so that
 * they can be searched separately.
 */
async function cutOtherLists(db: Kysely<unknown>): Promise<void> {
  const table = 'search_entries'
  const listed = (row: string) => `${row}.kind in ('task', 'project', 'client', 'invoice')`
  const mark = (row: string) => `case ${row}.kind
    when 'project' then char(57345, 57345, 57345) when 'client' then char(57346, 57346, 57346)
    when 'invoice' then char(57347, 57347, 57347) else '' end`
  const text = (row: string) =>
    `${mark(row)} || ${row}.title || char(10) || ${row}.keywords || char(10) || ${row}.body`
  for (const name of ['search_pieces_added', 'search_pieces_removed']) {
    await sql.raw(`drop trigger ${name}`).execute(db)
  }
  await createTrigger(db, {
    name: 'search_pieces_added',
    table,
    event: 'insert',
    when: listed('new'),
    body: `insert into search_fts_pieces (rowid, text) values (new.entry_id, ${text('new')});`,
  })
  await createTrigger(db, {
    name: 'search_pieces_removed',
    table,
    event: 'delete',
    when: listed('old'),
    body: 'delete from search_fts_pieces where rowid = old.entry_id;',
  })
  await sql
    .raw(
      `insert into search_fts_pieces (rowid, text)
       select entry_id, ${text('entry')} from search_entries as entry
       where ${listed('entry')} and entry.kind <> 'task'`,
    )
    .execute(db)
}

/** Not integers: totals from before amounts were limited may exceed their range. */
const TABLES = `
  create table book_tallies (
    agency_id text not null references agencies (id) on delete cascade,
    occurred_on text not null,
    direction text not null,
    category text not null,
    of_payment bigint not null check (of_payment in (0, 1)),
    entries bigint not null,
    base_amount double precision not null,
    base_tax double precision not null,
    primary key (agency_id, occurred_on, direction, category, of_payment)
  );
  create table client_tallies (
    agency_id text not null,
    client_id text not null,
    active_projects bigint not null default 0,
    outstanding double precision not null default 0,
    last_invoice_on text not null default '',
    last_payment_on text not null default '',
    primary key (agency_id, client_id),
    foreign key (agency_id, client_id) references clients (agency_id, id) on delete cascade
  );
  create index client_tallies_projects on client_tallies (agency_id, active_projects, client_id);
  create index client_tallies_outstanding on client_tallies (agency_id, outstanding, client_id);
  create index client_tallies_invoiced on client_tallies (agency_id, last_invoice_on, client_id);
  create index client_tallies_paid on client_tallies (agency_id, last_payment_on, client_id);
  drop index ledger_entries_sums;
  drop index ledger_entries_received;
  drop index ledger_entries_client;
  create index ledger_entries_received on ledger_entries
    (agency_id, client_id, direction, occurred_on, base_amount, base_tax);
  create index ledger_entries_project on ledger_entries
    (agency_id, project_id, direction, occurred_on, base_amount, base_tax) where project_id is not null;
  create index clients_archived on clients (agency_id, id) where archived_at is not null;
  create index invoices_in_instalments on invoices (agency_id, status, kind) where instalment_due_on is not null;
  create index invoices_owed on invoices
    (agency_id, client_id, currency, instalment_due_on, due_on, total, amount_paid, amount_credited, amount_applied,
     amount_written_off, base_due, status, kind, payer_agency_id, payer_user_id)
    where kind = 'invoice' and status in ('sent', 'overdue')
`

/**
 * Daily ledger totals by kind, with and without a payment; amounts without an exchange rate aren't included.
 */
async function tallyBooks(db: Kysely<unknown>): Promise<void> {
  const key = 'agency_id, occurred_on, direction, category, of_payment'
  const ofPayment = (row: string) => `case when ${row}.payment_id is null then 0 else 1 end`
  const tax = (row: string) => `case when ${row}.base_amount is null then 0 else ${row}.base_tax end`
  const add = `
    insert into book_tallies (${key}, entries, base_amount, base_tax)
    values (new.agency_id, new.occurred_on, new.direction, new.category, ${ofPayment('new')}, 1,
      coalesce(new.base_amount, 0), ${tax('new')})
    on conflict (${key}) do update set
      entries = book_tallies.entries + 1,
      base_amount = book_tallies.base_amount + excluded.base_amount,
      base_tax = book_tallies.base_tax + excluded.base_tax;`
  const take = `
    update book_tallies set
      entries = entries - 1,
      base_amount = base_amount - coalesce(old.base_amount, 0),
      base_tax = base_tax - ${tax('old')}
    where agency_id = old.agency_id and occurred_on = old.occurred_on and direction = old.direction
      and category = old.category and of_payment = ${ofPayment('old')};`
  const table = 'ledger_entries'
  const ofAgency = (row: string) => `${row}.agency_id is not null`
  await createTrigger(db, {
    name: 'ledger_tally_added',
    table,
    event: 'insert',
    when: ofAgency('new'),
    body: add,
  })
  await createTrigger(db, {
    name: 'ledger_tally_removed',
    table,
    event: 'delete',
    when: ofAgency('old'),
    body: take,
  })
  await createTrigger(db, {
    name: 'ledger_tally_changed',
    table,
    event: 'update of occurred_on, direction, category, payment_id, base_amount, base_tax',
    when: ofAgency('new'),
    body: `${take} ${add}`,
  })
  await sql
    .raw(
      `insert into book_tallies (${key}, entries, base_amount, base_tax)
       select agency_id, occurred_on, direction, category, ${ofPayment('entry')}, count(*),
         coalesce(sum(base_amount * 1.0), 0), coalesce(sum(${tax('entry')} * 1.0), 0)
       from ledger_entries as entry where agency_id in (select id from agencies) group by 1, 2, 3, 4, 5`,
    )
    .execute(db)
}

/**
 * One row per client, including those without projects and invoices, because lists in these orders scan this
 * table.
 */
async function tallyClients(db: Kysely<unknown>): Promise<void> {
  await createTrigger(db, {
    name: 'clients_tally_added',
    table: 'clients',
    event: 'insert',
    body: 'insert into client_tallies (agency_id, client_id) values (new.agency_id, new.id);',
  })
  await tallyProjects(db)
  await tallyInvoices(db)
  await tallyPayments(db)
  await sql
    .raw(
      `insert into client_tallies
         (agency_id, client_id, active_projects, outstanding, last_invoice_on, last_payment_on)
       select agency_id, id,
         (select count(*) from projects where projects.agency_id = clients.agency_id
           and projects.assigned_client_id = clients.id and ${IS_ACTIVE}),
         (select coalesce(sum(base_due * 1.0), 0) from invoices where invoices.agency_id = clients.agency_id
           and invoices.client_id = clients.id and kind = 'invoice' and status in ('sent', 'overdue')),
         ${lastInvoice('clients.agency_id', 'clients.id')},
         ${lastPayment('clients.agency_id', 'clients.id')}
       from clients`,
    )
    .execute(db)
}

const IS_ACTIVE = `projects.archived_at is null and projects.status <> 'completed'`

const lastInvoice = (agency: string, client: string) => `(
  select coalesce(max(invoices.issued_on), '') from invoices
  where invoices.agency_id = ${agency} and invoices.client_id = ${client}
    and invoices.kind = 'invoice' and invoices.status not in ('draft', 'void'))`

const lastPayment = (agency: string, client: string) => `(
  select coalesce(max(ledger_entries.occurred_on), '') from ledger_entries
  where ledger_entries.agency_id = ${agency} and ledger_entries.client_id = ${client}
    and ledger_entries.direction = 'income')`

/** Updates the tally of a row's client. */
const tell = (row: string, client: string, values: string) =>
  `update client_tallies set ${values}
   where agency_id = ${row}.agency_id and client_id = ${row}.${client};`

async function tallyProjects(db: Kysely<unknown>): Promise<void> {
  const active = (row: string) =>
    `case when ${row}.archived_at is null and ${row}.status <> 'completed' then 1 else 0 end`
  const client = 'assigned_client_id'
  const add = tell('new', client, `active_projects = active_projects + ${active('new')}`)
  const take = tell('old', client, `active_projects = active_projects - ${active('old')}`)
  const table = 'projects'
  await createTrigger(db, { name: 'projects_client_added', table, event: 'insert', body: add })
  await createTrigger(db, { name: 'projects_client_removed', table, event: 'delete', body: take })
  await createTrigger(db, {
    name: 'projects_client_changed',
    table,
    event: 'update of status, archived_at, assigned_client_id',
    when: `old.${client} <> new.${client} or (${active('old')}) <> (${active('new')})`,
    body: `${take} ${add}`,
  })
}

async function tallyInvoices(db: Kysely<unknown>): Promise<void> {
  const due = (row: string) =>
    `case when ${row}.kind = 'invoice' and ${row}.status in ('sent', 'overdue')
       then coalesce(${row}.base_due, 0) else 0 end`
  const day = (row: string) =>
    `case when ${row}.kind = 'invoice' and ${row}.status not in ('draft', 'void')
       then coalesce(${row}.issued_on, '') else '' end`
  const client = 'client_id'
  const add = tell(
    'new',
    client,
    `outstanding = outstanding + ${due('new')},
     last_invoice_on = case when last_invoice_on < ${day('new')} then ${day('new')} else last_invoice_on end`,
  )
  const take = tell(
    'old',
    client,
    `outstanding = outstanding - ${due('old')},
     last_invoice_on = case when last_invoice_on > ${day('old')} then last_invoice_on
       else ${lastInvoice('old.agency_id', 'old.client_id')} end`,
  )
  const table = 'invoices'
  const counts = (row: string) =>
    `${row}.client_id is not null and ((${due(row)}) <> 0 or (${day(row)}) <> '')`
  await createTrigger(db, {
    name: 'invoices_client_added',
    table,
    event: 'insert',
    when: counts('new'),
    body: add,
  })
  await createTrigger(db, {
    name: 'invoices_client_removed',
    table,
    event: 'delete',
    when: counts('old'),
    body: take,
  })
  const event = 'update of kind, status, base_due, issued_on, client_id'
  await createTrigger(db, {
    name: 'invoices_client_due',
    table,
    event,
    when: `old.client_id = new.client_id and (${day('old')}) <= (${day('new')})
      and ((${due('old')}) <> (${due('new')}) or (${day('old')}) <> (${day('new')}))`,
    body: tell(
      'new',
      client,
      `outstanding = outstanding - ${due('old')} + ${due('new')},
       last_invoice_on = case when last_invoice_on < ${day('new')} then ${day('new')} else last_invoice_on end`,
    ),
  })
  await createTrigger(db, {
    name: 'invoices_client_changed',
    table,
    event,
    when: `(old.client_id <> new.client_id or (${day('old')}) > (${day('new')}))
      and ((${counts('old')}) or (${counts('new')}))`,
    body: `${take} ${add}`,
  })
}

async function tallyPayments(db: Kysely<unknown>): Promise<void> {
  const client = 'client_id'
  const add = tell(
    'new',
    client,
    `last_payment_on = case when last_payment_on < new.occurred_on then new.occurred_on else last_payment_on end`,
  )
  const again = (row: string) =>
    tell(row, client, `last_payment_on = ${lastPayment(`${row}.agency_id`, `${row}.client_id`)}`)
  const counts = (row: string) => `${row}.client_id is not null and ${row}.direction = 'income'`
  const table = 'ledger_entries'
  await createTrigger(db, {
    name: 'ledger_client_added',
    table,
    event: 'insert',
    when: counts('new'),
    body: add,
  })
  await createTrigger(db, {
    name: 'ledger_client_removed',
    table,
    event: 'delete',
    when: counts('old'),
    body: again('old'),
  })
  const event = 'update of occurred_on, direction, client_id'
  await createTrigger(db, {
    name: 'ledger_client_left',
    table,
    event,
    when: counts('old'),
    body: again('old'),
  })
  await createTrigger(db, {
    name: 'ledger_client_joined',
    table,
    event,
    when: counts('new'),
    body: again('new'),
  })
}
