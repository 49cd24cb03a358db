import { sql } from 'kysely'
import { CROSSING } from '../agency-tables.ts'
import type { Database } from '../engines/connection.ts'
import type { TableSum } from '../move/compare.ts'
import type { Row } from '../move/rows.ts'
import type { Table } from '../move/tables.ts'
import { requireReferences } from '../move/target.ts'
import type { Db } from '../schema.ts'
import { COUNTED, literal, ownershipOf } from './ownership.ts'
import { type AgencyMove, addMove } from './record.ts'
import { addRows, inOrder, listReferences, readRows, sumRows } from './rows.ts'

/** Columns encrypted with the installation's key. */
export const SEALED: readonly string[] = [
  'payment_accounts.secret_key',
  'payment_accounts.webhook_secret',
  'payout_accounts.iban',
  'sepa_batches.file',
  'two_factors.sealed_secret',
  'webhooks.secret',
  'webhooks.earlier_secret',
]

/** Columns that refer to platform rows, whose ids differ at the target. */
const PLATFORM_REFERENCES: readonly string[] = [
  'agency_subscriptions.plan_id',
  'payments.plan_id',
  'process_runs.template_id',
]

export interface Translation {
  /** Decrypts with the source's key. */
  open: (sealed: string) => string
  /** Decrypts with the target's key. */
  openThere: (sealed: string) => string
  /** Encrypts with the target's key. */
  seal: (secret: string) => string
  /** Maps the source's ids of plans and sample processes to the target's. */
  platformIds: ReadonlyMap<string, string>
  /** Maps a payment account at Stripe, which may be the source's own. */
  accountThere: (account: string) => string
}

export interface Arrival {
  source: Database
  target: Database
  tables: readonly Table[]
  translation: Translation
  /** The target's record of the move. */
  move: AgencyMove
  signal?: AbortSignal
}

/**
 * Copies the agency's rows to the target and compares them in one transaction: the rows only become visible
 * there once all are verified, and a killed process leaves none behind.
 */
export async function arrive(request: Arrival): Promise<TableSum[]> {
  const { target, move, signal } = request
  const arrival = { ...request, issued: await listIssued(request) }
  const references = await listReferences(arrival.source)
  const tables = inOrder(
    arrival.tables.filter(({ name }) => ownershipOf(name) !== null),
    references,
  )
  return target.db.transaction().execute(async (trx) => {
    if (target.dialect === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(trx)
    else await sql`set local statement_timeout = 0`.execute(trx)
    const sums: TableSum[] = []
    const counted = tables.filter(({ name }) => COUNTED.includes(name))
    for (const table of tables.filter((one) => !counted.includes(one))) {
      signal?.throwIfAborted()
      const together = references.some((one) => one.table === table.name && one.refersTo === table.name)
      sums.push(await copyTable(arrival, trx, table, together))
    }
    const id = literal(move.agency_id)
    for (const table of counted) {
      await sql.raw(`delete from ${table.name} where agency_id = ${id}`).execute(trx)
      sums.push(await copyTable(arrival, trx, table, false))
    }
    await adoptStorageUsed(arrival, trx)
    if (target.dialect === 'sqlite') await requireReferences(trx)
    await compare(arrival, trx, { tables, sums })
    await trx.deleteFrom('moved_keys').where('agency_id', '=', move.agency_id).execute()
    await addMove(trx, move)
    signal?.throwIfAborted()
    return sums.sort((a, b) => (a.table < b.table ? -1 : 1))
  })
}

interface Arriving extends Arrival {
  /** Ids of the agency's own invoices and payments, which move with it. */
  issued: ReadonlySet<string>
}

async function listIssued({ source, move }: Arrival): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices where agency_id = ${move.agency_id}
    union select id from payments where agency_id = ${move.agency_id}`.execute(source.db)
  return new Set(rows.map(({ id }) => id))
}

/** Copies the agency's rows in the table and returns the checksum of the rows read. */
async function copyTable(
  { source, target, translation, move, issued }: Arriving,
  trx: Db,
  table: Table,
  together: boolean,
): Promise<TableSum> {
  const rows = await readRows(source.db, table, move.agency_id)
  const plain = rows.map((row) =>
    translate(table, row, {
      sealed: translation.open,
      account: translation.accountThere,
      platformId: (id) => translation.platformIds.get(id) ?? id,
      // The agency's ledger also refers to invoices issued by the platform, which stay at the source.
      crossing: (id) => (issued.has(id) ? id : null),
    }),
  )
  const existing = await knownBefore(trx, table, move.agency_id)
  const key = table.columns.findIndex(({ name }) => name === 'id')
  const sealed = plain
    .filter((row) => !existing.has(row[key] as string))
    .map((row) => translate(table, row, { sealed: translation.seal }))
  await addRows(target, trx, { table, rows: sealed, together })
  return sumRows(table, plain)
}

/** If the agency moves back, its old audit log rows are still here, because the log is append-only. */
async function knownBefore(trx: Db, { name }: Table, agencyId: string): Promise<Set<string>> {
  if (name !== 'audit_log') return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from audit_log where agency_id = ${agencyId}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

function translate(
  { name: table, columns }: Table,
  row: Row,
  change: {
    sealed: (text: string) => string
    account?: (account: string) => string
    platformId?: (id: string) => string
    crossing?: (id: string) => string | null
  },
): Row {
  const provider = row[columns.findIndex(({ name }) => name === 'provider')]
  const isAtStripe = provider !== 'test' && provider !== 'manual'
  return row.map((value, place) => {
    const column = `${table}.${columns[place]?.name}`
    if (typeof value !== 'string') return value
    if (isAtStripe && columns[place]?.name === 'account') return change.account?.(value) ?? value
    if (PLATFORM_REFERENCES.includes(column)) return change.platformId?.(value) ?? value
    if (CROSSING.includes(column)) return change.crossing === undefined ? value : change.crossing(value)
    if (!SEALED.includes(column)) return value
    try {
      return change.sealed(value)
    } catch (cause) {
      throw new Error(`${column} can’t be decrypted with the installation’s key.`, { cause })
    }
  })
}

/** Triggers counted the copied files on top of the sum copied with the agency, so this sets the sum again. */
async function adoptStorageUsed({ source, move }: Arrival, trx: Db): Promise<void> {
  const { storage_used } = await source.db
    .selectFrom('agencies')
    .select('storage_used')
    .where('id', '=', move.agency_id)
    .executeTakeFirstOrThrow()
  await trx.updateTable('agencies').set({ storage_used }).where('id', '=', move.agency_id).execute()
}

/** Throws if the target's rows or search entries differ from the source's. */
async function compare(
  { source, translation, move }: Arrival,
  trx: Db,
  { tables, sums }: { tables: readonly Table[]; sums: readonly TableSum[] },
): Promise<void> {
  const different: string[] = []
  for (const table of tables) {
    const before = sums.find((sum) => sum.table === table.name)
    const targetRows = (await readRows(trx, table, move.agency_id)).map((row) =>
      translate(table, row, { sealed: translation.openThere }),
    )
    const after = sumRows(table, targetRows)
    if (before?.rows !== after.rows) {
      different.push(`${table.name} has ${before?.rows} rows and ${after.rows} at the target`)
    } else if (before.checksum !== after.checksum) different.push(`${table.name} differs in its checksum`)
  }
  const [before, after] = [
    await countEntries(source.db, move.agency_id),
    await countEntries(trx, move.agency_id),
  ]
  if (before !== after) different.push(`search_entries has ${before} rows and ${after} at the target`)
  if (different.length > 0) throw new Error(`The agency differs at the target: ${different.join('; ')}.`)
}

async function countEntries(db: Db, agencyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from search_entries where agency_id = ${agencyId}`.execute(db)
  return Number(rows[0]?.count)
}
