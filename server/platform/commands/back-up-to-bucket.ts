import { bucketOf } from '../../adapters/bucket.ts'
import { piecesOfStream } from '../../adapters/pieces.ts'
import type { Config } from '../../core/config.ts'
import type { Ctx } from '../../core/context.ts'
import { isUnderWay } from '../../db/job-runs.ts'
import { lastBackupAt } from '../queries/backup-runs.ts'
import { listBucketBackups } from '../queries/bucket-backups.ts'
import { listFileRecords } from '../queries/stored-files.ts'
import { BUCKET_BACKUP_JOB, isBackupDue, surplusBucketBackups } from '../rules.ts'
import { archiveName, withArchive } from './back-up.ts'
import { recorded } from './record-backup.ts'

/** Comes often, so that one that failed is made up for soon: a backup where the last good one is old enough. */
export async function backUpToBucketWhenDue(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { backupBucket } = ctx.services.config
  if (backupBucket === null) return
  if (!isBackupDue(await lastBackupAt(ctx, 's3'), backupBucket.everyHours, ctx.now)) return
  // A large one takes longer than the pause between two runs.
  if (await isUnderWay(ctx.db, BUCKET_BACKUP_JOB, ctx.now)) return
  const { bucket } = backupBucket
  const { log } = ctx.services
  try {
    const { name } = await recorded(ctx, 's3', () => backUpToBucket(ctx, 'scheduled', signal))
    log.info({ name, bucket }, 'backed up')
  } catch (error) {
    log.error({ err: error, bucket }, 'the backup could not be sent')
    throw error
  }
  await removeSurplus(backupBucket, ctx.now)
}

/** Sends an encrypted archive of the instance to the bucket as it is made; nothing of it touches the disk. */
export async function backUpToBucket(
  ctx: Ctx,
  kind: 'scheduled' | 'manual',
  signal?: AbortSignal,
): Promise<{ name: string; size: number }> {
  const { backupBucket, backupKey } = ctx.services.config
  if (backupBucket === null) throw new Error('Set BACKUP_S3_BUCKET, and where it is, to back up to S3.')
  if (backupKey === null) throw new Error('Set BACKUP_KEY: backups leave this machine encrypted only.')
  const bucket = bucketOf(backupBucket)
  const name = `${kind}-${archiveName(ctx)}`
  let sent = 0
  await bucket.check()
  await withArchive(ctx, async ({ bytes, databaseSize }) => {
    async function* counted() {
      for await (const chunk of bytes) {
        signal?.throwIfAborted()
        sent += chunk.length
        yield chunk
      }
    }
    const estimate = databaseSize + (await recordedBytes(ctx))
    await bucket.put(name, piecesOfStream(counted(), estimate))
  })
  const size = (await bucket.head(name))?.size
  if (size !== sent) throw new Error(`The backup has ${size ?? 'no'} bytes in the bucket instead of ${sent}.`)
  return { name, size }
}

/** What the files that the database speaks of come to. */
async function recordedBytes({ db }: Ctx): Promise<number> {
  let sum = 0
  for (const { digest } of await listFileRecords(db)) sum += digest?.size ?? 0
  return sum
}

async function removeSurplus(settings: NonNullable<Config['backupBucket']>, now: Date): Promise<void> {
  const bucket = bucketOf(settings)
  const names = (await listBucketBackups(settings)).map(({ name }) => name)
  for (const name of surplusBucketBackups(names, settings.keep)) await bucket.remove(name)
  await bucket.sweep(now)
}
