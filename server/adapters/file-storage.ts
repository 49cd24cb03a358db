import type { Readable } from 'node:stream'

/** Where uploaded files live. Keys are random, so that no name of a person's choosing reaches the disk. */
export interface FileStorage {
  /** A folder uploads are received in; what is left there by a crash is swept away later. */
  receivingFolder: () => Promise<string>
  /** Takes a received file over for good and tells what it is made of. */
  adopt: (receivedPath: string) => Promise<StoredFile>
  /** Takes files over under the keys they had before; one that isn't there any more was taken over already. */
  place: (files: readonly KeyedFile[]) => Promise<void>
  read: (key: string) => Promise<Readable>
  /** In bytes; null where nothing has the key. */
  sizeOf: (key: string) => Promise<number | null>
  /** Removing what is gone already is no failure. */
  remove: (key: string) => Promise<void>
  /** Deletes received files nobody adopted within the hour, and what backups that were killed kept. */
  sweep: (now: Date) => Promise<void>
  /** From now until the release, files that are removed stay readable here. */
  hold: () => Promise<StorageHold>
}

/** Bytes on this machine's disk that are to be stored under a key. */
export interface KeyedFile {
  key: string
  path: string
}

/** Everything stored at some moment, for a backup: what its snapshot speaks of cannot vanish under it. */
export interface StorageHold {
  keys: () => Promise<string[]>
  /** Null for what was removed before the hold began. */
  read: (key: string) => Promise<Readable | null>
  release: () => Promise<void>
}

export interface StoredFile {
  key: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
}
