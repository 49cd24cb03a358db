import type { Readable } from 'node:stream'

/** Storage for uploaded files. Keys are random, so that user-supplied names never reach the disk. */
export interface FileStorage {
  /** A folder for incoming uploads; leftovers of crashes are removed later. */
  receivingFolder: () => Promise<string>
  /** Takes over an uploaded file permanently and returns its size and digest. */
  adopt: (receivedPath: string) => Promise<StoredFile>
  /** Takes over files under their existing keys; files no longer present were already taken over. */
  place: (files: readonly KeyedFile[]) => Promise<void>
  /**
   * Fails before the last bytes if the file doesn't match the digest, or the one stored with it. Throws a
   * `StoredFileError` if the key doesn't exist.
   */
  read: (key: string, digest?: FileDigest) => Promise<Readable>
  /** In bytes; null if the key doesn't exist. */
  sizeOf: (key: string) => Promise<number | null>
  /** Succeeds if the file doesn't exist. */
  remove: (key: string) => Promise<void>
  /** Deletes uploads not taken over within an hour, and files held for backups that were killed. */
  sweep: (now: Date) => Promise<void>
  /** From now until the release, removed files can still be read through the hold. */
  hold: () => Promise<StorageHold>
}

/** Size and digest of a file when it was stored, as far as they were recorded. */
export interface FileDigest {
  size?: number
  /** Hex. */
  sha256?: string
}

/** Reads it from a database row; pictures of earlier versions have none. */
export const digestOfRow = ({ size, sha256 }: { size: number; sha256: string | null }): FileDigest =>
  sha256 === null ? {} : { size, sha256 }

/** A local file to store under a key. */
export interface KeyedFile {
  key: string
  path: string
}

/** Files as of a moment, for a backup: files referenced by its snapshot stay readable. */
export interface StorageHold {
  keys: () => Promise<string[]>
  /** Null if the file was removed before the hold or is missing. */
  read: (key: string, digest?: FileDigest) => Promise<Readable | null>
  release: () => Promise<void>
}

export interface StoredFile {
  key: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
}
