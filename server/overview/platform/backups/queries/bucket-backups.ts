import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bucketOf } from '../../../../base/adapters/storage/bucket.ts'
import { checkedStream } from '../../../../base/adapters/storage/checked-stream.ts'
import type { BucketSettings } from '../../../../base/core/config.ts'
import { bucketBackupTime, newestFirst } from '../../rules.ts'

/** The prefix of backup names that the restore command fetches from the bucket. */
const IN_BUCKET = 's3:'
const NEWEST = 'latest'

/** The backups in the bucket, newest first; those from the future last. */
export async function listBucketBackups(
  settings: BucketSettings,
  now: Date,
): Promise<{ name: string; size: number }[]> {
  const backups: { name: string; size: number }[] = []
  for await (const entry of bucketOf(settings).list('')) {
    if (bucketBackupTime(entry.name) !== null) backups.push(entry)
  }
  return newestFirst(backups, ({ name }) => bucketBackupTime(name) ?? '', now)
}

export const isInBucket = (file: string): boolean => file.startsWith(IN_BUCKET)

/** Downloads the backup `s3:NAME` or `s3:latest` into the folder and returns its path. */
export async function fetchBackup(
  settings: BucketSettings | null,
  file: string,
  { folder, now }: { folder: string; now: Date },
): Promise<string> {
  if (settings === null) throw new Error('Set BACKUP_S3_BUCKET and its location to restore from S3.')
  const backups = await listBucketBackups(settings, now)
  const requested = file.slice(IN_BUCKET.length)
  const backup = requested === NEWEST ? backups[0] : backups.find(({ name }) => name === requested)
  const found = backup === undefined ? null : await bucketOf(settings).get(backup.name)
  if (backup === undefined || found === null) {
    const names = backups.map(({ name }) => `  ${IN_BUCKET}${name}`).join('\n')
    throw new Error(`There is no backup ${file}. The bucket contains:\n${names || '  none'}`)
  }
  const path = join(folder, backup.name)
  // Prevents a faulty service from filling the disk.
  const bytes = checkedStream(found.bytes, { key: backup.name, digest: { size: backup.size } })
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
  return path
}
