import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openBucket } from '#server/base/adapters/storage/bucket.ts'
import { bucketStorage } from '#server/base/adapters/storage/bucket-storage.ts'
import { digestOf } from '#server/base/adapters/storage/multipart.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const PATIENCE = { connectMs: 2000, idleMs: 1000, pausesMs: [5] }
const KEY = 'ab'.repeat(24)
const TEXT = 'a plan of the house'

/** A service with arbitrary responses. */
async function hostile(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const folder = temporaryFolder()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const settings = {
    bucket: 'foyer',
    endpoint,
    region: 'us-east-1',
    credentials,
    pathStyle: true,
    prefix: 'portal/',
  }
  const bucket = openBucket(settings, PATIENCE)
  return { bucket, storage: bucketStorage(bucket, folder) }
}

const expected = () => digestOf(Readable.from([Buffer.from(TEXT)]))

test.each([301, 302, 307, 308])("a redirect (%i) isn't followed", async (status) => {
  let asked = 0
  const elsewhere = createServer((_req, res) => {
    asked++
    res.end(TEXT)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void elsewhere.close())
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/secret`
  const { storage } = await hostile((_req, res) => res.writeHead(status, { location }).end())
  await expect(storage.read(KEY)).rejects.toMatchObject({ name: 'BucketError' })
  expect(asked).toBe(0)
})

test.each([
  ['shorter', TEXT.slice(0, -1)],
  ['longer', `${TEXT}!`],
  ['another', TEXT.replace('plan', 'plot')],
  ['nothing', ''],
])('a body that is %s is a damaged file, whatever digest the service reports', async (_what, body) => {
  const { sha256 } = await digestOf(Readable.from([Buffer.from(body)]))
  const { storage } = await hostile((_req, res) =>
    res.writeHead(200, { 'x-amz-meta-sha256': sha256 }).end(body),
  )
  const digest = await expected()
  await expect(storage.read(KEY, digest).then(buffer)).rejects.toMatchObject({ state: 'damaged' })
})

test('an endless body is aborted once it is longer than the file', async () => {
  let sent = 0
  const { storage } = await hostile((_req, res) => {
    res.writeHead(200)
    const timer = setInterval(() => {
      sent += 65_536
      res.write(Buffer.alloc(65_536))
    }, 1)
    res.once('close', () => clearInterval(timer))
  })
  await expect(storage.read(KEY, await expected()).then(buffer)).rejects.toMatchObject({ state: 'damaged' })
  expect(sent).toBeLessThan(10 * 1024 * 1024)
})

test('a body shorter than declared is a broken connection', async () => {
  const { storage } = await hostile((_req, res) => {
    res.writeHead(200, { 'content-length': '1000' })
    res.write(TEXT)
    setTimeout(() => res.destroy(), 10)
  })
  await expect(storage.read(KEY, await expected()).then(buffer)).rejects.toMatchObject({
    code: 'BUCKET_UNREACHABLE',
  })
})

const page = (names: string[], next?: string) =>
  `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${names
    .map((name) => `<Contents><Key>${name}</Key><Size>7</Size></Contents>`)
    .join(
      '',
    )}${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`

const answersXml =
  (xml: string): RequestListener =>
  (_req, res) =>
    void res.writeHead(200, { 'content-type': 'application/xml' }).end(xml)

test('a circular listing is aborted', async () => {
  const { bucket } = await hostile(answersXml(page(['portal/one'], 'again')))
  const walk = async () => {
    for await (const _entry of bucket.list('')) {
      // There is nothing to do with it.
    }
  }
  await expect(walk()).rejects.toMatchObject({ name: 'BucketError' })
})

test("foreign names aren't treated as files", async () => {
  const names = [
    'elsewhere/x',
    'portal/../../etc/passwd',
    `portal/ab/${KEY}`,
    `portal/cd/${KEY}`,
    `portal/ab/${KEY.toUpperCase()}`,
    'portal/ab/a b+%2e%2e',
    `ab/${KEY}`,
  ]
  const { storage } = await hostile(answersXml(page(names)))
  const hold = await storage.hold()
  expect(await hold.keys()).toEqual([KEY])
  await hold.release()
})

test.each(['<html>Hello</html>', '', '{"Contents": []}', '<ListBucketResult><Contents>'])(
  'a listing of %j does no harm',
  async (body) => {
    const { storage } = await hostile(answersXml(body))
    const hold = await storage.hold()
    const keys = await hold.keys().catch((error: Error) => error.name)
    expect(['BucketError', []]).toContainEqual(keys)
    await hold.release()
  },
)
