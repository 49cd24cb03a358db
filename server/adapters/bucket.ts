import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { BucketSettings } from '../core/config.ts'
import { BucketError, isGone, toBucketError } from './bucket-errors.ts'
import type { Piece, Pieces } from './pieces.ts'

/** What is stored under a name. */
export interface StoredObject {
  size: number
  /** Hex, as it was told when the bytes were stored; null for what others stored. */
  sha256: string | null
}

/** A bucket of an S3-compatible service; names are without the prefix it was opened with. */
export interface Bucket {
  /** Stores all of it under the name or nothing; each piece arrives as it was signed. */
  put: (name: string, pieces: Pieces, sha256?: string) => Promise<void>
  /** Null where nothing has the name. */
  get: (name: string) => Promise<(StoredObject & { bytes: Readable }) | null>
  head: (name: string) => Promise<StoredObject | null>
  /** Removing what is gone already is no failure. */
  remove: (name: string) => Promise<void>
  list: (start: string) => AsyncGenerator<{ name: string; size: number }>
  /** Ends uploads in pieces that nobody has ended for a day: their bytes cost, and nobody sees them. */
  sweep: (now: Date) => Promise<void>
  /** Throws where the bucket isn't there, or not for us. */
  check: () => Promise<void>
}

interface Patience {
  /** To be connected. */
  connectMs: number
  /** Without a byte either way. */
  idleMs: number
  /** Before each further attempt. */
  pausesMs: readonly number[]
}

const PATIENCE: Patience = { connectMs: 5000, idleMs: 30_000, pausesMs: [300, 1500] }
const UNENDED_AFTER_MS = 86_400_000
const MOST_SOCKETS = 200
/** The header in which each request signs the digest of its body. */
const SIGNED_DIGEST = 'x-amz-content-sha256'

const SILENCE = { debug() {}, info() {}, warn() {}, error() {} }

type Sdk = typeof import('@aws-sdk/client-s3')

const opened = new WeakMap<BucketSettings, Bucket>()

/** One client for each bucket and process: it keeps its connections. */
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
  /** Nothing but the bucket's own failures come out of here. */
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
      const told = { ...named(name), ContentType: 'application/octet-stream', Metadata: metadataOf(sha256) }
      if (second === undefined) {
        await sendPiece(first, (sdk, s3, Body) =>
          s3.send(signing(new sdk.PutObjectCommand({ ...told, Body, ContentLength: first.size }), first)),
        )
        return
      }
      const { UploadId } = await ask((sdk, s3) => s3.send(new sdk.CreateMultipartUploadCommand(told)))
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
            // An answer that was lost on its way: the upload is gone because it was completed.
            if ((await bucket.head(name))?.size !== size) throw error
          },
        )
      } catch (error) {
        await ask((sdk, s3) => s3.send(new sdk.AbortMultipartUploadCommand(upload))).catch(() => undefined)
        throw error
      }
    },

    async get(name) {
      const answer = await ask((sdk, s3) => s3.send(new sdk.GetObjectCommand(named(name))).catch(unlessGone))
      return answer === null ? null : { ...storedObject(answer), bytes: answer.Body as Readable }
    },

    async head(name) {
      const answer = await ask((sdk, s3) => s3.send(new sdk.HeadObjectCommand(named(name))).catch(unlessGone))
      if (answer !== null) return storedObject(answer)
      // An answer without a body can't tell a missing object from a missing bucket.
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
          yield { name: Key.slice(settings.prefix.length), size: Size }
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
      // The answer to a listing has words, and needs the right that tells a missing file from a forbidden one.
      const nothing = { Bucket, Prefix: `${settings.prefix}check/`, MaxKeys: 1 }
      await ask((sdk, s3) => s3.send(new sdk.ListObjectsV2Command(nothing)))
    },
  }
  return bucket
}

/** The client takes its time and memory to load: only who has a bucket pays for it. */
async function connect(settings: BucketSettings, patience: Patience): Promise<{ sdk: Sdk; s3: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3')
  const s3 = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
    // Not every service knows the checksums that the client would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Both are ours: what went wrong is said by our errors.
    maxAttempts: 1,
    logger: SILENCE,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      socketTimeout: patience.idleMs,
      httpAgent: { maxSockets: MOST_SOCKETS },
      httpsAgent: { maxSockets: MOST_SOCKETS },
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
      const again = error instanceof BucketError && error.code === 'BUCKET_UNREACHABLE'
      if (!again || pause === null) throw error
      await setTimeout(pause * (0.5 + Math.random()))
    }
  }
  throw new Error('There is always a last attempt')
}

/** Has the service refuse a body that isn't what was signed. */
function signing<Command extends { middlewareStack: { add: (...args: never[]) => void } }>(
  command: Command,
  { sha256 }: Piece,
): Command {
  const stack = command.middlewareStack as unknown as {
    add: (layer: unknown, options: { step: 'build' }) => void
  }
  type Request = { request: { headers: Record<string, string> } }
  const layer = (next: (args: Request) => unknown) => (args: Request) => {
    args.request.headers[SIGNED_DIGEST] = sha256
    return next(args)
  }
  stack.add(layer, { step: 'build' })
  return command
}

/** The first two pieces, and all of them again: a single one needs no upload in pieces. */
async function peek(pieces: Pieces): Promise<[Piece, Piece | undefined, AsyncGenerator<Piece>]> {
  const first = await pieces.next()
  if (first.done === true) throw new Error('There is always a piece, if an empty one')
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

function unlessGone(error: unknown): null {
  if (isGone(error)) return null
  throw error
}

async function closed(body: Readable): Promise<void> {
  if (body.closed) return
  body.on('error', () => {})
  body.destroy()
  await once(body, 'close')
}
