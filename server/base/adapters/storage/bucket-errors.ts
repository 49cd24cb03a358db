/** An error response of a bucket's service, or no response. */
export class BucketError extends Error {
  /** Refused until the settings are corrected, or worth retrying. */
  readonly code: 'BUCKET_REFUSED' | 'BUCKET_UNREACHABLE'

  constructor(code: BucketError['code'], cause: unknown) {
    super(MESSAGES[code] + reasonOf(cause), { cause })
    this.name = 'BucketError'
    this.code = code
  }
}

const MESSAGES: Record<BucketError['code'], string> = {
  BUCKET_REFUSED: 'The S3 storage denies access: ',
  BUCKET_UNREACHABLE: 'The S3 storage is not responding: ',
}

interface Answer {
  name?: string
  message?: string
  code?: string
  path?: unknown
  $metadata?: { httpStatusCode?: number }
}

const statusOf = (error: unknown): number | undefined => ((error ?? {}) as Answer).$metadata?.httpStatusCode

/** Whether the object doesn't exist; a missing bucket is another error. */
export const isGone = (error: unknown): boolean =>
  statusOf(error) === 404 && ((error ?? {}) as Answer).name !== 'NoSuchBucket'

/** Converts errors of the service or connection; returns others, such as a local file's, unchanged. */
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
