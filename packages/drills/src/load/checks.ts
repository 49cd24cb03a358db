import { sql } from 'kysely'
import { openDatabase } from '../../../../server/base/db/engines/connection.ts'
import type { Db } from '../../../../server/base/db/schema.ts'
import { type Acknowledged, KINDS, type Kind } from './ledger.ts'

/** Reads the instance's database over its own connection. */
export async function inDatabase<Result>(url: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const database = openDatabase(url)
  try {
    return await read(database.db)
  } finally {
    await database.close()
  }
}

/** The number of rows stored per mark. */
const MARKS: Record<Kind, (db: Db, name: string) => Promise<{ mark: string | null }[]>> = {
  task: (db, name) =>
    db.selectFrom('tasks').select('title as mark').where('title', 'like', `${name}-%`).execute(),
  time: (db, name) =>
    db.selectFrom('time_entries').select('note as mark').where('note', 'like', `${name}-%`).execute(),
  comment: (db, name) =>
    db.selectFrom('task_comments').select('text as mark').where('text', 'like', `${name}-%`).execute(),
  payment: async (db) => {
    const rows = await db
      .selectFrom('payments')
      .select('request_key')
      .where('request_key', 'is not', null)
      .where('status', '=', 'succeeded')
      .execute()
    return rows.map(({ request_key }) => ({ mark: request_key?.split(':')[1] ?? null }))
  },
}

/** Acknowledged writes that are lost, and writes stored more than once. */
export async function findLosses(db: Db, ledger: Acknowledged): Promise<string[]> {
  const losses = ledger.unexpected.slice(0, 3).map((message) => `refused without a reason: ${message}`)
  for (const kind of KINDS) {
    const stored = new Map<string, number>()
    for (const { mark } of await MARKS[kind](db, ledger.name)) {
      if (mark !== null) stored.set(mark, (stored.get(mark) ?? 0) + 1)
    }
    for (const [mark, acknowledged] of ledger.acknowledged) {
      if (acknowledged === kind && !stored.has(mark)) losses.push(`acknowledged ${kind} ${mark} is lost`)
    }
    for (const mark of [...ledger.acknowledged.keys(), ...ledger.unanswered.keys()]) {
      const times = stored.get(mark) ?? 0
      if (times > 1) losses.push(`${kind} ${mark} is stored ${times} times`)
    }
  }
  return losses
}

/** Rows written in one transaction, completely or not at all; each query finds incomplete ones. */
const HALF_DONE: Record<string, string> = {
  'an invoice whose paid amount is not the sum of its payments': `
    select i.id from invoices i
    left join (select invoice_id, sum(amount) as paid from payments
               where status = 'succeeded' group by invoice_id) p on p.invoice_id = i.id
    where i.kind = 'invoice' and i.amount_paid <> coalesce(p.paid, 0)`,
  'an invoice whose status contradicts its amounts': `
    select id from invoices
    where kind = 'invoice' and (status = 'paid') <>
      (amount_paid + amount_credited + amount_applied + amount_written_off >= total)`,
  'a payment that is not booked exactly once': `
    select p.id from payments p
    left join (select payment_id, count(*) as entries, sum(amount) as booked from ledger_entries
               where direction in ('income', 'liability') group by payment_id) l on l.payment_id = p.id
    where (p.status = 'succeeded' and (coalesce(l.entries, 0) <> 1 or l.booked <> p.amount))
       or (p.status <> 'succeeded' and l.entries is not null)`,
  'a task without its activity': `
    select t.id from tasks t where t.title like '________-%'
      and (select count(*) from activity a where a.subject_id = t.id and a.action = 'task.created') <> 1`,
  'a comment without its activity': `
    select c.id from task_comments c
    where (select count(*) from activity a where a.subject_id = c.id and a.action = 'comment.added') <> 1`,
  'an invoice sent twice, or without its activity': `
    select i.id from invoices i where i.title = 'Drill' and i.status <> 'draft'
      and (select count(*) from activity a where a.subject_id = i.id and a.action = 'invoice.sent') <> 1`,
}

export async function findHalfDone(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [what, query] of Object.entries(HALF_DONE)) {
    const { rows } = await sql.raw<{ id: string }>(query).execute(db)
    if (rows.length > 0) found.push(`${rows.length} × ${what} (${rows[0]?.id})`)
  }
  return found
}

/** The provider's charges without a paid payment; empty once every lost response was retried. */
export async function findLostCharges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from simulated_objects o
    where kind = 'payment_intents' and body like '%"status":"succeeded"%' and not exists
      (select 1 from payments p where p.provider_payment_id = o.id and p.status = 'succeeded')`.execute(db)
  return rows.map(({ id }) => `the provider charged ${id}, but no payment has it`)
}

/** Finds damaged pages; PostgreSQL has its own checksums. */
export async function findDamage(url: string): Promise<string[]> {
  if (!url.startsWith('file:')) return []
  return inDatabase(url, async (db) => {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    const verdict = rows[0]?.integrity_check
    return verdict === 'ok' ? [] : [`integrity_check: ${verdict}`]
  })
}
