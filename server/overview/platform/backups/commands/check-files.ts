import { BucketError } from '../../../../base/adapters/storage/bucket-errors.ts'
import { READS, StoredFileError, troubleAmongMany } from '../../../../base/adapters/storage/checked-stream.ts'
import type { FileStorage } from '../../../../base/adapters/storage/file-storage.ts'
import { digestOf } from '../../../../base/adapters/storage/multipart.ts'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import { NEVER, pause } from '../../../../base/core/calls/fair-queue.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { ofPlatform } from '../../../../base/core/work/items.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { isLongAgo } from '../../../../base/db/elapsed.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { countFiles, filesAfter, filesOf } from '../queries/next-files.ts'
import type { FileRecord } from '../queries/stored-files.ts'
import { clearDamage, recordDamage } from './record-damage.ts'

/** The number of runs, one every ten minutes, in four weeks, within which every file is checked. */
const RUNS_IN_A_ROUND = 28 * 24 * 6
/** The minimum per run, so that small installations finish sooner. */
const LEAST = 20
const AT_ONCE = 50
/** A limit that leaves disk and network capacity for others. */
const BYTES_A_SECOND = 8 * 1024 * 1024
/** How often, and how many at a time, damaged files are checked again. */
const AGAIN_MINUTES = 60
const AGAIN_AT_ONCE = 50

/**
 * Gradually reads stored files and records those that differ from what was stored or are missing. Each run
 * continues where the last one of any process ended; repaired files are cleared.
 */
export async function checkFiles(ctx: Ctx, signal: AbortSignal = NEVER): Promise<void> {
  const storage = openStorage(ctx.services.config)
  await checkDamaged(ctx, storage, signal)
  let left = Math.max(LEAST, Math.ceil((await countFiles(ctx)) / RUNS_IN_A_ROUND))
  let position = await roundPosition(ctx)
  while (left > 0 && !signal.aborted) {
    const files = await filesAfter(ctx, position, Math.min(left, AT_ONCE))
    let checked = 0
    await workThrough(ctx, { work: 'file-check', of: fileItem, signal }, files, async (file) => {
      await check(ctx, storage, file, signal)
      position = file.key
      checked++
    })
    if (!signal.aborted) position = files.at(-1)?.key ?? position
    const isOver = files.length < Math.min(left, AT_ONCE)
    await saveProgress(ctx, { position: isOver && !signal.aborted ? '' : position, checked, isOver })
    if (isOver) return
    left -= checked
  }
}

/** The round's current position; the first run starts one. */
async function roundPosition({ db, services }: Ctx): Promise<string> {
  await db
    .insertInto('file_checks')
    .values({
      id: 'round',
      position: '',
      checked: 0,
      began_at: toInstant(services.clock()),
      last_round_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const round = await db.selectFrom('file_checks').select('position').executeTakeFirstOrThrow()
  return round.position
}

interface Step {
  position: string
  checked: number
  /** Whether they include the last file of the round. */
  isOver: boolean
}

async function saveProgress({ db, services }: Ctx, { position, checked, isOver }: Step): Promise<void> {
  const now = toInstant(services.clock())
  await db
    .updateTable('file_checks')
    .set((eb) =>
      isOver && position === ''
        ? { position, checked: 0, began_at: now, last_round_at: now }
        : { position, checked: eb('checked', '+', checked) },
    )
    .execute()
}

/** Checks files recorded as damaged again, because they may have been repaired or deleted. */
async function checkDamaged(ctx: Ctx, storage: FileStorage, signal: AbortSignal): Promise<void> {
  const noted = await ctx.db
    .selectFrom('damaged_files')
    .select('file_key')
    .where(isLongAgo('checked_at', ctx.services.clock(), AGAIN_MINUTES))
    .orderBy('checked_at')
    .limit(AGAIN_AT_ONCE)
    .execute()
  const keys = noted.map(({ file_key }) => file_key)
  const files = new Map((await filesOf(ctx, keys)).map((file) => [file.key, file]))
  for (const key of keys) if (!files.has(key)) await clearDamage(ctx, key)
  await workThrough(ctx, { work: 'file-check', of: fileItem, signal }, [...files.values()], (file) =>
    check(ctx, storage, file, signal),
  )
}

const fileItem = ({ key, name }: FileRecord) => ofPlatform({ id: key, name })

async function check(ctx: Ctx, storage: FileStorage, file: FileRecord, signal: AbortSignal): Promise<void> {
  const { key, digest } = file
  try {
    const found = await readWhole(storage, file)
    await clearDamage(ctx, key)
    if (digest === null) await noteDigest(ctx, key, found)
    await pause((found.size / BYTES_A_SECOND) * 1000, signal)
  } catch (error) {
    const trouble = troubleAmongMany(error)
    if (trouble === null) throw error
    // Deleted while it was being read.
    if ((await filesOf(ctx, [key])).length === 0) await clearDamage(ctx, key)
    else await recordDamage(ctx, key, trouble)
  }
}

/** If the storage works but reading this file keeps failing, the problem is the file. */
async function readWhole(storage: FileStorage, { key, digest }: FileRecord) {
  for (let read = 1; ; read++) {
    const bytes = await storage.read(key, digest ?? undefined)
    try {
      return await digestOf(bytes)
    } catch (error) {
      if (!(error instanceof BucketError)) throw error
      if (read === READS) throw new StoredFileError('damaged', key, { cause: error })
    }
  }
}

/** Pictures of earlier versions have no digest, so their current one is recorded. */
async function noteDigest(ctx: Ctx, key: string, { size, sha256 }: { size: number; sha256: string }) {
  await updateTable(ctx, 'pictures').set({ size, sha256 }).where('storage_key', '=', key).execute()
}
