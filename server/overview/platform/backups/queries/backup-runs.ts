import type { Selectable } from 'kysely'
import type { BackupRunDto, DamagedFileDto } from '#shared/overview/platform.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { elapsedMs } from '../../../../base/db/elapsed.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { toInstant } from '../../../../base/db/values.ts'

export type BackupRow = Selectable<Schema['backups']>

const SHOWN = 20

/** The latest backups, newest first, with their results or progress. */
export async function listBackupRuns(
  ctx: Ctx,
  { destination, limit = SHOWN }: { destination?: BackupRow['destination']; limit?: number } = {},
): Promise<BackupRunDto[]> {
  let query = ctx.db
    .selectFrom('backups')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (destination !== undefined) query = query.where('destination', '=', destination)
  return (await query.execute()).map((row) => toRun(ctx, row))
}

export const getBackupRun = async (ctx: Ctx, id: string): Promise<BackupRunDto> =>
  toRun(ctx, await requireRun(ctx, id))

export async function requireRun({ db }: Ctx, id: string): Promise<BackupRow> {
  const row = await db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This backup')
  return row
}

function toRun({ services }: Ctx, row: BackupRow): BackupRunDto {
  const isLost =
    row.status === 'running' && (row.alive_until === null || elapsedMs(row.alive_until, services.clock()) > 0)
  return {
    id: row.id,
    destination: row.destination,
    kind: row.kind,
    status: isLost ? 'interrupted' : row.status,
    name: row.name,
    started_at: row.started_at,
    finished_at: row.finished_at,
    size: row.bytes,
    progress: row.bytes_total === null ? null : (row.bytes_done ?? 0) / row.bytes_total,
    error: row.error,
    damaged_count: row.damaged_count,
    damaged: JSON.parse(row.damaged) as DamagedFileDto[],
  }
}

/** The start of the last successful backup to the destination; null if there is none. */
export async function lastBackupAt(
  { db, now }: Ctx,
  destination: BackupRow['destination'],
): Promise<string | null> {
  const last = await db
    .selectFrom('backups')
    .select('started_at')
    .where('destination', '=', destination)
    .where('status', '=', 'done')
    .where('error', 'is', null)
    .where('started_at', '<=', toInstant(now))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.started_at ?? null
}
