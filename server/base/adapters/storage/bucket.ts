import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { BucketSettings } from '../../core/config.ts'
import { BucketError, isGone, toBucketError } from './bucket-errors.ts'
import type { Piece, Pieces } from './multipart.ts'

/** An object's metadata. */
export interface StoredObject {
  size: number
  /** Hex, as stored with the object; null if something else stored it. */
  sha256: string | null
}

/** A bucket of an S3-compatible service; names are relative to its configured prefix. */
export interface Bucket {
  /** Stores the whole object or nothing; the service verifies each part's digest. */
  put: (name: string, pieces: Pieces, sha256?: string) => Promise<void>
  /** Null if there is no such object. */
  get: (name: string) => Promise<(StoredObject & { bytes: Readable }) | null>
  head: (name: string) => Promise<StoredObject | null>
  /** Succeeds if the object doesn't exist. */
  remove: (name: string) => Promise<void>
  list: (start: string) => AsyncGenerator<{ name: string; size: number }>
  /** Aborts multipart uploads older than a day, whose hidden parts cost storage. */
  sweep: (now: Date) => Promise<void>
  /** Throws if the bucket doesn't exist or access is denied. */
  check: () => Promise<void>
}

interface Timeouts {
  /** Time limit for connecting. */
  connectMs: number
  /** Time limit without any data in either direction. */
  idleMs: number
  /** Pauses before each retry. */
  pausesMs: readonly number[]
}

const PATIENCE: Timeouts = { connectMs: 5000, idleMs: 30_000, pausesMs: [300, 1500] }
const UNENDED_AFTER_MS = 86_400_000
const MAX_SOCKETS = 200
/** The header with the signed digest of the request's body. */
const SIGNED_DIGEST = 'x-amz-content-sha256'

const NO_LOGGING = { debug() {}, info() {}, warn() {}, error() {} }

type Sdk = typeof import('@aws-sdk/client-s3')

const opened = new WeakMap<BucketSettings, Bucket>()

/** Creates a client, once per bucket and process so that connections are reused. */
export function bucketOf(settings: BucketSettings): Bucket {
  const bucket = opened.get(settings) ?? openBucket(settings)
  opened.set(settings, bucket)
  return bucket
}

export function openBucket(settings: BucketSettings, patience = PATIENCE): Bucket {
  const Bucket = settings.bucket
  const named = (name: string) => ({ Bucket, Key: settings.prefix + name })
  let client: Promise<{ sdk: Sdk; s3: S3Client }> | undefined
  const load = () => {
    client ??= connect(settings, patience)
    return client
  }
  /** Converts all errors to `BucketError`. */
  const ask = async <Answer>(send: (sdk: Sdk, s3: S3Client) => Promise<Answer>): Promise<Answer> => {
    const { sdk, s3 } = await load()
    return retried(() => send(sdk, s3), patience.pausesMs)
  }

  const sendPiece = (
    piece: Piece,
    send: (sdk: Sdk, s3: S3Client, body: Readable | Buffer) => Promise<unknown>,
  ) =>
    ask(async (sdk, s3) => {
      const body = piece.open()
      try {
        return await send(sdk, s3, body)
      } finally {
        if ('destroy' in body) await closed(body)
      }
    })

  const bucket: Bucket = {
    async put(name, pieces, sha256) {
      const [first, second, rest] = await peek(pieces)
      const params = { ...named(name), ContentType: 'application/octet-stream', Metadata: metadataOf(sha256) }
      if (second === undefined) {
        await sendPiece(first, (sdk, s3, Body) =>
          s3.send(signing(new sdk.PutObjectCommand({ ...params, Body, ContentLength: first.size }), first)),
        )
        return
      }
      const { UploadId } = await ask((sdk, s3) => s3.send(new sdk.CreateMultipartUploadCommand(params)))
      const upload = { ...named(name), UploadId }
      try {
        const Parts: { ETag: string | undefined; PartNumber: number }[] = []
        let size = 0
        for await (const piece of rest) {
          const PartNumber = Parts.length + 1
          const part = { ...upload, PartNumber, ContentLength: piece.size }
          const answer = await sendPiece(piece, (sdk, s3, Body) =>
            s3.send(signing(new sdk.UploadPartCommand({ ...part, Body }), piece)),
          )
          Parts.push({ ETag: (answer as { ETag?: string }).ETag, PartNumber })
          size += piece.size
        }
        const ending = { ...upload, MultipartUpload: { Parts } }
        await ask((sdk, s3) => s3.send(new sdk.CompleteMultipartUploadCommand(ending))).catch(
          async (error) => {
            // The response was lost: the upload no longer exists because it was completed.
            if ((await bucket.head(name))?.size !== size) throw error
          },
        )
      } catch (error) {
        await ask((sdk, s3) => s3.send(new sdk.AbortMultipartUploadCommand(upload))).catch(() => undefined)
        throw error
      }
    },

    async get(name) {
      const answer = await ask((sdk, s3) =>
        s3.send(new sdk.GetObjectCommand(named(name))).catch(nullIfMissing),
      )
      return answer === null ? null : { ...storedObject(answer), bytes: answer.Body as Readable }
    },

    async head(name) {
      const answer = await ask((sdk, s3) =>
        s3.send(new sdk.HeadObjectCommand(named(name))).catch(nullIfMissing),
      )
      if (answer !== null) return storedObject(answer)
      // A response without a body can't distinguish a missing object from a missing bucket.
      await bucket.check()
      return null
    },

    async remove(name) {
      await ask((sdk, s3) => s3.send(new sdk.DeleteObjectCommand(named(name))))
    },

    async *list(start) {
      let ContinuationToken: string | undefined
      do {
        const page = { Bucket, Prefix: settings.prefix + start, ContinuationToken }
        const answer = await ask((sdk, s3) => s3.send(new sdk.ListObjectsV2Command(page)))
        for (const { Key = '', Size = 0 } of answer.Contents ?? []) {
          if (Key.startsWith(settings.prefix)) yield { name: Key.slice(settings.prefix.length), size: Size }
        }
        if (
          answer.NextContinuationToken !== undefined &&
          answer.NextContinuationToken === ContinuationToken
        ) {
          throw new BucketError('BUCKET_UNREACHABLE', new Error('its listing makes no progress'))
        }
        ContinuationToken = answer.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },

    async sweep(now) {
      const answer = await ask((sdk, s3) =>
        s3.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: settings.prefix })),
      )
      for (const { Key, UploadId, Initiated } of answer.Uploads ?? []) {
        if (Initiated === undefined || now.getTime() - Initiated.getTime() < UNENDED_AFTER_MS) continue
        await ask((sdk, s3) => s3.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
      }
    },

    async check() {
      // A listing returns an error code, and needs the permission that distinguishes missing from forbidden
      // objects.
      const nothing = { Bucket, Prefix: `${settings.prefix}check/`, MaxKeys: 1 }
      await ask((sdk, s3) => s3.send(new sdk.ListObjectsV2Command(nothing)))
    },
  }
  return bucket
}

/** The SDK takes time and memory to load, so only installations with a bucket load it. */
async function connect(settings: BucketSettings, patience: Timeouts): Promise<{ sdk: Sdk; s3: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3')
  const s3 = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint === null
      ? {}
      : { endpoint: settings.endpoint, forcePathStyle: settings.pathStyle }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
    // Not every service supports the checksums that the SDK would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Retries and logging are ours.
    maxAttempts: 1,
    logger: NO_LOGGING,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      socketTimeout: patience.idleMs,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  })
  return { sdk, s3 }
}

async function retried<Answer>(work: () => Promise<Answer>, pausesMs: readonly number[]): Promise<Answer> {
  for (const pause of [...pausesMs, null]) {
    try {
      return await work()
    } catch (cause) {
      const error = toBucketError(cause)
      const mayRetry = error instanceof BucketError && error.code === 'BUCKET_UNREACHABLE'
      if (!mayRetry || pause === null) throw error
      await setTimeout(pause * (0.5 + Math.random()))
    }
  }
  throw new Error('The last attempt must return or throw')
}

/** Makes the service reject a body that doesn't match its signature. Buckets with object lock require the MD5. */
function signing<Command extends { middlewareStack: { add: (...args: never[]) => void } }>(
  command: Command,
  { sha256, md5 }: Piece,
): Command {
  const stack = command.middlewareStack as unknown as {
    add: (layer: unknown, options: { step: 'build' }) => void
  }
  type Request = { request: { headers: Record<string, string> } }
  const layer = (next: (args: Request) => unknown) => (args: Request) => {
    Object.assign(args.request.headers, { [SIGNED_DIGEST]: sha256, 'content-md5': md5 })
    return next(args)
  }
  stack.add(layer, { step: 'build' })
  return command
}

/** The first two parts, and all of them again: a single part doesn't need a multipart upload. */
async function peek(pieces: Pieces): Promise<[Piece, Piece | undefined, AsyncGenerator<Piece>]> {
  const first = await pieces.next()
  if (first.done === true) throw new Error('An upload needs at least one part')
  const second = await pieces.next()
  async function* all(): AsyncGenerator<Piece> {
    if (first.done !== true) yield first.value
    if (second.done !== true) yield second.value
    yield* pieces
  }
  return [first.value, second.done === true ? undefined : second.value, all()]
}

const metadataOf = (sha256: string | undefined): Record<string, string> =>
  sha256 === undefined ? {} : { sha256 }

const storedObject = (answer: {
  ContentLength?: number
  Metadata?: Record<string, string>
}): StoredObject => ({ size: answer.ContentLength ?? 0, sha256: answer.Metadata?.sha256 ?? null })

function nullIfMissing(error: unknown): null {
  if (isGone(error)) return null
  throw error
}

async function closed(body: Readable): Promise<void> {
  if (body.closed) return
  body.on('error', () => {})
  body.destroy()
  await once(body, 'close')
}
