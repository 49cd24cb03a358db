import { randomUUID } from 'node:crypto'
import { takeAdvisoryLock } from '../advisory-lock.ts'
import type { Database } from '../engines/connection.ts'
import { inspectMigrations, newerDatabase } from '../engines/migrator.ts'
import { addressOf } from '../engines/wait.ts'
import { compareDatabases, type TableSum } from './compare.ts'
import { copyTables } from './copy.ts'
import { readCounters } from './counters.ts'
import { dropRecord, endMove, findRecord, giveUpMove, type MoveRecord } from './record.ts'
import { acceptWrites, refuseWrites } from './refusal.ts'
import { textsWithNul } from './rows.ts'
import { listTables, requireSameTables, type Table } from './tables.ts'
import { completeTarget, prepareTarget } from './target.ts'

export interface Move {
  source: Database
  target: Database
  /** Receives progress messages, one sentence each. */
  report: (sentence: string) => void
  /** Cancels the move between two batches. */
  signal?: AbortSignal
}

/** The database's address without the password. */
export function labelOf(database: Database): string {
  if (database.dialect === 'sqlite') return `SQLite at ${database.file.name}`
  const { server, name } = addressOf(database.pool.options.connectionString)
  return `PostgreSQL at ${server}/${name}`
}

/**
 * Moves all data into an empty database of the other kind, verifies the copy, and returns the compared
 * checksums. The source rejects writes from the start: permanently once moved, until the error if the move
 * fails. After a kill it keeps rejecting them, and the same move can be resumed.
 */
export async function moveDatabase(move: Move): Promise<TableSum[]> {
  const { source, target } = move
  const unlock = await lock(source.dialect === 'postgres' ? source : target)
  try {
    return await finish(move, await begin(move))
  } finally {
    await unlock()
  }
}

/** An arbitrary number that no other advisory lock of ours uses. */
const MOVE_LOCK = 4_104_016

function lock(database: Database): Promise<() => Promise<void>> {
  if (database.dialect === 'sqlite') return Promise.resolve(async () => {})
  return takeAdvisoryLock(database.pool, {
    number: MOVE_LOCK,
    busy: `Another move of ${labelOf(database)} is in progress. Wait until it finishes.`,
  })
}

interface Begun {
  move_id: string
  /** Whether an earlier run started the move. */
  wasBegun: boolean
  tables: Table[]
}

/**
 * Checks both databases before writes are rejected, so that most problems show up while the portal still
 * works.
 */
async function begin({ source, target }: Move): Promise<Begun> {
  await requireNewest(source)
  const earlier = await findRecord(source)
  if (earlier !== null) await requireSame(earlier, target)
  const tables = await listTables(source)
  if (target.dialect === 'postgres') await requireNoNul(source, tables)
  const move_id = earlier?.move_id ?? randomUUID()
  requireSameTables(tables, await prepareTarget(target, { move_id, other: labelOf(source) }))
  return { move_id, wasBegun: earlier !== null, tables }
}

const PROGRESS_MS = 2000

async function finish(move: Move, begun: Begun): Promise<TableSum[]> {
  const { move_id } = begun
  const sums = await copyAndCompare(move, begun).catch(async (error: unknown) => {
    await free(move, move_id)
    throw error
  })
  // The target is opened last, and the source isn't released from here on: never do both accept writes.
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
      ? `Continuing the move to ${labelOf(target)}. The source is still read-only.`
      : `Moving to ${labelOf(target)}. The source is read-only from now on.`,
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

/** Unless the move was abandoned and another one started. */
async function free({ source, report }: Move, move_id: string): Promise<void> {
  try {
    if ((await findRecord(source))?.move_id === move_id) await acceptWrites(source)
    report('The move failed. The source accepts changes again.')
  } catch {
    report(
      'The move failed, and the source can’t be reached: run this command with --abandon once it responds.',
    )
  }
}

async function requireNewest({ db }: Database): Promise<void> {
  const { pending, executed, unknown } = await inspectMigrations(db)
  if (executed.length === 0)
    throw new Error('The source isn’t a database of this program: there is nothing to move.')
  if (unknown.length > 0) throw new Error(newerDatabase(unknown))
  if (pending.length === 0) return
  throw new Error(
    `The source was written by an earlier version (it lacks ${pending.join(', ')}). ` +
      'Start the portal once to upgrade it, then run this command again.',
  )
}

/** A move in progress can only be resumed to the same target. */
async function requireSame({ side, stage, move_id, other }: MoveRecord, target: Database): Promise<void> {
  if (side === 'target') {
    throw new Error(`The source is incomplete: a move from ${other} into it hasn’t finished.`)
  }
  const targetRecord = await findRecord(target)
  if (stage === 'moved' && targetRecord?.move_id !== move_id) {
    throw new Error(
      `The source has already been moved to ${other}. To use it again, run this command with --abandon.`,
    )
  }
  if (stage === 'abandoned') {
    throw new Error(
      `A move to ${other} was abandoned. Run this command with --abandon to finish abandoning it.`,
    )
  }
  if (stage === 'moving' && other !== labelOf(target)) {
    throw new Error(
      `A move to ${other} was started. Continue it, or run this command with --abandon to cancel it.`,
    )
  }
}

async function requireNoNul(source: Database, tables: readonly Table[]): Promise<void> {
  const found = await textsWithNul(source, tables)
  if (found.length === 0) return
  throw new Error(
    `PostgreSQL can’t store the NUL character, which is in ${found.join('; ')}. Nothing was changed. Correct these texts first.`,
  )
}

/** Makes the source writable again; returns false if no move was in progress. A move can't end from then on. */
export async function abandonMove(source: Database): Promise<boolean> {
  const record = await findRecord(source)
  if (record?.side !== 'source') return false
  await giveUpMove(source, record)
  await acceptWrites(source)
  return true
}
