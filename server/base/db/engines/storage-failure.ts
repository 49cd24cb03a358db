/** Why writes currently fail; `unreachable` and `refused` apply to files in a bucket. */
export type StorageFailure =
  | 'full'
  | 'read-only'
  | 'failing'
  | 'unreachable'
  | 'refused'
  | 'moving'
  | 'agency-moving'
  | 'upgraded'

/** The error code for writes to a database file that was moved or deleted. */
export const DATABASE_GONE = 'DATABASE_GONE'

/** The error code for operations that an older program can't do on a newer schema. */
export const SCHEMA_NEWER = 'SCHEMA_NEWER'

/** The database's error for writes while it is moved to another database. */
export const PORTAL_MOVING = 'The portal is being moved'

/** The database's error for writes of an agency that is moved to another installation. */
export const AGENCY_MOVING = 'The agency is being moved'

/** Error codes of SQLite, PostgreSQL, the operating system, and our own. */
const CODES: readonly [RegExp, StorageFailure][] = [
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, 'full'],
  [/^(SQLITE_READONLY\w*|25006|EROFS)$/, 'read-only'],
  [/^(SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|58030|EIO|EACCES|DATABASE_GONE)$/, 'failing'],
  [/^BUCKET_UNREACHABLE$/, 'unreachable'],
  [/^BUCKET_REFUSED$/, 'refused'],
  [/^SCHEMA_NEWER$/, 'upgraded'],
]

/** Classifies a storage failure, even if it is only the error's cause; null for other errors. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  if (!(error instanceof Error)) return null
  if (error.message === PORTAL_MOVING) return 'moving'
  if (error.message === AGENCY_MOVING) return 'agency-moving'
  const { code } = error as { code?: unknown }
  const found = typeof code === 'string' ? CODES.find(([pattern]) => pattern.test(code)) : undefined
  return found?.[1] ?? storageFailureOf(error.cause)
}
