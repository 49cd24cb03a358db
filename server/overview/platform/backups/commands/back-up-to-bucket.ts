import { bucketOf } from '../../../../base/adapters/storage/bucket.ts'
import { piecesOfStream } from '../../../../base/adapters/storage/multipart.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { UNWATCHED, type Watcher } from './archive-files.ts'
import { archiveName, type MadeBackup, withArchive } from './create-backup.ts'

/** Streams an encrypted archive of the instance to the bucket, without writing it to disk. */
export async function backUpToBucket(
  ctx: Ctx,
  kind: 'scheduled' | 'manual',
  watcher: Watcher = UNWATCHED,
): Promise<MadeBackup> {
  const { backupBucket, backupKey } = ctx.services.config
  if (backupBucket === null) throw new Error('Set BACKUP_S3_BUCKET and its location to back up to S3.')
  if (backupKey === null) throw new Error('Set BACKUP_KEY: backups only leave this machine encrypted.')
  const bucket = bucketOf(backupBucket)
  const name = `${kind}-${archiveName(ctx)}`
  let sent = 0
  await bucket.check()
  const troubled = await withArchive(ctx, watcher, async ({ bytes, estimate }) => {
    async function* counted() {
      for await (const chunk of bytes) {
        watcher.signal.throwIfAborted()
        sent += chunk.length
        yield chunk
      }
    }
    await bucket.put(name, piecesOfStream(counted(), estimate))
  })
  const size = (await bucket.head(name))?.size
  if (size !== sent) throw new Error(`The backup has ${size ?? 'no'} bytes in the bucket instead of ${sent}.`)
  return { name, size, troubled }
}
