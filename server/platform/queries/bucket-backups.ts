import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bucketOf } from '../../adapters/bucket.ts'
import type { BucketSettings } from '../../core/config.ts'
import { bucketBackupTime } from '../rules.ts'

/** What the command that restores calls a backup in the bucket by: this and its name. */
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

/** Fetches the backup named `s3:NAME`, or `s3:latest`, into the folder and tells where it lies. */
export async function fetchBackup(
  settings: BucketSettings | null,
  file: string,
  folder: string,
): Promise<string> {
  if (settings === null) throw new Error('Set BACKUP_S3_BUCKET, and where it is, to restore from S3.')
  const backups = await listBucketBackups(settings)
  const wanted = file.slice(IN_BUCKET.length)
  const backup = wanted === NEWEST ? backups[0] : backups.find(({ name }) => name === wanted)
  const found = backup === undefined ? null : await bucketOf(settings).get(backup.name)
  if (backup === undefined || found === null) {
    const names = backups.map(({ name }) => `  ${IN_BUCKET}${name}`).join('\n')
    throw new Error(`There is no backup ${file}. The bucket holds:\n${names || '  none'}`)
  }
  const path = join(folder, backup.name)
  await pipeline(found.bytes, createWriteStream(path, { mode: 0o600 }))
  return path
}
