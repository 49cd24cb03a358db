import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createTrigger, dropTrigger } from './triggers.ts'

/** How a table's rows are indexed. Values are SQL expressions on `new`, the row. */
interface SearchedTable {
  kind: string
  table: string
  /** The result's headline; its matches come first. */
  title: string
  /** Searched like the title, for example numbers and addresses. */
  keywords?: string
  body?: string
  projectId?: string
  clientId?: string
  /** 1 if the row's client can find it. */
  clientVisible?: string
  /** Rows that can't be found. */
  hiddenWhen?: string
  /** Columns used by any of the above. */
  columns: string
}

/** The search box's index; `indexTable` adds tables to it. */
export async function createSearchIndex(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table search_entries (
      entry_id bigserial primary key,
      kind text not null,
      subject_id text not null,
      agency_id text not null,
      project_id text,
      client_id text,
      client_visible bigint not null check (client_visible in (0, 1)),
      title text not null,
      keywords text not null,
      body text not null,
      audience text not null,
      unique (kind, subject_id)
    );
    create index search_entries_newest on search_entries (agency_id, kind, entry_id desc);
    `,
  )
  await (isSqlite(db) ? addFullTextTable(db) : addTextVector(db))
}

/** FTS5 on the entries' own text; entries are inserted and deleted, never updated. */
async function addFullTextTable(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create virtual table search_fts using fts5 (
        title, keywords, body, audience,
        content = 'search_entries', content_rowid = 'entry_id',
        tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'
      )`,
    )
    .execute(db)
  const columns = 'rowid, title, keywords, body, audience'
  const values = (row: string) =>
    `${row}.entry_id, ${row}.title, ${row}.keywords, ${row}.body, ${row}.audience`
  await createTrigger(db, {
    name: 'search_entries_added',
    table: 'search_entries',
    event: 'insert',
    body: `insert into search_fts (${columns}) values (${values('new')});`,
  })
  await createTrigger(db, {
    name: 'search_entries_removed',
    table: 'search_entries',
    event: 'delete',
    body: `insert into search_fts (search_fts, ${columns}) values ('delete', ${values('old')});`,
  })
}

/** Words without accents, split at punctuation, like FTS5's tokenizer; titles have weight A, bodies B. */
async function addTextVector(db: Kysely<unknown>): Promise<void> {
  const [from, to] = plainLetters()
  await sql
    .raw(
      `create function search_words(text) returns text language sql immutable parallel safe as
       $$ select lower(translate($1, '${from.replaceAll("'", "''")}', '${to}')) $$`,
    )
    .execute(db)
  await sql
    .raw(
      `alter table search_entries add column words tsvector generated always as (
        setweight(to_tsvector('simple'::regconfig, search_words(title || ' ' || keywords)), 'A') ||
        setweight(to_tsvector('simple'::regconfig, search_words(body)), 'B')
      ) stored`,
    )
    .execute(db)
  await sql.raw('create index search_entries_words on search_entries using gin (words)').execute(db)
}

/**
 * Maps characters to their normalized form: accented Latin letters without accents, punctuation as a space.
 */
function plainLetters(): [from: string, to: string] {
  const pairs: [string, string][] = [...`-_./\\@:,;!?#&+*=|~^%<>()[]{}"'\`´‘’“”«»·•–—…`].map((mark) => [
    mark,
    ' ',
  ])
  for (let code = 0xc0; code < 0x180; code++) {
    const letter = String.fromCharCode(code)
    const plain = letter.normalize('NFD')[0] ?? letter
    if (plain !== letter && /[a-z]/i.test(plain)) pairs.push([letter, plain])
  }
  return [pairs.map(([from]) => from).join(''), pairs.map(([, to]) => to).join('')]
}

/** Adds a table's existing rows to the index and keeps it up to date with triggers. */
export async function indexTable(db: Kysely<unknown>, searched: SearchedTable): Promise<void> {
  const { add, remove } = statementsOf(searched)
  const { table } = searched
  await createTrigger(db, { name: `${table}_search_added`, table, event: 'insert', body: add('') })
  await createTrigger(db, {
    name: `${table}_search_changed`,
    table,
    event: `update of ${searched.columns}`,
    body: `${remove} ${add('')}`,
  })
  await createTrigger(db, { name: `${table}_search_removed`, table, event: 'delete', body: remove })
  await sql.raw(add(`from ${table} as new`)).execute(db)
}

/** Changes how rows are indexed from now on; the entries of existing ones stay until they are updated. */
export async function changeIndexedTable(db: Kysely<unknown>, searched: SearchedTable): Promise<void> {
  const { add, remove } = statementsOf(searched)
  const { table, columns } = searched
  const added = { name: `${table}_search_added`, table, event: 'insert', body: add('') }
  const event = `update of ${columns}`
  const changed = { name: `${table}_search_changed`, table, event, body: `${remove} ${add('')}` }
  for (const trigger of [added, changed]) {
    await dropTrigger(db, trigger)
    await createTrigger(db, trigger)
  }
}

function statementsOf(searched: SearchedTable) {
  const { kind } = searched
  const project = searched.projectId ?? 'null'
  const client = searched.clientId ?? 'null'
  const token = (letter: string, id: string) => `coalesce(' ${letter}' || replace(${id}, '-', ''), '')`
  const audience = `'k${kind}' || ${token('a', 'new.agency_id')} || ${token('p', project)} || ${token('c', client)}`
  const add = (source: string) => `
    insert into search_entries (
      kind, subject_id, agency_id, project_id, client_id, client_visible, title, keywords, body, audience
    )
    select '${kind}', new.id, new.agency_id, ${project}, ${client}, ${searched.clientVisible ?? '0'},
      ${searched.title}, ${searched.keywords ?? "''"}, ${searched.body ?? "''"}, ${audience}
    ${source} where new.agency_id is not null and not (${searched.hiddenWhen ?? '1 = 0'});`
  return { add, remove: `delete from search_entries where kind = '${kind}' and subject_id = old.id;` }
}
