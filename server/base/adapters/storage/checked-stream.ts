import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { FileTrouble } from '#shared/work/files.ts'
import { codeOf } from '../../core/durable-files.ts'
import type { FileDigest } from './file-storage.ts'

/** A single file can't be read as it was stored, although the storage itself works. */
export class StoredFileError extends Error {
  readonly state: FileTrouble
  readonly key: string
  /** The remaining bytes, which were withheld from the reader. */
  readonly rest: Buffer | null

  constructor(
    state: FileTrouble,
    key: string,
    { cause, rest = null }: { cause?: unknown; rest?: Buffer | null } = {},
  ) {
    super(`The stored file ${key} is ${state}`, { cause })
    this.name = 'StoredFileError'
    this.rest = rest
    this.state = state
    this.key = key
  }
}

/** The problem with the file that the error reports; null if it isn't about the file. */
export const troubleOf = (error: unknown): FileTrouble | null =>
  error instanceof StoredFileError ? error.state : null

/** System errors that concern a single file. */
const UNREADABLE = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR'])
/** The number of attempts to read a file whose connection is interrupted. */
export const READS = 3

/** The same when checking all files, where one file must not stop the others. */
export const troubleAmongMany = (error: unknown): FileTrouble | null =>
  troubleOf(error) ?? (UNREADABLE.has(codeOf(error) ?? '') ? 'damaged' : null)

interface Checked {
  key: string
  digest: FileDigest
  /** Converts errors of the source. */
  toError?: (error: unknown) => unknown
}

/**
 * The stored bytes or an error: the last bytes are held back until the digest is verified, so that a damaged
 * file is never taken for complete.
 */
export function checkedStream(bytes: Readable, { key, digest, toError }: Checked): Readable {
  const hash = createHash('sha256')
  let pending: Buffer | null = null
  let size = 0
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      if (digest.size !== undefined && size > digest.size) {
        return done(new StoredFileError('damaged', key, { rest: pending }))
      }
      if (pending !== null) checked.push(pending)
      pending = chunk
      done()
    },
    flush(done) {
      const isWhole =
        (digest.size === undefined || size === digest.size) &&
        (digest.sha256 === undefined || hash.digest('hex') === digest.sha256)
      if (isWhole) done(null, pending)
      else done(new StoredFileError('damaged', key, { rest: pending }))
    },
  })
  bytes.once('error', (error) => {
    // A bad sector concerns only its file; others may be intact.
    const isUnreadable = codeOf(error) === 'EIO'
    const failure = isUnreadable ? new StoredFileError('damaged', key, { cause: error, rest: pending }) : null
    checked.destroy(failure ?? ((toError?.(error) ?? error) as Error))
  })
  checked.once('close', () => bytes.destroy())
  // The stream may fail before a reader is attached, which still receives the error.
  checked.on('error', () => {})
  return bytes.pipe(checked)
}
