import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bucketOf } from '../../../../base/adapters/storage/bucket.ts'
import type { Config } from '../../../../base/core/config.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { isUnderWay } from '../../../../base/db/job-runs.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { BUCKET_BACKUP_JOB, expiredBackups, isBackupDue, surplusBucketBackups } from '../../rules.ts'
import { lastBackupAt } from '../queries/backup-runs.ts'
import { backupFolder } from '../queries/backups.ts'
import { listBucketBackups } from '../queries/bucket-backups.ts'
import { backUp } from './run-backup.ts'

/** The nightly job: creates a backup, unless disabled, and deletes expired ones. */
export async function backUpNightly(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { auto_backup } = await getPlatformRow(ctx)
  if (!fromFlag(auto_backup)) return
  await backUp(ctx, { destination: 'disk', kind: 'daily' }, signal)
  const folder = backupFolder(ctx.services.config)
  for (const expired of expiredBackups(await readdir(folder), ctx.now)) await rm(join(folder, expired))
}

/**
 * Runs often, so that a failed backup is soon retried: creates one if the last successful one is old enough.
 */
export async function backUpToBucketWhenDue(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { backupBucket } = ctx.services.config
  if (backupBucket === null) return
  if (!isBackupDue(await lastBackupAt(ctx, 's3'), backupBucket.everyHours, ctx.now)) return
  // A large backup takes longer than the interval between two runs.
  if (await isUnderWay(ctx.db, BUCKET_BACKUP_JOB, ctx.now)) return
  await backUp(ctx, { destination: 's3', kind: 'scheduled' }, signal)
  await removeSurplus(backupBucket, ctx.now)
}

async function removeSurplus(settings: NonNullable<Config['backupBucket']>, now: Date): Promise<void> {
  const bucket = bucketOf(settings)
  const names = (await listBucketBackups(settings, now)).map(({ name }) => name)
  for (const name of surplusBucketBackups(names, settings.keep, now)) await bucket.remove(name)
  await bucket.sweep(now)
}
