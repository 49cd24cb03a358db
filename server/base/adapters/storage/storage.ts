import { join } from 'node:path'
import type { Logger } from 'pino'
import type { BucketSettings, Config } from '../../core/config.ts'
import { bucketOf } from './bucket.ts'
import { BucketError } from './bucket-errors.ts'
import { bucketStorage } from './bucket-storage.ts'
import type { FileStorage } from './file-storage.ts'
import { localStorage } from './local-storage.ts'

export type StoragePlace = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'filesBucket'>>

/** Opens the portal's file storage: its bucket if configured, else the data folder. */
export function openStorage({ dataDir, filesBucket = null }: StoragePlace): FileStorage {
  const folder = join(dataDir, 'files')
  return filesBucket === null ? localStorage(folder) : bucketStorage(bucketOf(filesBucket), folder)
}

/**
 * Throws if the bucket denies access, which needs a change of settings; an unreachable bucket is only logged.
 */
export async function confirmBucket(settings: BucketSettings, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await bucketOf(settings).check()
  } catch (error) {
    const { bucket } = settings
    if (!(error instanceof BucketError) || error.code === 'BUCKET_REFUSED') {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`The portal can’t use the bucket ${bucket}. ${reason}`, { cause: error })
    }
    log.warn({ err: error, bucket }, 'the S3 storage is not responding')
  }
}
