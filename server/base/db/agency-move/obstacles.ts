import { sql } from 'kysely'
import type { Database } from '../engines/connection.ts'
import type { Table } from '../move/tables.ts'
import type { Db } from '../schema.ts'
import { addMinutes, toInstant } from '../values.ts'
import { belongs, literal, ownershipOf } from './ownership.ts'
import { listReferences } from './rows.ts'

const SOME = 5

/** A longer lease was written by a clock that was ahead. */
const LONGEST_LEASE_MINUTES = 10

/**
 * Returns the reasons why the agency can't be moved, one sentence each. Checked before anything becomes
 * read-only.
 */
export async function listObstacles(
  { source, target }: { source: Database; target: Database },
  { id, tables }: { id: string; tables: readonly Table[] },
): Promise<string[]> {
  return [
    ...(await knownAccounts(source.db, target.db, id)),
    ...(await knownHost(source.db, target.db, id)),
    ...(await sharedPeople(source, { id, tables })),
    ...(await nulTexts({ source, target }, { id, tables })),
  ]
}

/** An email address can have only one account in an installation. */
async function knownAccounts(source: Db, target: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select users.id, users.email from users join profiles on profiles.user_id = users.id
    where agency_id = ${id}`.execute(source)
  const existing: string[] = []
  for (const user of rows) {
    const found = await target
      .selectFrom('users')
      .select('id')
      .where((eb) => eb.or([eb('email', '=', user.email), eb('id', '=', user.id)]))
      .executeTakeFirst()
    if (found !== undefined) existing.push(user.email)
  }
  const agency = await target
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', id as never)
    .executeTakeFirst()
  return [
    ...(agency === undefined ? [] : [`The target already has this agency, as “${agency.name}”.`]),
    ...existing.slice(0, SOME).map((email) => `${email} already has an account at the target.`),
    ...(existing.length > SOME ? [`So do ${existing.length - SOME} others.`] : []),
  ]
}

/** A host can belong to only one agency. */
async function knownHost(source: Db, target: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ host: string | null }>`select host from agencies where id = ${id}`.execute(
    source,
  )
  const host = rows[0]?.host ?? null
  const other = await target.selectFrom('agencies').select('name').where('host', '=', host).executeTakeFirst()
  return other === undefined ? [] : [`${host} is the host name of “${other.name}” at the target.`]
}

/**
 * Rows of another agency can refer to people who once worked for it: the move would break those references.
 */
async function sharedPeople(
  source: Database,
  { id, tables }: { id: string; tables: readonly Table[] },
): Promise<string[]> {
  const references = (await listReferences(source)).filter(({ refersTo }) => refersTo === 'users')
  const people = `(select user_id from profiles where agency_id = ${literal(id)})`
  const found: string[] = []
  for (const { table, column } of references) {
    const owned = ownershipOf(table)
    const hasAgency = tables.some(
      ({ name, columns }) => name === table && columns.some((one) => one.name === 'agency_id'),
    )
    if (owned === null || table === 'agencies' || !hasAgency) continue
    const row = `"${table}"`
    const foreign = `${row}.agency_id <> ${literal(id)} and ${row}."${column}" in ${people}`
    const own = `${belongs(table, row, literal(id))} and ${row}."${column}" not in ${people}`
    for (const [where, words] of [
      [foreign, `of other agencies refer to people of this one`],
      [own, `of this agency refer to people who aren’t in it`],
    ]) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where ${sql.raw(where ?? '')}`.execute(source.db)
      const count = Number(rows[0]?.count)
      if (count > 0) found.push(`${count} rows of ${table} (${column}) ${words}.`)
    }
  }
  return found
}

async function nulTexts(
  { source, target }: { source: Database; target: Database },
  { id, tables }: { id: string; tables: readonly Table[] },
): Promise<string[]> {
  if (source.dialect !== 'sqlite' || target.dialect !== 'postgres') return []
  const found: string[] = []
  for (const { name, columns } of tables.filter((table) => ownershipOf(table.name) !== null)) {
    const texts = columns.filter(({ type }) => type === 'text')
    const containsNul = texts
      .map((column) => `coalesce(instr("${column.name}", char(0)), 0) > 0`)
      .join(' or ')
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}
      where (${sql.raw(containsNul || 'false')}) and ${sql.raw(belongs(name, `"${name}"`, literal(id)))}`.execute(
      source.db,
    )
    const count = Number(rows[0]?.count)
    if (count > 0)
      found.push(`${count} rows of ${name} contain the NUL character, which PostgreSQL can’t store.`)
  }
  return found
}

/**
 * Returns payments, refunds, and imports in progress, which only the source could finish. Checked once no new
 * ones can start.
 */
export async function listInProgress(db: Db, id: string): Promise<string[]> {
  const count = async (text: ReturnType<typeof sql<{ count: number }>>) =>
    Number((await text.execute(db)).rows[0]?.count)
  const found = {
    payment: await count(sql`
      select count(*) as count from payments
      where status = 'pending' and (agency_id = ${id} or payer_agency_id = ${id})`),
    refund: await count(sql`
      select count(*) as count from payment_refunds
      where status = 'pending' and payment_id in (select id from payments where agency_id = ${id})`),
    import: await count(sql`
      select count(*) as count from imports where agency_id = ${id} and lease_until between ${toInstant(new Date())}
        and ${toInstant(addMinutes(new Date(), LONGEST_LEASE_MINUTES))}`),
  }
  return Object.entries(found).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? ' is' : 's are'} in progress.`],
  )
}

/**
 * Maps the ids of plans and sample processes that the agency's rows refer to, from the source's to the
 * target's. Throws if the target has none of the same name.
 */
export async function matchPlatformIds(source: Db, target: Db, id: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const { rows: plans } = await sql<{ id: string; name: string; kind: string }>`
    select id, name, kind from plans where id in (select plan_id from agency_subscriptions where agency_id = ${id})
      or id in (select plan_id from payments where agency_id = ${id})`.execute(source)
  for (const plan of plans) {
    const targetPlan = await target
      .selectFrom('plans')
      .select('id')
      .where('name', '=', plan.name)
      .where('kind', '=', plan.kind as never)
      .executeTakeFirst()
    if (targetPlan === undefined)
      throw new Error(`The target has no plan “${plan.name}”. Create it there first.`)
    ids.set(plan.id, targetPlan.id)
  }
  const { rows: samples } = await sql<{ id: string; name: string }>`
    select id, name from process_templates where agency_id is null
      and id in (select template_id from process_runs where agency_id = ${id})`.execute(source)
  for (const sample of samples) {
    const { rows } = await sql<{ id: string }>`
      select id from process_templates where agency_id is null and (id = ${sample.id} or name = ${sample.name})
      order by id = ${sample.id} desc limit 1`.execute(target)
    const [targetSample] = rows
    if (targetSample === undefined) throw new Error(`The target has no sample process “${sample.name}”.`)
    ids.set(sample.id, targetSample.id)
  }
  return ids
}
