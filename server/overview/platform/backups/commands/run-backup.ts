import { NAMED_FILES } from '#shared/overview/platform.ts'
import { present } from '../../../../base/core/calls/errors.ts'
import { NEVER, pause } from '../../../../base/core/calls/fair-queue.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { systemContext } from '../../../../base/core/rows/reach.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { hasEnded } from '../../../../base/db/elapsed.ts'
import { isUniqueViolation } from '../../../../base/db/engines/dialect.ts'
import { addDays, newId, toInstant } from '../../../../base/db/values.ts'
import { type BackupRow, getBackupRun, requireRun } from '../queries/backup-runs.ts'
import { nameFiles } from '../queries/stored-files.ts'
import type { Watcher } from './archive-files.ts'
import { backUpToBucket } from './back-up-to-bucket.ts'
import { createBackup, type MadeBackup } from './create-backup.ts'
import { recordDamage } from './record-damage.ts'

const RETENTION_DAYS = 365
/** How often a backup updates its progress and heartbeat. */
const HEARTBEAT_MS = 2000
const ALIVE_MS = 30_000
const LOOK_AGAIN_MS = 1000
/** Others are found by the check of all files. */
const NOTED_FILES = 1000

const INTERRUPTED = 'The process that made this backup stopped before it finished.'

type Request = Pick<BackupRow, 'destination' | 'kind'>

/** Queues a backup for an administrator; it starts within moments. */
export const requestBackup = (ctx: UserCtx) =>
  transact(ctx, async (tx) => {
    const id = await enqueue(tx, { destination: 'disk', kind: 'manual' })
    await record(tx, 'backup.requested', { id })
    return getBackupRun(tx, id)
  })

/** At most one backup per destination is queued: further requests get that one. */
async function enqueue({ db, services }: Ctx, request: Request): Promise<string> {
  const now = toInstant(services.clock())
  for (;;) {
    const added = await db
      .insertInto('backups')
      .values({ id: newId(), ...request, ...NOTHING_YET, status: 'queued', started_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added !== undefined) return added.id
    const waiting = await db
      .selectFrom('backups')
      .select('id')
      .where('destination', '=', request.destination)
      .where('status', '=', 'queued')
      .executeTakeFirst()
    // Otherwise it has just started and lacks the latest writes.
    if (waiting !== undefined) return waiting.id
  }
}

const NOTHING_YET = { name: '', finished_at: null, bytes: null, error: null }

/** Backs up now, or after the current backup has finished; throws if it fails. */
export async function backUp(ctx: Ctx, request: Request, signal = NEVER): Promise<BackupRow> {
  const id = await enqueue(ctx, request)
  for (;;) {
    const run = await requireRun(ctx, id)
    if (run.status === 'done') return run
    if (run.status === 'failed' || run.status === 'interrupted') throw new Error(run.error ?? INTERRUPTED)
    if (run.status === 'queued' && (await beginBackup(ctx, id))) {
      const failure = await make(ctx, run, signal)
      if (failure !== null) throw failure.cause
      continue
    }
    signal.throwIfAborted()
    await pause(LOOK_AGAIN_MS, signal)
  }
}

/** Runs queued backups; any process of the installation may take one. */
export async function runQueuedBackups(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('backups')
    .select(['id', 'destination', 'kind'])
    .where('status', '=', 'queued')
    .orderBy('started_at')
    .execute()
  for (const run of waiting) {
    if (signal.aborted || !(await beginBackup(ctx, run.id))) continue
    await make(ctx, run, signal)
  }
}

/** Takes the backup if no other is running; marks those of dead processes as failed. */
async function beginBackup({ db, services }: Ctx, id: string): Promise<boolean> {
  const now = toInstant(services.clock())
  await db
    .updateTable('backups')
    .set({ status: 'interrupted', error: INTERRUPTED, finished_at: now })
    .where('status', '=', 'running')
    .where(hasEnded('alive_until', services.clock(), ALIVE_MS / 60_000))
    .execute()
  try {
    const started = await db
      .updateTable('backups')
      .set({ status: 'running', started_at: now, alive_until: aliveUntil(services.clock()) })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('backups as other').select('id').where('other.status', '=', 'running')),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    return started !== undefined
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

const aliveUntil = (now: Date): string => toInstant(new Date(now.getTime() + ALIVE_MS))

/** Runs the backup that was taken and records its result; returns the error if it failed. */
async function make(
  { services }: Ctx,
  { id, destination, kind }: Request & { id: string },
  signal: AbortSignal,
): Promise<{ cause: unknown } | null> {
  const ctx = systemContext({ services, now: services.clock() }, 'job', 'Backup')
  const { log } = services
  const life = watch(ctx, id, signal)
  try {
    const made =
      destination === 's3'
        ? await backUpToBucket(ctx, kind === 'manual' ? 'manual' : 'scheduled', life.watcher)
        : await createBackup(ctx, kind === 'daily' ? 'daily' : 'manual', life.watcher)
    life.end()
    await noteMade(ctx, id, made)
    const { name, size, troubled } = made
    if (troubled.length === 0) log.info({ name, size }, 'backed up')
    else log.error({ name, size, damaged: troubled.length }, 'backed up without some files')
    return null
  } catch (cause) {
    life.end()
    const reason = cause instanceof Error ? cause.message : String(cause)
    log.error({ err: cause, destination }, 'the backup failed')
    await noteEnd(ctx, id, {
      status: signal.aborted ? 'interrupted' : 'failed',
      error: signal.aborted ? INTERRUPTED : reason,
    }).catch((err) => log.warn({ err }, 'the failure of a backup could not be recorded'))
    return { cause }
  }
}

/** Updates the progress periodically; a failed update doesn't stop the backup. */
function watch(
  { db, services }: Ctx,
  id: string,
  signal: AbortSignal,
): { watcher: Watcher; end: () => void } {
  let [done, total] = [0, 0]
  const tell = async () => {
    const alive_until = aliveUntil(services.clock())
    const bytes_total = total === 0 ? null : total
    await db
      .updateTable('backups')
      .set({ alive_until, bytes_done: Math.min(done, total), bytes_total })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute()
  }
  const timer = setInterval(() => {
    tell().catch((err) => services.log.warn({ err }, 'the progress of a backup could not be recorded'))
  }, HEARTBEAT_MS).unref()
  const watcher: Watcher = {
    total: (bytes) => {
      total = bytes
    },
    added: (bytes) => {
      done += bytes
    },
    signal,
  }
  return { watcher, end: () => clearInterval(timer) }
}

async function noteMade(ctx: Ctx, id: string, { name, size, troubled }: MadeBackup): Promise<void> {
  for (const { record: file, state } of troubled.slice(0, NOTED_FILES))
    await recordDamage(ctx, file.key, state)
  const damaged = await nameFiles(ctx.db, troubled.slice(0, NAMED_FILES))
  await noteEnd(ctx, id, {
    status: 'done',
    error: null,
    name,
    bytes: size,
    damaged: JSON.stringify(damaged),
    damaged_count: troubled.length,
  })
}

type End = Pick<BackupRow, 'status' | 'error'> & Partial<Omit<BackupRow, 'id'>>

async function noteEnd(ctx: Ctx, id: string, end: End): Promise<void> {
  const now = ctx.services.clock()
  await transact(ctx, async (tx) => {
    await tx.db
      .updateTable('backups')
      .set({ ...end, finished_at: toInstant(now) })
      .where('id', '=', id)
      .execute()
    await tx.db
      .deleteFrom('backups')
      .where('started_at', '<', toInstant(addDays(now, -RETENTION_DAYS)))
      .execute()
    if (end.status === 'done') {
      await record(tx, 'backup.created', {
        id: present(end.name, 'The backup’s name'),
        size: present(end.bytes, 'The backup’s size'),
      })
    } else await record(tx, 'backup.failed', { id, reason: end.error ?? '' })
  })
}
