import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bucketOf } from '../../../../base/adapters/storage/bucket.ts'
import { checkedStream } from '../../../../base/adapters/storage/checked-stream.ts'
import type { BucketSettings } from '../../../../base/core/config.ts'
import { bucketBackupTime } from '../../rules.ts'

/** The prefix of backup names that the restore command fetches from the bucket. */
const IN_BUCKET = 's3:'
const NEWEST = 'latest'

/** The backups in the bucket, newest first. */
export async function listBucketBackups(settings: BucketSettings): Promise<{ name: string; size: number }[]> {
  const backups: { name: string; size: number }[] = []
  for await (const entry of bucketOf(settings).list('')) {
    if (bucketBackupTime(entry.name) !== null) backups.push(entry)
  }
  const timeOf = ({ name }: { name: string }) => bucketBackupTime(name) ?? ''
  return backups.sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
}

export const isInBucket = (file: string): boolean => file.startsWith(IN_BUCKET)

/** Downloads the backup `s3:NAME` or `s3:latest` into the folder and returns its path. */
export async function fetchBackup(
  settings: BucketSettings | null,
  file: string,
  folder: string,
): Promise<string> {
  if (settings === null) throw new Error('Set BACKUP_S3_BUCKET and its location to restore from S3.')
  const backups = await listBucketBackups(settings)
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
