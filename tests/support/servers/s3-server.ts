import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import type { BucketSettings } from '#server/base/core/config.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

/** The server's account. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** Suffix of incomplete objects: the server lists and sends an object only once it is complete. */
const COMPLETE = '._S3rver_metadata.json'

/** How a test makes the server treat requests. */
type Disturbance = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void

export interface S3Server {
  settings: BucketSettings
  /** Its requests: method and path with query. */
  asked: string[]
  disturb: (disturbance: Disturbance | null) => void
  /** Kills it with everything in progress. */
  stop: () => Promise<void>
  /** Restarts it on its port with its stored objects. */
  start: () => Promise<void>
  /** Names of the objects in the bucket. */
  names: () => string[]
  /** The path of the object's bytes. */
  pathOf: (name: string) => string
  /** Multipart uploads that were neither completed nor aborted. */
  openUploads: () => string[]
}

/** An S3-compatible server on a free port that checks signatures and stores objects in its own folder. */
export async function startS3(bucket = 'foyer'): Promise<S3Server> {
  const directory = temporaryFolder()
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
  const openUploads = () => (statSync(uploads, { throwIfNoEntry: false }) ? readdirSync(uploads) : [])
  const answer = withUploads(s3.callback(), uploads, openUploads)
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
    // Wait for writes in progress.
    await setTimeout(20)
  })
  const stored = (name: string) => join(folder, `${name}._S3rver_object`)
  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: CREDENTIALS,
      pathStyle: true,
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
    openUploads,
  }
}

/** Signed path-style bucket URLs end with a slash, which the server expects only for virtual hosts. */
function asHostOfBucket(req: IncomingMessage & { baseUrl?: string }): void {
  const [, bucket, query] = /^\/([^/?]+)\/(\?.*)?$/.exec(req.url ?? '') ?? []
  if (bucket === undefined) return
  req.headers['x-forwarded-host'] = bucket
  req.baseUrl = '/'
  req.url = `/${query ?? ''}`
}

/** The server neither aborts nor lists multipart uploads, so this reads them from its disk. */
function withUploads(answer: RequestListener, folder: string, openUploads: () => string[]): RequestListener {
  return (req, res) => {
    const url = new URL(req.url ?? '/', 'http://s3')
    const id = url.searchParams.get('uploadId')
    if (req.method === 'DELETE' && id !== null) {
      rmSync(join(folder, id), { recursive: true, force: true })
      res.writeHead(204).end()
    } else if (req.method === 'GET' && url.searchParams.has('uploads')) {
      const entries = openUploads().map((upload) => {
        const key = readFileSync(join(folder, upload, 'key'), 'utf8')
        const begun = statSync(join(folder, upload)).mtime.toISOString()
        return `<Upload><Key>${key}</Key><UploadId>${upload}</UploadId><Initiated>${begun}</Initiated></Upload>`
      })
      res.setHeader('content-type', 'application/xml')
      res.end(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`)
    } else answer(req, res)
  }
}
