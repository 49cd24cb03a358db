import { sql } from 'kysely'
import type { Db, Trx } from '../schema.ts'
import {
  type AgencyColumns,
  agencyColumns,
  type ForeignKey,
  foreignKeys,
  type UniqueKey,
  uniqueKeys,
} from './catalogue.ts'
import { CROSSING, DISTRIBUTED_TABLES, MAY_BE_EMPTY, NO_AGENCY, PARENTS } from './tables.ts'

const DISTRIBUTED: ReadonlySet<string> = new Set(DISTRIBUTED_TABLES)

/** What was changed, by kind; all zeros where a database was distributed before. */
export interface Distributed {
  /** Tables whose rows name an agency from now on. */
  columns: number
  keys: number
  references: number
  /** References that can't be kept between tables that are distributed and those that stay whole. */
  dropped: string[]
}

/**
 * Gives every key of the tenant tables their agency, in one transaction; repeated after an upgrade, it does
 * what the upgrade's tables need. Nobody else may use the database meanwhile. PostgreSQL alone.
 */
export const distribute = (db: Db): Promise<Distributed> =>
  db.transaction().execute(async (trx) => {
    const references = await foreignKeys(trx)
    const agencies = await agencyColumns(trx)
    const lost = references.filter((reference) => isLost(reference, agencies))
    const widened = references.filter((reference) => !lost.includes(reference) && isNarrow(reference))
    for (const { table, name } of [...lost, ...widened])
      await run(trx, `alter table ${table} drop constraint ${name}`)
    const columns = await fillColumns(trx, agencies)
    const keys = (await uniqueKeys(trx)).filter(({ table, columns: of }) => {
      return DISTRIBUTED.has(table) && of?.includes('agency_id') === false
    })
    for (const key of keys) await widenKey(trx, key)
    for (const reference of widened) await run(trx, wideReference(reference))
    const dropped = lost.map(
      ({ table, columns: of, refers_to }) => `${table} (${of.join(', ')}) → ${refers_to}`,
    )
    return { columns, keys: keys.length, references: widened.length, dropped }
  })

const run = (trx: Trx, text: string) => sql.raw(text).execute(trx)

/** A whole table can't refer to rows that are spread, and what belongs to no agency has no row in `agencies`. */
const isLost = ({ table, columns, refers_to }: ForeignKey, agencies: AgencyColumns): boolean =>
  DISTRIBUTED.has(refers_to)
    ? !DISTRIBUTED.has(table) || CROSSING.includes(`${table}.${columns.join()}`)
    : columns.join() === 'agency_id' && agencies.get(table) === 'maybe'

const isNarrow = ({ table, columns, refers_to }: ForeignKey): boolean =>
  DISTRIBUTED.has(table) && DISTRIBUTED.has(refers_to) && !columns.includes('agency_id')

function wideReference({ table, name, columns, refers_to, referred, on_delete }: ForeignKey): string {
  const names = columns.join(', ')
  const action = on_delete === 'set null' ? `set null (${names})` : on_delete
  return `alter table ${table} add constraint ${name} foreign key (agency_id, ${names})
    references ${refers_to} (agency_id, ${referred.join(', ')}) on delete ${action}`
}

/** Returns how many tables were filled. */
async function fillColumns(trx: Trx, found: AgencyColumns): Promise<number> {
  const lacking = DISTRIBUTED_TABLES.filter((table) => found.get(table) === null)
  const maybe = [...found.keys()].filter(
    (table) => found.get(table) === 'maybe' && !MAY_BE_EMPTY.includes(table),
  )
  await nameNobody(trx)
  for (const table of maybe) {
    await run(trx, `alter table ${table} disable trigger user`)
    await run(trx, `update ${table} set agency_id = '${NO_AGENCY}' where agency_id is null`)
    await run(trx, `alter table ${table} enable trigger user`)
    await run(trx, `alter table ${table} alter agency_id set default '${NO_AGENCY}'`)
    await run(trx, `alter table ${table} alter agency_id set not null`)
  }
  for (const table of lacking) await addColumn(trx, table)
  return lacking.length + maybe.length
}

/** The agency of a row is its parent's; a client that shards by itself must be told it in the statement. */
async function addColumn(trx: Trx, table: string): Promise<void> {
  const parent = PARENTS[table as keyof typeof PARENTS]
  if (parent === undefined) throw new Error(`${table} has no agency_id, and nothing says whose its rows are`)
  await run(trx, `alter table ${table} add column agency_id text`)
  await run(trx, `alter table ${table} disable trigger user`)
  await run(
    trx,
    `update ${table} set agency_id = parent.agency_id from ${parent.table} as parent where parent.id = ${table}.${parent.column}`,
  )
  await run(trx, `alter table ${table} enable trigger user`)
  await run(trx, `alter table ${table} alter agency_id set not null`)
  await run(
    trx,
    `create function ${table}_agency() returns trigger language plpgsql as $$ begin
      if new.agency_id is null then
        select agency_id into new.agency_id from ${parent.table} where id = new.${parent.column};
      end if;
      return new;
    end $$`,
  )
  await run(
    trx,
    `create trigger ${table}_agency before insert on ${table} for each row execute function ${table}_agency()`,
  )
}

/** Conditions and triggers that speak of an empty agency speak of the stand-in from now on. */
async function nameNobody(trx: Trx): Promise<void> {
  const checks = await sql<{ table: string; name: string; text: string }>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as text
    from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace
      and pg_get_constraintdef(oid) ~ '\\magency_id IS (NOT )?NULL'`.execute(trx)
  for (const { table, name, text } of checks.rows) {
    await run(trx, `alter table ${table} drop constraint ${name}`)
    await run(trx, `alter table ${table} add constraint ${name} ${nobodyIn(text)}`)
  }
  const functions = await sql<{ text: string }>`
    select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc ~* '(new|old)\\.agency_id is not null'`.execute(
    trx,
  )
  for (const { text } of functions.rows) await run(trx, nobodyIn(text))
  const triggers = await sql<{ table: string; name: string; text: string }>`
    select tgrelid::regclass::text as "table", tgname as name, pg_get_triggerdef(pg_trigger.oid) as text
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace
      and pg_get_triggerdef(pg_trigger.oid) ~* '(new|old)\\.agency_id is not null'`.execute(trx)
  for (const { table, name, text } of triggers.rows) {
    await run(trx, `drop trigger ${name} on ${table}`)
    await run(trx, nobodyIn(text))
  }
}

const nobodyIn = (text: string): string =>
  text
    .replace(/\b((?:(?:new|old)\.)?agency_id) is not null/gi, `$1 <> '${NO_AGENCY}'`)
    .replace(/\b((?:(?:new|old)\.)?agency_id) is null/gi, `$1 = '${NO_AGENCY}'`)

/** Rows go on being found by the old columns alone, as the portal asks for them where it knows no agency. */
async function widenKey(trx: Trx, { table, name, kind, columns, definition }: UniqueKey): Promise<void> {
  const names = columns?.map((column) => `"${column}"`).join(', ')
  const alone = definition.replace(/^CREATE UNIQUE INDEX \S+/, `create index ${name.slice(0, 57)}_alone`)
  if (kind === 'index') {
    await run(trx, `drop index ${name}`)
    await run(trx, definition.replace('(', '(agency_id, '))
  } else {
    await run(trx, `alter table ${table} drop constraint ${name}`)
    await run(trx, `alter table ${table} add constraint ${name} ${kind} (agency_id, ${names})`)
  }
  await run(trx, alone)
}
