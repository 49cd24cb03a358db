/** What a bucket's service said, or that it said nothing. */
export class BucketError extends Error {
  /** Refused until somebody mends the settings, or worth another try. */
  readonly code: 'BUCKET_REFUSED' | 'BUCKET_UNREACHABLE'

  constructor(code: BucketError['code'], cause: unknown) {
    super(MESSAGES[code] + reasonOf(cause), { cause })
    this.name = 'BucketError'
    this.code = code
  }
}

const MESSAGES: Record<BucketError['code'], string> = {
  BUCKET_REFUSED: 'The S3 storage refuses access: ',
  BUCKET_UNREACHABLE: 'The S3 storage does not answer: ',
}

interface Answer {
  name?: string
  message?: string
  code?: string
  path?: unknown
  $metadata?: { httpStatusCode?: number }
}

const statusOf = (error: unknown): number | undefined => ((error ?? {}) as Answer).$metadata?.httpStatusCode

/** True where the object isn't there; without its bucket, nothing is. */
export const isGone = (error: unknown): boolean =>
  statusOf(error) === 404 && ((error ?? {}) as Answer).name !== 'NoSuchBucket'

/** A failure of the service or of the way to it in our words; any other, as of a local file, stays. */
export function toBucketError(error: unknown): unknown {
  if (error instanceof BucketError) return error
  const { name, path } = (error ?? {}) as Answer
  if (path !== undefined) return error
  const status = statusOf(error)
  const isRefusal = status !== undefined && status < 500 && status !== 408 && status !== 429
  return new BucketError(
    isRefusal || name === 'CredentialsProviderError' ? 'BUCKET_REFUSED' : 'BUCKET_UNREACHABLE',
    error,
  )
}

function reasonOf(cause: unknown): string {
  const { name, message, code } = (cause ?? {}) as Answer
  const status = statusOf(cause)
  const words = message || code || 'no reason given'
  return status === undefined ? words : `${name ?? 'error'} (${status}), ${words}`
}
