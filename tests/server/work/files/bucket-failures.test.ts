import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openBucket } from '#server/base/adapters/storage/bucket.ts'
import { bucketStorage } from '#server/base/adapters/storage/bucket-storage.ts'
import { piecesOfStream } from '#server/base/adapters/storage/multipart.ts'
import { confirmBucket } from '#server/base/adapters/storage/storage.ts'
import { placeOf } from '#server/base/adapters/storage/storage-keys.ts'
import type { BucketSettings } from '#server/base/core/config.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { type S3Server, startS3 } from '#tests/support/servers/s3-server.ts'

const MEGABYTE = 1024 * 1024
const PATIENCE = { connectMs: 5000, idleMs: 3_600_000, pausesMs: [10, 20] }
const HASTE = { ...PATIENCE, idleMs: 400 }

async function setUp(change: Partial<BucketSettings> = {}) {
  const s3 = await startS3()
  const folder = temporaryFolder()
  const settings = { ...s3.settings, ...change }
  const bucket = openBucket(settings, PATIENCE)
  const storage = bucketStorage(bucket, folder)
  /** The same storage with short timeouts. */
  const hasty = bucketStorage(openBucket(settings, HASTE), folder)
  const receive = async (bytes: Buffer) => {
    const path = join(await storage.receivingFolder(), crypto.randomUUID())
    writeFileSync(path, bytes)
    return path
  }
  const store = async (bytes: Buffer) => storage.adopt(await receive(bytes))
  const noted = () => (existsSync(join(folder, 'removals')) ? readdirSync(join(folder, 'removals')) : [])
  return { s3, bucket, storage, hasty, receive, store, noted }
}

const UNREACHABLE = { name: 'BucketError', code: 'BUCKET_UNREACHABLE' }
const REFUSED = { name: 'BucketError', code: 'BUCKET_REFUSED' }

const isPart = (number: number) => (asked: string) => asked.includes(`partNumber=${number}&`)

/** Stops the server in the middle of the first matching request. */
function stopAt(s3: S3Server, fits: (asked: string) => boolean) {
  s3.disturb((req) => {
    if (!fits(`${req.method} ${req.url}`)) return
    s3.disturb(null)
    req.once('data', () => void s3.stop())
  })
}

test('a server stopped during an upload leaves only the received temporary file', async () => {
  const { s3, storage, receive, store } = await setUp()
  const kept = await store(Buffer.from('kept'))
  const path = await receive(randomBytes(12 * MEGABYTE))
  stopAt(s3, isPart(2))
  await expect(storage.adopt(path)).rejects.toMatchObject(UNREACHABLE)
  expect(existsSync(path)).toBe(true)
  await s3.start()
  expect(s3.names()).toEqual([placeOf(kept.key)])
  expect(String(await buffer(await storage.read(kept.key)))).toBe('kept')
  const { size } = await storage.adopt(path)
  expect(size).toBe(12 * MEGABYTE)
})

test('parts uploaded before the stop are aborted after a day', async () => {
  const { s3, storage, receive } = await setUp()
  stopAt(s3, isPart(2))
  await expect(storage.adopt(await receive(randomBytes(12 * MEGABYTE)))).rejects.toMatchObject(UNREACHABLE)
  await s3.start()
  expect(s3.openUploads()).toHaveLength(1)
  await storage.sweep(new Date())
  expect(s3.openUploads()).toHaveLength(1)
  await storage.sweep(new Date(Date.now() + 86_500_000))
  expect(s3.openUploads()).toEqual([])
})

test('a part whose connection breaks is sent again', async () => {
  const { s3, store, storage } = await setUp()
  let broken = 0
  s3.disturb((req) => {
    if (!isPart(2)(req.url ?? '') || broken++ > 0) return
    req.once('data', () => req.socket.destroy())
  })
  const bytes = randomBytes(20 * MEGABYTE)
  const { key } = await store(bytes)
  expect(broken).toBe(2)
  expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true)
  expect(s3.openUploads()).toEqual([])
})

test('an upload whose source breaks off is aborted immediately', async () => {
  const { s3, bucket } = await setUp()
  async function* source() {
    yield randomBytes(18 * MEGABYTE)
    throw new Error('The source broke off')
  }
  await expect(bucket.put('backup', piecesOfStream(source(), 0))).rejects.toThrow('The source broke off')
  expect(s3.openUploads()).toEqual([])
  expect(s3.names()).toEqual([])
})

test('a completed upload with a lost response counts as completed', async () => {
  const { s3, store, storage } = await setUp()
  let lost = 0
  s3.disturb((req, res) => {
    if (req.method !== 'POST' || !req.url?.includes('uploadId=') || lost++ > 0) return
    res.end = () => {
      req.socket.destroy()
      return res
    }
  })
  const bytes = randomBytes(10 * MEGABYTE)
  const { key } = await store(bytes)
  expect(lost).toBeGreaterThan(1)
  expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true)
})

test('a server stopped during a download fails it', async () => {
  const { s3, storage, store } = await setUp()
  const { key } = await store(randomBytes(12 * MEGABYTE))
  const bytes = await storage.read(key)
  await new Promise<void>((resolve) => bytes.once('data', () => resolve(s3.stop())))
  await expect(buffer(bytes)).rejects.toMatchObject(UNREACHABLE)
  await expect(storage.read(key)).rejects.toMatchObject(UNREACHABLE)
  await s3.start()
  expect(await storage.sizeOf(key)).toBe(12 * MEGABYTE)
})

test('an unresponsive server times out', async () => {
  const { s3, hasty, store, receive } = await setUp()
  const { key } = await store(Buffer.from('something'))
  s3.disturb(() => new Promise(() => {}))
  await expect(hasty.read(key)).rejects.toMatchObject(UNREACHABLE)
  await expect(hasty.adopt(await receive(Buffer.from('more')))).rejects.toMatchObject(UNREACHABLE)
})

test('a server that stops responding during a download times out', async () => {
  const { s3, hasty, store } = await setUp()
  const { key } = await store(randomBytes(12 * MEGABYTE))
  s3.disturb((_req, res) => {
    const write = res.write.bind(res) as (chunk: unknown) => boolean
    let sent = 0
    res.write = ((chunk: Buffer) => {
      sent += chunk.length
      return sent > MEGABYTE ? false : write(chunk)
    }) as typeof res.write
  })
  await expect(buffer(await hasty.read(key))).rejects.toMatchObject(UNREACHABLE)
})

test.each([
  [
    'another secret',
    'SignatureDoesNotMatch (403)',
    { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'guessed' } },
  ],
  [
    'an unknown account',
    'InvalidAccessKeyId (403)',
    { credentials: { accessKeyId: 'NOBODY', secretAccessKey: 'S3RVER' } },
  ],
  ['a missing bucket', 'NoSuchBucket (404)', { bucket: 'elsewhere' }],
])('%s is rejected, unlike a timeout', async (_name, words, change) => {
  const { s3, storage, store, bucket } = await setUp(change)
  await expect(bucket.check()).rejects.toMatchObject(REFUSED)
  await expect(store(Buffer.from('text'))).rejects.toMatchObject(REFUSED)
  await expect(storage.read('ab'.repeat(24))).rejects.toMatchObject(REFUSED)
  await expect(storage.sizeOf('ab'.repeat(24))).rejects.toMatchObject(REFUSED)
  const warnings: unknown[] = []
  const log = { warn: (...line: unknown[]) => void warnings.push(line) } as never
  await expect(confirmBucket({ ...s3.settings, ...change }, log)).rejects.toThrow(words)
  expect(warnings).toEqual([])
})

test('bytes changed in storage are never returned as the file', async () => {
  const { s3, storage, store } = await setUp()
  const { key } = await store(randomBytes(3 * MEGABYTE))
  const path = s3.pathOf(placeOf(key))
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(7) ^ 1, 7)
  writeFileSync(path, bytes)
  const chunks: Buffer[] = []
  const reading = (async () => {
    for await (const chunk of await storage.read(key)) chunks.push(chunk)
  })()
  await expect(reading).rejects.toThrow('damaged')
  expect(Buffer.concat(chunks).length).toBeLessThan(3 * MEGABYTE)
})

test('every body is signed with its digest, and nothing is made public', async () => {
  const { s3, store } = await setUp()
  const seen: Record<string, unknown>[] = []
  s3.disturb((req) => void seen.push({ method: req.method, ...req.headers }))
  await store(randomBytes(100))
  await store(randomBytes(10 * MEGABYTE))
  const puts = seen.filter(({ method }) => method === 'PUT')
  expect(puts).toHaveLength(3)
  for (const headers of puts) {
    expect(headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/)
    expect(headers.authorization).toContain('x-amz-content-sha256')
    // Buckets with object lock require it.
    expect(headers['content-md5']).toMatch(/^[\w+/]{22}==$/)
    expect(Object.keys(headers).filter((name) => /acl|grant/.test(name))).toEqual([])
  }
})

test('a listing is read through all pages', async () => {
  const { s3, bucket } = await setUp()
  const page = (names: string[], next: string | null) =>
    `<ListBucketResult>${names.map((name) => `<Contents><Key>${name}</Key><Size>7</Size></Contents>`).join('')}
      <IsTruncated>${next !== null}</IsTruncated>
      ${next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`
  const pages: Record<string, string> = {
    '': page(['one', 'two'], 'a/b+c='),
    'a/b+c=': page(['three'], 'last'),
    last: page(['four'], null),
  }
  s3.disturb((req, res) => {
    const token = new URL(req.url ?? '', 'http://s3').searchParams.get('continuation-token') ?? ''
    res.setHeader('content-type', 'application/xml').end(pages[token])
  })
  const listed: { name: string; size: number }[] = []
  for await (const entry of bucket.list('')) listed.push(entry)
  expect(listed).toEqual(['one', 'two', 'three', 'four'].map((name) => ({ name, size: 7 })))
})

test('deletions during an outage are repeated later', async () => {
  const { s3, storage, store, noted } = await setUp()
  const { key } = await store(Buffer.from('secret'))
  await s3.stop()
  await storage.remove(key)
  expect(noted()).toEqual([key])
  await expect(storage.sweep(new Date())).rejects.toMatchObject(UNREACHABLE)
  await s3.start()
  await storage.sweep(new Date())
  expect([noted(), s3.names()]).toEqual([[], []])
})

test('an upload of unknown length holds only the parts in flight in memory', async () => {
  const s3 = await startS3()
  const bucket = openBucket(s3.settings)
  const size = 64 * MEGABYTE
  let pulled = 0
  async function* source() {
    for (; pulled < size; pulled += MEGABYTE) yield Buffer.alloc(MEGABYTE, pulled / MEGABYTE)
  }
  const ahead: number[] = []
  s3.disturb((req) => {
    const part = /partNumber=(\d+)/.exec(req.url ?? '')
    if (part !== null) ahead.push(pulled - Number(part[1]) * 8 * MEGABYTE)
  })
  await bucket.put('large', piecesOfStream(source(), size))
  expect(ahead).toHaveLength(8)
  expect(Math.max(...ahead)).toBeLessThanOrEqual(9 * MEGABYTE)
  expect((await bucket.head('large'))?.size).toBe(size)
})
