import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BucketError } from '../../adapters/bucket-errors.ts'
import type { FileStorage } from '../../adapters/file-storage.ts'
import { digestOf } from '../../adapters/pieces.ts'
import { codeOf } from '../../core/durable.ts'
import { doSeveral } from '../../core/several.ts'
import type { Db } from '../../db/schema.ts'
import { type FileRecord, listFileRecords } from '../queries/stored-files.ts'

export interface Move {
  from: FileStorage
  to: FileStorage
  /** Where the target is, in words that tell it from others. */
  target: string
  /** Notes what has proved whole at the target, for a run that follows one that broke off. */
  journal: string
}

/** Of the files the database speaks of, how many there are of each kind, and the names of those in trouble. */
export interface Moved {
  copied: number
  /** Were at the target already, whole. */
  present: number
  /** Neither here nor there. */
  missing: string[]
  /** Not what was stored once, or not the same at the target after the copy. */
  damaged: string[]
}

type Outcome = keyof Moved

const AT_ONCE = 4

/**
 * Copies every file that the database speaks of and reads each back at the target. The source stays as it is.
 * A run that broke off is gone on with by the next.
 */
export async function moveFiles(db: Db, move: Move): Promise<Moved> {
  const verified = await openJournal(move)
  const moved: Moved = { copied: 0, present: 0, missing: [], damaged: [] }
  const lost: FileRecord[] = []
  await doSeveral(await listFileRecords(db), AT_ONCE, async (record) => {
    const outcome = await moveFile(record, move, verified)
    if (outcome === 'missing') lost.push(record)
    else if (outcome === 'damaged') moved.damaged.push(record.name)
    else {
      moved[outcome]++
      await appendFile(move.journal, `${record.key}\n`)
    }
  })
  // What was deleted meanwhile is missed by nobody.
  const named = lost.length === 0 ? new Set() : new Set((await listFileRecords(db)).map(({ key }) => key))
  moved.missing = lost.filter(({ key }) => named.has(key)).map(({ name }) => name)
  for (const names of [moved.missing, moved.damaged]) names.sort()
  if (moved.missing.length + moved.damaged.length === 0) await rm(move.journal, { force: true })
  return moved
}

/** The keys that an earlier run to the same target noted. */
async function openJournal({ journal, target }: Move): Promise<Set<string>> {
  const [heading, ...keys] = existsSync(journal) ? (await readFile(journal, 'utf8')).split('\n') : []
  if (heading === target) return new Set(keys)
  await writeFile(journal, `${target}\n`, { mode: 0o600 })
  return new Set()
}

async function moveFile(record: FileRecord, { from, to }: Move, verified: Set<string>): Promise<Outcome> {
  const { key } = record
  if (verified.has(key) && (await to.sizeOf(key)) !== null) return 'present'
  const expected = record.digest ?? (await digestAt(from, key))
  const present = await digestAt(to, key)
  if (present !== null && isSame(present, expected)) return 'present'
  if (expected === 'damaged') return 'damaged'
  const path = join(await from.receivingFolder(), `move-${key}`)
  try {
    const copied = await fetchTo(path, from, key)
    if (copied === null) return present === null ? 'missing' : 'damaged'
    if (!isSame(copied, expected)) return 'damaged'
    await to.place([{ key, path }])
    return isSame(await digestAt(to, key), copied) ? 'copied' : 'damaged'
  } finally {
    await rm(path, { force: true })
  }
}

type Digest = Awaited<ReturnType<typeof digestOf>>
/** What lies under a key as its readers get it: nothing, or bytes that aren't what was stored. */
type Found = Digest | null | 'damaged'

const isSame = (one: Found, other: Found): boolean =>
  typeof one === 'object' &&
  typeof other === 'object' &&
  one?.size === other?.size &&
  one?.sha256 === other?.sha256

async function digestAt(storage: FileStorage, key: string): Promise<Found> {
  try {
    return await digestOf(await storage.read(key))
  } catch (error) {
    return foundBy(error)
  }
}

async function fetchTo(path: string, storage: FileStorage, key: string): Promise<Found> {
  try {
    await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600, flush: true }))
  } catch (error) {
    return foundBy(error)
  }
  return digestOf(createReadStream(path))
}

/** A storage that fails altogether ends the run; a file that does is one file's matter. */
function foundBy(error: unknown): null | 'damaged' {
  if (codeOf(error) === 'ENOENT') return null
  if (error instanceof BucketError || codeOf(error) !== undefined) throw error
  return 'damaged'
}
