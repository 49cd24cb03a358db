import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import type { BucketSettings } from '#server/core/config.ts'

/** The account that the server knows. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** Ends the name of what the server writes once it has all of an object: only then it lists and sends it. */
const COMPLETE = '._S3rver_metadata.json'

/** What a test has the server do to requests it is sent. */
type Disturbance = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void

export interface S3Server {
  settings: BucketSettings
  /** What it has been asked: method and path with query. */
  asked: string[]
  disturb: (disturbance: Disturbance | null) => void
  /** Ends it at once, with all that is under way. */
  stop: () => Promise<void>
  /** Starts it again on its port, with all it had stored. */
  start: () => Promise<void>
  /** Names of the objects in the bucket. */
  names: () => string[]
  /** Where the bytes of the object lie. */
  pathOf: (name: string) => string
  /** Uploads in pieces that were neither completed nor given up. */
  unended: () => string[]
}

/** An S3-speaking server on a free port, which checks signatures and keeps objects in a folder of its own. */
export async function startS3(bucket = 'foyer'): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-s3-'))
  const s3 = new S3rver({
    silent: true,
    directory,
    vhostBuckets: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  s3.proxy = true
  await s3.configureBuckets()
  const folder = join(directory, bucket)
  const uploads = join(folder, '._S3rver_uploads')
  const unended = () => (statSync(uploads, { throwIfNoEntry: false }) ? readdirSync(uploads) : [])
  const answer = withUploads(s3.callback(), uploads, unended)
  const asked: string[] = []
  let disturbance: Disturbance | null = null
  const listener: RequestListener = async (req, res) => {
    asked.push(`${req.method} ${req.url}`)
    await disturbance?.(req, res)
    if (req.destroyed || res.writableEnded) return
    asHostOfBucket(req)
    answer(req, res)
  }
  const server = createServer(listener)
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  onTestFinished(async () => {
    if (server.listening) await stop()
    // What it is still writing comes to its end.
    await setTimeout(20)
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  })
  const stored = (name: string) => join(folder, `${name}._S3rver_object`)
  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: CREDENTIALS,
      prefix: '',
    },
    asked,
    disturb: (next) => {
      disturbance = next
    },
    stop,
    start: () => listen(port),
    names: () =>
      (readdirSync(folder, { recursive: true }) as string[])
        .filter((name) => name.endsWith(COMPLETE))
        .map((name) => name.slice(0, -COMPLETE.length)),
    pathOf: stored,
    unended,
  }
}

/** What is signed for a bucket's own path ends with a slash, which the server expects of virtual hosts alone. */
function asHostOfBucket(req: IncomingMessage & { baseUrl?: string }): void {
  const [, bucket, query] = /^\/([^/?]+)\/(\?.*)?$/.exec(req.url ?? '') ?? []
  if (bucket === undefined) return
  req.headers['x-forwarded-host'] = bucket
  req.baseUrl = '/'
  req.url = `/${query ?? ''}`
}

/** The server neither gives up nor lists uploads in pieces: it is taught to by what it has on its disk. */
function withUploads(answer: RequestListener, folder: string, unended: () => string[]): RequestListener {
  return (req, res) => {
    const url = new URL(req.url ?? '/', 'http://s3')
    const id = url.searchParams.get('uploadId')
    if (req.method === 'DELETE' && id !== null) {
      rmSync(join(folder, id), { recursive: true, force: true })
      res.writeHead(204).end()
    } else if (req.method === 'GET' && url.searchParams.has('uploads')) {
      const entries = unended().map((upload) => {
        const key = readFileSync(join(folder, upload, 'key'), 'utf8')
        const begun = statSync(join(folder, upload)).mtime.toISOString()
        return `<Upload><Key>${key}</Key><UploadId>${upload}</UploadId><Initiated>${begun}</Initiated></Upload>`
      })
      res.setHeader('content-type', 'application/xml')
      res.end(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`)
    } else answer(req, res)
  }
}
