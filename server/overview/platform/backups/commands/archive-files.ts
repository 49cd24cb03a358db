import { Readable } from 'node:stream'
import type { FileTrouble } from '#shared/work/files.ts'
import type { ArchiveEntry } from '../../../../base/adapters/backups/backup-archive.ts'
import { BucketError } from '../../../../base/adapters/storage/bucket-errors.ts'
import { READS, StoredFileError, troubleAmongMany } from '../../../../base/adapters/storage/checked-stream.ts'
import type { StorageHold } from '../../../../base/adapters/storage/file-storage.ts'
import { NEVER } from '../../../../base/core/calls/fair-queue.ts'
import type { FileRecord } from '../queries/stored-files.ts'

export interface Troubled {
  record: FileRecord
  state: FileTrouble
}

interface Sources {
  files: StorageHold
  /** Referenced by the database after the hold began but before the snapshot: all of it is readable. */
  before: readonly FileRecord[]
  /** Referenced after the snapshot. */
  after: readonly FileRecord[]
  troubled: Troubled[]
  watcher: Watcher
}

/** Receives the progress of an archive. */
export interface Watcher {
  /** The approximate number of bytes before compression. */
  total: (bytes: number) => void
  /** Called with the number of bytes added. */
  added: (bytes: number) => void
  /** Cancels the archive when aborted. */
  signal: AbortSignal
}

export const UNWATCHED: Watcher = { total() {}, added() {}, signal: NEVER }

/**
 * All stored files as archive entries. A damaged or missing file doesn't stop the others: its readable part
 * is included, and it is reported.
 */
export async function* archiveFiles(sources: Sources): AsyncGenerator<ArchiveEntry> {
  const { files, before, after, troubled, watcher } = sources
  const records = new Map([...before, ...after].map((record) => [record.key, record]))
  const expected = new Set(before.map(({ key }) => key))
  const keys = new Set([...(await files.keys()), ...expected])
  for (const key of keys) {
    const record = records.get(key) ?? { key, name: key, id: key, agencyId: null, digest: null }
    const note = (state: FileTrouble) => void troubled.push({ record, state })
    const open = () => files.read(key, record.digest ?? undefined)
    try {
      const bytes = await open()
      if (bytes !== null)
        yield {
          name: `files/${key.slice(0, 2)}/${key}`,
          bytes: readableStream(bytes, { open, note, watcher }),
        }
      else if (expected.has(key)) note('missing')
    } catch (error) {
      const state = troubleAmongMany(error)
      if (state === null) throw error
      note(state)
    }
  }
}

interface Reading {
  open: () => Promise<Readable | null>
  note: (state: FileTrouble) => void
  watcher: Watcher
}

const readableStream = (first: Readable, reading: Reading): Readable =>
  Readable.from(readablePart(first, reading), { objectMode: false })

/** Yields the bytes as far as they are readable. Throws if the storage itself fails. */
async function* readablePart(first: Readable, { open, note, watcher }: Reading): AsyncGenerator<Buffer> {
  let sent = 0
  let bytes: Readable | null = first
  for (let read = 1; bytes !== null; read++) {
    let skipped = sent
    const unsent = (chunk: Buffer): Buffer => {
      watcher.signal.throwIfAborted()
      const rest = chunk.subarray(skipped)
      skipped -= chunk.length - rest.length
      sent += rest.length
      watcher.added(rest.length)
      return rest
    }
    try {
      for await (const chunk of bytes) yield unsent(chunk)
      return
    } catch (error) {
      if (error instanceof StoredFileError) {
        note(error.state)
        if (error.rest !== null) yield unsent(error.rest)
        return
      }
      if (!(error instanceof BucketError)) throw error
      if (read === READS) return note('damaged')
    }
    bytes = await open()
  }
  note('missing')
}
