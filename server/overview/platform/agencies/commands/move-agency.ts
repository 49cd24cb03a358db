import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import {
  type Config,
  instanceKeyPath,
  keyFingerprint,
  readInstanceKey,
} from '../../../../base/core/config.ts'
import type { Services } from '../../../../base/core/context.ts'
import { systemContext } from '../../../../base/core/rows/reach.ts'
import { openSecret, sealSecret } from '../../../../base/core/secret-box.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { arrive } from '../../../../base/db/agency-move/arrive.ts'
import { keepMovedKeys } from '../../../../base/db/agency-move/moved-keys.ts'
import { lockMoves } from '../../../../base/db/agency-move/moves-lock.ts'
import { listInProgress, listObstacles, matchPlatformIds } from '../../../../base/db/agency-move/obstacles.ts'
import {
  type AgencyMove,
  addMove,
  deleteMove,
  findGone,
  findMove,
  findMoving,
} from '../../../../base/db/agency-move/record.ts'
import { refuseAgencyWrites, stopRefusing } from '../../../../base/db/agency-move/refusal.ts'
import { type Database, databaseOf } from '../../../../base/db/engines/connection.ts'
import { inspectMigrations } from '../../../../base/db/engines/migrator.ts'
import type { TableSum } from '../../../../base/db/move/compare.ts'
import { labelOf } from '../../../../base/db/move/move.ts'
import { listTables, requireSameTables, type Table } from '../../../../base/db/move/tables.ts'
import type { Db } from '../../../../base/db/schema.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { formerAccount, INSTANCE } from '../../../../money/payments/rules.ts'
import { moveFiles } from '../../backups/commands/move-files.ts'
import { listFileRecords } from '../../backups/queries/stored-files.ts'
import { agencyNamed, usesPlatformKeys } from '../queries/moving-agency.ts'
import { deleteRows } from './purge-agencies.ts'

export interface AgencyMoving {
  /** The services of the source installation; its database has no time limits. */
  services: Services
  target: { database: Database; config: Config }
  /** Skips files that are missing or damaged at the source. */
  withoutDamaged?: boolean
  /** Receives a sentence for each step. */
  report: (sentence: string) => void
  /** Cancels the move, as long as the agency hasn't arrived. */
  signal?: AbortSignal
}

interface Begun extends AgencyMoving {
  source: Database
  tables: Table[]
  move: AgencyMove
}

/**
 * Moves one agency to another installation, with its rows, people, secrets and files. It becomes read-only
 * here and then appears there complete; at no time do both accept changes. A killed move is resumed by the
 * next run.
 */
export async function moveAgency(moving: AgencyMoving, nameOrId: string): Promise<TableSum[]> {
  const unlock = await lockMoves(sourceOf(moving))
  try {
    const moved = await findGone(sourceOf(moving).db, nameOrId)
    if (moved !== null) {
      await stopRefusing(sourceOf(moving))
      moving.report(`“${moved.name}” has already moved to ${moved.address}.`)
      return []
    }
    const begun = await begin(moving, nameOrId)
    if (await hasArrived(begun)) {
      begun.report(`“${begun.move.name}” has already arrived; it only needs to be removed here.`)
      await removeHere(begun)
      return []
    }
    const copied = await copyFiles(begun, new Set())
    const sums = await refuseAndCopy(begun, copied).catch(async (error: unknown) => {
      await acceptChanges(begun)
      throw error
    })
    begun.report('All rows are copied and compared. Removing the agency here.')
    await removeHere(begun)
    return sums
  } finally {
    await unlock()
  }
}

/** Cancels an interrupted move: the agency accepts changes here again, and its files are removed there. */
export async function abandonAgencyMove(moving: AgencyMoving, nameOrId: string): Promise<boolean> {
  const source = sourceOf(moving)
  const unlock = await lockMoves(source)
  try {
    const move = await findMoving(source.db)
    if (move === null) return false
    requireSameAgency(move, nameOrId)
    requireSameTarget(move, moving)
    if ((await findMove(moving.target.database.db, move.agency_id))?.move_id === move.move_id) {
      throw new Error(
        `“${move.name}” has already arrived. Run the move again to finish it. To get the agency back, move it back.`,
      )
    }
    await deleteMove(source.db, move.agency_id)
    await stopRefusing(source)
    const storage = openStorage(moving.target.config)
    for (const { key, agencyId } of await listFileRecords(source.db)) {
      if (agencyId === move.agency_id) await storage.remove(key)
    }
    return true
  } finally {
    await unlock()
  }
}

const sourceOf = ({ services }: AgencyMoving): Database => databaseOf(systemContext({ services }).db as Db)

/** Checks everything possible before the agency becomes read-only. */
async function begin(moving: AgencyMoving, nameOrId: string): Promise<Begun> {
  const { services, target } = moving
  const source = sourceOf(moving)
  const tables = await requireAlike(source, target.database)
  requireApart(services.config, target.config)
  await requireKey(target)
  const before = await findMoving(source.db)
  if (before !== null) requireSameAgency(before, nameOrId)
  const agency = before ?? (await agencyNamed(systemContext({ services }), nameOrId))
  const move: AgencyMove = before ?? {
    agency_id: agency.agency_id,
    move_id: randomUUID(),
    name: agency.name,
    state: 'moving',
    address: target.config.publicUrl,
    began_at: toInstant(services.clock()),
    ended_at: null,
  }
  requireSameTarget(move, moving)
  const begun = { ...moving, source, tables, move }
  if (await hasArrived(begun)) return begun
  const obstacles = await listObstacles({ source, target: target.database }, { id: move.agency_id, tables })
  const isOtherProvider = services.config.stripe?.secretKey !== target.config.stripe?.secretKey
  if (isOtherProvider && (await usesPlatformKeys(systemContext({ services }), move.agency_id))) {
    obstacles.push(
      'It is charged or paid through the platform’s Stripe account, and the target uses a different one. ' +
        'End its subscription, disconnect its account and stop sharing the portal’s own keys with it first.',
    )
  }
  if (obstacles.length > 0) throw new Error(`“${move.name}” can’t move there:\n  ${obstacles.join('\n  ')}`)
  await matchPlatformIds(source.db, target.database.db, move.agency_id)
  return begun
}

async function requireAlike(source: Database, target: Database): Promise<Table[]> {
  for (const [name, database] of [
    ['source', source],
    ['target', target],
  ] as const) {
    const { pending, executed, unknown } = await inspectMigrations(database.db)
    if (executed.length === 0) throw new Error(`The ${name} isn’t a database of this program.`)
    if (pending.length + unknown.length > 0) {
      throw new Error(`The ${name} has another version. Upgrade both installations to this one first.`)
    }
  }
  const tables = await listTables(source)
  requireSameTables(tables, await listTables(target))
  return tables
}

/** With a shared storage, removing the files here would remove them there. */
function requireApart(sourceConfig: Config, targetConfig: Config): void {
  const placeOf = ({ dataDir, filesBucket }: Config) =>
    filesBucket === null
      ? resolve(dataDir)
      : [filesBucket.endpoint, filesBucket.bucket, filesBucket.prefix].join(' ')
  if (sourceConfig.databaseUrl === targetConfig.databaseUrl)
    throw new Error('Both installations use the same database.')
  if (sourceConfig.publicUrl === targetConfig.publicUrl)
    throw new Error('Both installations have the same PUBLIC_URL.')
  if (placeOf(sourceConfig) === placeOf(targetConfig))
    throw new Error('Both installations store their files in the same place.')
}

/** The target couldn't read secrets encrypted with any other key. */
async function requireKey({ database, config }: AgencyMoving['target']): Promise<void> {
  const path = instanceKeyPath(config.dataDir)
  if (!existsSync(path)) throw new Error(`The target’s key isn’t at ${path}. Set DATA_DIR in its settings.`)
  const row = await database.db.selectFrom('platform_settings').select('key_fingerprint').executeTakeFirst()
  const known = row?.key_fingerprint ?? null
  if (known !== null && known !== keyFingerprint(readInstanceKey(config.dataDir))) {
    throw new Error(`${path} isn’t the key of the target’s database.`)
  }
}

function requireSameAgency({ name, agency_id }: AgencyMove, nameOrId: string): void {
  if (name === nameOrId || agency_id === nameOrId) return
  throw new Error(`“${name}” is being moved. Finish that move first, or cancel it with --abandon.`)
}

function requireSameTarget({ name, address }: AgencyMove, { target }: AgencyMoving): void {
  if (address === target.config.publicUrl) return
  throw new Error(`A move of “${name}” to ${address} was started. Continue it, or cancel it with --abandon.`)
}

const hasArrived = async ({ target, move }: Begun): Promise<boolean> =>
  (await findMove(target.database.db, move.agency_id))?.move_id === move.move_id

async function refuseAndCopy(begun: Begun, copied: Set<string>): Promise<TableSum[]> {
  const { source, target, tables, move, services, report, signal } = begun
  const { agency_id: id, name } = move
  await refuseAgencyWrites(source, tables, move)
  report(`Moving “${name}” to ${labelOf(target.database)}. The agency is read-only from now on.`)
  const inProgress = await listInProgress(source.db, id)
  if (inProgress.length > 0) throw new Error(`${inProgress.join(' ')} Try again in a few minutes.`)
  await copyFiles(begun, copied)
  signal?.throwIfAborted()
  const [key, keyThere] = [services.config, target.config].map(({ dataDir }) => readInstanceKey(dataDir))
  if (key === undefined || keyThere === undefined) throw new Error('Two keys are required')
  return arrive({
    source,
    target: target.database,
    tables,
    translation: {
      open: (sealed) => openSecret(key, sealed),
      openThere: (sealed) => openSecret(keyThere, sealed),
      seal: (secret) => sealSecret(keyThere, secret),
      platformIds: await matchPlatformIds(source.db, target.database.db, id),
      accountThere: await accountsThere(source.db, target.database.db),
    },
    move: {
      ...move,
      state: 'arrived',
      address: services.config.publicUrl,
      ended_at: toInstant(services.clock()),
    },
    signal,
  })
}

/**
 * Rows of the source's own Stripe account are set aside at a target with another one, as if its keys had been changed:
 * they would be offered and charged there. Those set aside here are back at their account.
 */
async function accountsThere(source: Db, target: Db): Promise<(account: string) => string> {
  const identityOf = async (db: Db) =>
    (await db.selectFrom('platform_settings').select('stripe_identity').executeTakeFirst())
      ?.stripe_identity ?? null
  const [here, there] = [await identityOf(source), await identityOf(target)]
  return (account) => {
    if (account === INSTANCE && here !== null && here !== there) return formerAccount(here)
    return there !== null && account === formerAccount(there) ? INSTANCE : account
  }
}

/**
 * Copies files not yet `seen` and reads each back at the target. Returns the keys of all the agency's files.
 */
async function copyFiles(begun: Begun, alreadyCopied: Set<string>): Promise<Set<string>> {
  const { source, target, services, move, report, withoutDamaged = false } = begun
  const isTheirs = ({ agencyId, key }: { agencyId: string | null; key: string }) =>
    agencyId === move.agency_id && !alreadyCopied.has(key)
  const { copied, present, missing, damaged } = await moveFiles(source.db, {
    from: openStorage(services.config),
    to: openStorage(target.config),
    target: target.config.publicUrl,
    journal: join(services.config.dataDir, `files-of-${move.agency_id}-moved`),
    only: isTheirs,
  })
  if (copied + present > 0) report(`${copied + present} files are at the target, read back and verified.`)
  const troubles = [
    ...missing.map((name) => `  missing: ${name}`),
    ...damaged.map((name) => `  damaged: ${name}`),
  ]
  if (troubles.length > 0) {
    const words = `Files that can’t be copied: ${troubles.length}\n${troubles.join('\n')}`
    if (!withoutDamaged) throw new Error(`${words}\nTo move the agency without them, add --without-damaged.`)
    report(words)
  }
  const records = await listFileRecords(source.db)
  return new Set(records.filter(({ agencyId }) => agencyId === move.agency_id).map(({ key }) => key))
}

/** Removes the agency's rows in the transaction that records its new address, then its files. */
async function removeHere({ services, source, target, move, report }: Begun): Promise<void> {
  const { agency_id: id } = move
  const keys = await transact(systemContext({ services }), async (tx) => {
    await keepMovedKeys(tx.db as Db, id)
    await addMove(tx.db as Db, { ...move, state: 'moved', ended_at: toInstant(services.clock()) })
    return (await deleteRows(tx, id, { keepMails: true })).keys
  })
  await stopRefusing(source)
  const storage = openStorage(services.config)
  for (const key of keys) await storage.remove(key)
  report(`“${move.name}” is now at ${target.config.publicUrl}.`)
}

/** Makes the agency writable again, unless it has arrived or may have; in that case the next run decides. */
async function acceptChanges(begun: Begun): Promise<void> {
  const { source, move, report } = begun
  try {
    if (await hasArrived(begun))
      return report('The agency has arrived. Run the command again to finish the move.')
    await deleteMove(source.db, move.agency_id)
    await stopRefusing(source)
    report('The move failed. The agency accepts changes again.')
  } catch {
    report(
      'The move failed, and a database can’t be reached. Once both can, run the command again, or run it with --abandon to cancel the move.',
    )
  }
}
