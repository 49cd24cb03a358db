import { unzipSync } from 'fflate'
import { unreadable } from './lines.ts'
import { shown } from './values.ts'

const MAX_FILES = 1000
/** Total unpacked size in bytes; a malicious archive can be a thousandth of that. */
const MAX_UNPACKED = 50 * 1024 * 1024

export const isArchive = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte)

/** Folders, and entries that some operating systems add. */
const IS_NO_STATEMENT = /\/$|(^|\/)(__MACOSX\/|\.)/

/** The files of a ZIP archive by name; throws BAD_REQUEST if it can't be read or is too large. */
export function filesOfArchive(bytes: Uint8Array): [name: string, content: Uint8Array][] {
  let [count, unpacked] = [0, 0]
  const isIncluded = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (IS_NO_STATEMENT.test(name)) return false
    count++
    unpacked += originalSize
    return count <= MAX_FILES && unpacked <= MAX_UNPACKED
  }
  const files = unzip(bytes, isIncluded)
  if (count > MAX_FILES || unpacked > MAX_UNPACKED) {
    throw unreadable('This archive is too large to be read. Export a shorter period.')
  }
  if (count === 0) throw unreadable('This archive is empty.')
  if ('xl/workbook.xml' in files) throw unreadable('This is an Excel workbook. Save its sheet as CSV.')
  return Object.entries(files)
}

function unzip(bytes: Uint8Array, filter: NonNullable<Parameters<typeof unzipSync>[1]>['filter']) {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    throw unreadable(`This archive can’t be read: ${shown(error instanceof Error ? error.message : '')}`)
  }
}
