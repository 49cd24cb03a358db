import { type StorageFailure, storageFailureOf } from '../db/engines/storage-failure.ts'
import { AppError } from './calls/errors.ts'
import type { Services } from './context.ts'

const MESSAGES: Record<StorageFailure, string> = {
  full: 'The server’s storage is full, so nothing can be saved right now. Please try again later.',
  'read-only':
    'The server’s storage is read-only, so nothing can be saved right now. Please try again later.',
  failing: 'The server’s storage is failing, so nothing can be saved right now. Please try again later.',
  unreachable:
    'The file storage isn’t responding, so files can’t be opened or saved. Please try again later.',
  refused: 'The file storage denies access, so files can’t be opened or saved. Please try again later.',
  moving: 'The portal is being moved and is read-only. Please try again shortly.',
  'agency-moving': 'Your agency is being moved and is read-only. Please try again shortly.',
  upgraded: 'The portal is being upgraded. Please try again in a moment.',
}

const REASONS: Record<StorageFailure, string> = {
  full: 'storage_full',
  'read-only': 'storage_read_only',
  failing: 'storage_failing',
  unreachable: 'file_storage_unreachable',
  refused: 'file_storage_refused',
  moving: 'portal_moving',
  'agency-moving': 'agency_moving',
  upgraded: 'portal_upgrading',
}

const LOGGED: Record<StorageFailure, string> = {
  full: 'nothing can be stored: the storage is full',
  'read-only': 'nothing can be stored: the storage is read-only',
  failing: 'nothing can be stored: the storage is failing',
  unreachable: 'the S3 storage is not responding',
  refused: 'the S3 storage denies access',
  moving: 'nothing can be stored: the portal is being moved',
  'agency-moving': 'an agency that is being moved is read-only',
  upgraded: 'nothing can be stored: a newer version has upgraded the database; end this process',
}

/** Every call fails while the problem lasts, so it is logged once per period. */
const QUIET_MS = 5 * 60_000

const lastWarnings = new WeakMap<Services['db'], Map<StorageFailure, number>>()

/** Describes the error if nothing can be stored or files can't be accessed; null for other failures. */
export function describeStorageFailure(services: Services, error: unknown): AppError | null {
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
