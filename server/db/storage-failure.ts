/** Why nothing can be stored at the moment; `unreachable` and `refused` say it of files in a bucket. */
export type StorageFailure = 'full' | 'read-only' | 'failing' | 'unreachable' | 'refused' | 'moving'

/** The code of writes to a database file that is no longer in its place. */
export const DATABASE_GONE = 'DATABASE_GONE'

/** What a database says to every write while it is moved to another one. */
export const PORTAL_MOVING = 'The portal is being moved'

/** The codes of SQLite, PostgreSQL, the operating system and our own. */
const CODES: readonly [RegExp, StorageFailure][] = [
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, 'full'],
  [/^(SQLITE_READONLY\w*|25006|EROFS)$/, 'read-only'],
  [/^(SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|58030|EIO|EACCES|DATABASE_GONE)$/, 'failing'],
  [/^BUCKET_UNREACHABLE$/, 'unreachable'],
  [/^BUCKET_REFUSED$/, 'refused'],
]

/** What the failure says of the storage, also where it is only the cause; null where it is none of that. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  if (!(error instanceof Error)) return null
  if (error.message === PORTAL_MOVING) return 'moving'
  const { code } = error as { code?: unknown }
  const found = typeof code === 'string' ? CODES.find(([pattern]) => pattern.test(code)) : undefined
  return found?.[1] ?? storageFailureOf(error.cause)
}
