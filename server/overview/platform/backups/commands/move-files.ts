import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { troubleOf } from '../../../../base/adapters/storage/checked-stream.ts'
import type { FileStorage } from '../../../../base/adapters/storage/file-storage.ts'
import { digestOf } from '../../../../base/adapters/storage/multipart.ts'
import { inParallel } from '../../../../base/core/parallel.ts'
import type { Db } from '../../../../base/db/schema.ts'
import { type FileRecord, listFileRecords } from '../queries/stored-files.ts'

export interface Move {
  from: FileStorage
  to: FileStorage
  /** A text that identifies the target. */
  target: string
  /** A file listing what has been verified at the target, for resuming an interrupted run. */
  journal: string
  /** Selects the files to move; default all. */
  only?: (record: FileRecord) => boolean
}

/** The results for the files that the database refers to: counts, and the names of those not copied. */
export interface Moved {
  copied: number
  /** Already present and intact at the target. */
  present: number
  /** Missing at both ends. */
  missing: string[]
  /** Different from what was stored or, at the target, from what was copied. */
  damaged: string[]
}

type Outcome = keyof Moved

const AT_ONCE = 4

/**
 * Copies all files that the database refers to and verifies each at the target. The source isn't changed. The
 * next run resumes an interrupted one.
 */
export async function moveFiles(db: Db, move: Move): Promise<Moved> {
  const listed = async () => (await listFileRecords(db)).filter(move.only ?? (() => true))
  const verified = await openJournal(move)
  const moved: Moved = { copied: 0, present: 0, missing: [], damaged: [] }
  const unavailable: FileRecord[] = []
  await inParallel(await listed(), AT_ONCE, async (record) => {
    const outcome = await moveFile(record, move, verified)
    if (outcome === 'missing') unavailable.push(record)
    else if (outcome === 'damaged') moved.damaged.push(record.name)
    else {
      moved[outcome]++
      await appendFile(move.journal, `${record.key}\n`)
    }
  })
  // Files deleted in the meantime don't count as missing.
  const named = unavailable.length === 0 ? new Set() : new Set((await listed()).map(({ key }) => key))
  moved.missing = unavailable.filter(({ key }) => named.has(key)).map(({ name }) => name)
  for (const names of [moved.missing, moved.damaged]) names.sort()
  if (moved.missing.length + moved.damaged.length === 0) await rm(move.journal, { force: true })
  return moved
}

/** The keys recorded by an earlier run to the same target. */
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
/** The result of reading a key: its digest, null if missing, or `damaged` if the bytes differ. */
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

/** Classifies an error about a single file; rethrows others, which end the run. */
function foundBy(error: unknown): null | 'damaged' {
  const trouble = troubleOf(error)
  if (trouble === null) throw error
  return trouble === 'missing' ? null : trouble
}
