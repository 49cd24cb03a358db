import type { Ctx } from '../../core/context.ts'

export interface BackupRun {
  destination: 'disk' | 's3'
  /** Empty for one that failed. */
  name: string
  started_at: string
  finished_at: string
  bytes: number | null
  error: string | null
}

/** How the last backups ended, newest first, to one destination or to all. */
export async function listBackupRuns(
  { db }: Ctx,
  { destination, limit }: { destination?: BackupRun['destination']; limit: number },
): Promise<BackupRun[]> {
  let query = db
    .selectFrom('backups')
    .select(['destination', 'name', 'started_at', 'finished_at', 'bytes', 'error'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (destination !== undefined) query = query.where('destination', '=', destination)
  return query.execute()
}

/** When the last backup that went well to the destination began; null where none did. */
export async function lastBackupAt(
  { db }: Ctx,
  destination: BackupRun['destination'],
): Promise<string | null> {
  const last = await db
    .selectFrom('backups')
    .select('started_at')
    .where('destination', '=', destination)
    .where('error', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.started_at ?? null
}
