import { randomUUID } from 'node:crypto'
import type { Database } from '../connection.ts'
import { adoptDistribution } from '../distribution/catalogue.ts'
import { inspectMigrations, newerDatabase } from '../migrator.ts'
import { compareDatabases, type TableSum } from './compare.ts'
import { copyTables } from './copy.ts'
import { readCounters } from './counters.ts'
import { dropRecord, endMove, findRecord, type MoveRecord } from './record.ts'
import { acceptWrites, refuseWrites } from './refusal.ts'
import { textsWithNul } from './rows.ts'
import { listTables, requireSameTables, type Table } from './tables.ts'
import { completeTarget, prepareTarget } from './target.ts'

export interface Move {
  source: Database
  target: Database
  /** Hears what is being done, a sentence each. */
  report: (sentence: string) => void
  /** Gives the move up, between two batches. */
  signal?: AbortSignal
}

/** Where a database is, without its password. */
export function labelOf(database: Database): string {
  if (database.dialect === 'sqlite') return `SQLite at ${database.file.name}`
  const { host, pathname } = new URL(database.pool.options.connectionString ?? '')
  return `PostgreSQL at ${host}${pathname}`
}

/**
 * Moves all the source holds into an empty database of the other kind and proves it the same; returns what
 * was compared. From its beginning on the source refuses writes: for good once it has moved, and until the
 * failure where it fails. After a kill it still refuses them, and the same move goes on where it was.
 */
export async function moveDatabase(move: Move): Promise<TableSum[]> {
  const { source, target } = move
  const unlock = await lock(source.dialect === 'postgres' ? source : target)
  try {
    return await finish(move, await begin(move))
  } finally {
    unlock()
  }
}

/** Any number will do, as long as no other lock of ours has it. */
const MOVE_LOCK = 4_104_016

/** The end of the connection gives it back, whatever happened. */
async function lock(database: Database): Promise<() => void> {
  if (database.dialect === 'sqlite') return () => {}
  const client = await database.pool.connect()
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [MOVE_LOCK])
  if (rows[0]?.locked === true) return () => client.release(true)
  client.release(true)
  throw new Error(`Another move of ${labelOf(database)} is under way. Wait for its end.`)
}

interface Begun {
  move_id: string
  /** By an earlier run. */
  wasBegun: boolean
  tables: Table[]
}

/** Checks both ends before anything is refused: most of what can go wrong is said while everybody still works. */
async function begin({ source, target }: Move): Promise<Begun> {
  await requireNewest(source)
  await requirePlainKeys(source)
  const begun = await findRecord(source)
  if (begun !== null) await requireSame(begun, target)
  const tables = await listTables(source)
  if (target.dialect === 'postgres') await requireNoNul(source, tables)
  const move_id = begun?.move_id ?? randomUUID()
  requireSameTables(tables, await prepareTarget(target, { move_id, other: labelOf(source) }))
  return { move_id, wasBegun: begun !== null, tables }
}

const PROGRESS_MS = 2000

async function finish(move: Move, begun: Begun): Promise<TableSum[]> {
  const { move_id } = begun
  const sums = await copyAndCompare(move, begun).catch(async (error: unknown) => {
    await free(move, move_id)
    throw error
  })
  // The target opens to portals last, and nothing frees the source from here on: never do both take changes.
  await endMove(move.source, move_id)
  await dropRecord(move.target.db)
  return sums
}

async function copyAndCompare(
  { source, target, report, signal }: Move,
  { move_id, wasBegun, tables }: Begun,
): Promise<TableSum[]> {
  await refuseWrites(source, tables, { move_id, other: labelOf(target) })
  report(
    wasBegun
      ? `Going on with the move to ${labelOf(target)}. The source still refuses changes.`
      : `Moving to ${labelOf(target)}. The source refuses changes from now on.`,
  )
  let reported = performance.now()
  const onBatch = ({ name }: Table, rows: number) => {
    if (performance.now() - reported < PROGRESS_MS) return
    reported = performance.now()
    report(`  ${name}: ${rows} rows`)
  }
  await copyTables({ source, target, onBatch, signal }, tables)
  await completeTarget(target, tables, await readCounters(source))
  report('All rows are copied. Comparing both databases.')
  const sums = await compareDatabases(source, target, tables)
  signal?.throwIfAborted()
  return sums
}

/** Unless somebody has abandoned the move and begun another one. */
async function free({ source, report }: Move, move_id: string): Promise<void> {
  try {
    if ((await findRecord(source))?.move_id === move_id) await acceptWrites(source)
    report('The move failed. The source takes changes again.')
  } catch {
    report('The move failed, and the source can’t be told: run this command with --abandon once it answers.')
  }
}

async function requireNewest({ db }: Database): Promise<void> {
  const { pending, executed, unknown } = await inspectMigrations(db)
  if (executed.length === 0)
    throw new Error('The source is no database of this program: there is nothing to move.')
  if (unknown.length > 0) throw new Error(newerDatabase(unknown))
  if (pending.length === 0) return
  throw new Error(
    `The source is of an earlier version (it lacks ${pending.join(', ')}). ` +
      'Start the portal once, which brings it up to date, then run this command again.',
  )
}

async function requirePlainKeys(source: Database): Promise<void> {
  if (source.dialect === 'sqlite') return
  await adoptDistribution(source)
  if (!source.byAgency.active) return
  throw new Error(
    'The keys of the source are distributed by agency, which SQLite knows nothing of: it can’t be moved. Nothing was changed.',
  )
}

/** A move that was begun goes on to where it went. */
async function requireSame({ side, stage, move_id, other }: MoveRecord, target: Database): Promise<void> {
  if (side === 'target') {
    throw new Error(`The source isn't whole: a move from ${other} into it hasn't come to its end.`)
  }
  const there = await findRecord(target)
  if (stage === 'moved' && there?.move_id !== move_id) {
    throw new Error(
      `The source was moved to ${other} already. To use it again, run this command with --abandon.`,
    )
  }
  if (stage === 'moving' && other !== labelOf(target)) {
    throw new Error(
      `A move to ${other} was begun. Go on with it, or run this command with --abandon to give it up.`,
    )
  }
}

async function requireNoNul(source: Database, tables: readonly Table[]): Promise<void> {
  const found = await textsWithNul(source, tables)
  if (found.length === 0) return
  throw new Error(
    `PostgreSQL can't hold the character NUL, which is in ${found.join('; ')}. Nothing was changed. Correct these texts first.`,
  )
}

/** Lets the source be used again; false where no move was begun. */
export async function abandonMove(source: Database): Promise<boolean> {
  const record = await findRecord(source)
  if (record?.side !== 'source') return false
  await acceptWrites(source)
  return true
}
