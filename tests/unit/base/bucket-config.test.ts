import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#server/base/core/config.ts'

const FILES = {
  FILES_S3_BUCKET: 'foyer-files',
  FILES_S3_ENDPOINT: 'https://s3.example.com',
  FILES_S3_REGION: 'eu-central-1',
  FILES_S3_ACCESS_KEY_ID: 'id',
  FILES_S3_SECRET_ACCESS_KEY: 'secret',
}
const CREDENTIALS = { accessKeyId: 'id', secretAccessKey: 'secret' }

describe('bucket settings', () => {
  test('without a name files and backups stay on disk', () => {
    const { filesBucket, backupBucket } = readConfig({ FILES_S3_REGION: 'eu-central-1', FILES_S3_BUCKET: '' })
    expect([filesBucket, backupBucket]).toEqual([null, null])
  })

  test("backups use the files' settings except bucket and prefix", () => {
    const { filesBucket, backupBucket } = readConfig({
      ...FILES,
      FILES_S3_PREFIX: 'portal',
      BACKUP_S3_BUCKET: 'foyer-backups',
      BACKUP_KEY: 'a passphrase',
    })
    const place = {
      endpoint: 'https://s3.example.com',
      region: 'eu-central-1',
      pathStyle: true,
      credentials: CREDENTIALS,
    }
    expect(filesBucket).toEqual({ ...place, bucket: 'foyer-files', prefix: 'portal/' })
    expect(backupBucket).toEqual({ ...place, bucket: 'foyer-backups', prefix: '', everyHours: 24, keep: 14 })
  })

  test('backups can use another server', () => {
    const { backupBucket } = readConfig({
      ...FILES,
      BACKUP_S3_BUCKET: 'safe',
      BACKUP_S3_ENDPOINT: 'https://other.example.com',
      BACKUP_S3_ACCESS_KEY_ID: 'other',
      BACKUP_S3_SECRET_ACCESS_KEY: 'key',
      BACKUP_S3_PREFIX: 'a/b/',
      BACKUP_S3_EVERY_HOURS: '6',
      BACKUP_S3_KEEP: '30',
      BACKUP_KEY: 'a passphrase',
    })
    expect(backupBucket).toMatchObject({
      endpoint: 'https://other.example.com',
      credentials: { accessKeyId: 'other', secretAccessKey: 'key' },
      prefix: 'a/b/',
      everyHours: 6,
      keep: 30,
    })
  })

  test('the bucket can be in the host name, for files, backups or both', () => {
    const both = { ...FILES, BACKUP_S3_BUCKET: 'safe', BACKUP_KEY: 'a passphrase', FILES_S3_PATH_STYLE: '0' }
    const styles = ({ filesBucket, backupBucket }: Config) => [
      filesBucket?.pathStyle,
      backupBucket?.pathStyle,
    ]
    expect(styles(readConfig(both))).toEqual([false, false])
    expect(styles(readConfig({ ...both, BACKUP_S3_PATH_STYLE: '1' }))).toEqual([false, true])
  })

  test.each([
    [{ FILES_S3_BUCKET: 'b', FILES_S3_PATH_STYLE: 'no' }, 'FILES_S3_PATH_STYLE: must be 0 or 1'],
    [{ BACKUP_S3_BUCKET: 'safe' }, 'BACKUP_S3_BUCKET needs BACKUP_KEY'],
    [{ FILES_S3_BUCKET: 'b', FILES_S3_ACCESS_KEY_ID: 'id' }, 'go together'],
    [{ FILES_S3_BUCKET: 'b', FILES_S3_ENDPOINT: 's3.example.com' }, 'must be an http:// or https:// address'],
    [{ FILES_S3_BUCKET: 'b', FILES_S3_PREFIX: '/a//b' }, 'FILES_S3_PREFIX'],
    [{ FILES_S3_BUCKET: 'b', FILES_S3_PREFIX: 'a\0b' }, 'FILES_S3_PREFIX'],
    [{ BACKUP_S3_EVERY_HOURS: '0' }, 'BACKUP_S3_EVERY_HOURS'],
    [{ FILES_S3_BUKET: 'b' }, 'Did you mean FILES_S3_BUCKET?'],
  ])('%o is rejected', (env, words) => {
    expect(() => readConfig(env)).toThrow(words)
  })
})
