import { type StorageFailure, storageFailureOf } from '../db/storage-failure.ts'
import type { Services } from './context.ts'
import { AppError } from './errors.ts'

const MESSAGES: Record<StorageFailure, string> = {
  full: 'The server’s storage is full, so nothing can be saved right now. Please try again later.',
  'read-only':
    'The server’s storage is read-only, so nothing can be saved right now. Please try again later.',
  failing: 'The server’s storage is failing, so nothing can be saved right now. Please try again later.',
  unreachable: 'The file storage doesn’t answer, so files can’t be opened or saved. Please try again later.',
  refused: 'The file storage refuses access, so files can’t be opened or saved. Please try again later.',
  moving: 'The portal is being moved. Reading works; changes will be possible again shortly.',
}

const REASONS: Record<StorageFailure, string> = {
  full: 'storage_full',
  'read-only': 'storage_read_only',
  failing: 'storage_failing',
  unreachable: 'file_storage_unreachable',
  refused: 'file_storage_refused',
  moving: 'portal_moving',
}

const LOGGED: Record<StorageFailure, string> = {
  full: 'nothing can be stored: the storage is full',
  'read-only': 'nothing can be stored: the storage is read-only',
  failing: 'nothing can be stored: the storage is failing',
  unreachable: 'the S3 storage does not answer',
  refused: 'the S3 storage refuses access',
  moving: 'nothing can be stored: the portal is being moved',
}

/** Every call fails while the trouble lasts: the log names it once in that time. */
const QUIET_MS = 5 * 60_000

const lastWarnings = new WeakMap<Services['db'], Map<StorageFailure, number>>()

/** What the caller hears when nothing can be stored, or files can't be reached; null for any other failure. */
export function storageTrouble(services: Services, error: unknown): AppError | null {
  const failure = storageFailureOf(error)
  if (failure === null) return null
  warnOnce(services, failure, error)
  return new AppError('SERVICE_UNAVAILABLE', MESSAGES[failure], { reason: REASONS[failure] })
}

function warnOnce({ db, log, clock }: Services, failure: StorageFailure, error: unknown): void {
  const warnings = lastWarnings.get(db) ?? new Map<StorageFailure, number>()
  lastWarnings.set(db, warnings)
  const now = clock().getTime()
  if (now - (warnings.get(failure) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return
  warnings.set(failure, now)
  log.error({ err: error }, LOGGED[failure])
}
