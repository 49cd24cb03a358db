import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { AppError } from '../../core/calls/errors.ts'
import { unreadable } from './lines.ts'
import { shown } from './values.ts'

const MAX_FILES = 1000
/** Total unpacked size in bytes; a malicious archive can be a thousandth of that. */
const MAX_UNPACKED = 50 * 1024 * 1024

export const isArchive = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte)

/** Folders, and entries that some operating systems add. */
const IS_NO_STATEMENT = /\/$|(^|\/)(__MACOSX\/|\.)/

/**
 * The files of a ZIP archive by name; throws BAD_REQUEST if it can't be read or is too large. The archive reader
 * refuses files that are longer than declared, before they are unpacked whole.
 */
export async function filesOfArchive(bytes: Uint8Array): Promise<[name: string, content: Uint8Array][]> {
  try {
    return await unzip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unreadable(`This archive can’t be read: ${shown(error instanceof Error ? error.message : '')}`)
  }
}

async function unzip(bytes: Buffer): Promise<[name: string, content: Uint8Array][]> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const entries: yauzl.Entry[] = []
  let total = 0
  for await (const entry of zip.eachEntry()) {
    if (IS_NO_STATEMENT.test(entry.fileName)) continue
    entries.push(entry)
    // Entries can share their bytes, which may be many for what they declare.
    total += Math.max(entry.compressedSize, entry.uncompressedSize)
    if (entries.length > MAX_FILES || total > MAX_UNPACKED) {
      throw unreadable('This archive is too large to be read. Export a shorter period.')
    }
  }
  if (entries.length === 0) throw unreadable('This archive is empty.')
  if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml')) {
    throw unreadable('This is an Excel workbook. Save its sheet as CSV.')
  }
  const files: [string, Uint8Array][] = []
  for (const entry of entries) {
    const content = await zip.openReadStreamPromise(entry)
    // The reader may emit more than one error for an entry; only the first matters.
    content.on('error', () => {})
    files.push([entry.fileName, await buffer(content)])
  }
  return files
}
