import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** A part of an upload, held in memory or on disk so that it can be retried. */
export interface Piece {
  size: number
  /** Hex. */
  sha256: string
  /** Base64, for `Content-MD5`. */
  md5: string
  open: () => Readable | Buffer
}

/** At least one; all but the last must have the same size. */
export type Pieces = AsyncGenerator<Piece>

const MEGABYTE = 1024 * 1024
/** Services require at least 5 MB per part and allow at most 10,000 parts. */
const PIECE_SIZE = 8 * MEGABYTE
const MAX_PIECES = 9000

/** Reads parts from disk as they are sent, without holding the file in memory. */
export async function* piecesOfFile(path: string, size: number): Pieces {
  const pieceSize = pieceSizeFor(size)
  for (let start = 0; start === 0 || start < size; start += pieceSize) {
    const length = Math.min(pieceSize, size - start)
    const open = () => createReadStream(path, { start, end: start + length - 1 })
    if (length === 0) yield pieceOf(Buffer.alloc(0))
    else yield { ...(await digestsOf(open())), open }
  }
}

/** Holds two parts in memory at a time. `estimate` is the approximate number of bytes. */
export async function* piecesOfStream(bytes: AsyncIterable<Buffer>, estimate: number): Pieces {
  const pieceSize = pieceSizeFor(estimate)
  let chunks: Buffer[] = []
  let gathered = 0
  let isEmpty = true
  for await (const chunk of bytes) {
    chunks.push(chunk)
    gathered += chunk.length
    while (gathered >= pieceSize) {
      const all = Buffer.concat(chunks)
      yield pieceOf(all.subarray(0, pieceSize))
      isEmpty = false
      chunks = [all.subarray(pieceSize)]
      gathered -= pieceSize
    }
  }
  if (gathered > 0 || isEmpty) yield pieceOf(Buffer.concat(chunks))
}

const pieceSizeFor = (size: number): number =>
  Math.max(PIECE_SIZE, Math.ceil(size / MAX_PIECES / MEGABYTE) * MEGABYTE)

const pieceOf = (bytes: Buffer): Piece => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  md5: createHash('md5').update(bytes).digest('base64'),
  open: () => bytes,
})

export const digestOf = async (bytes: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string }> => {
  const { size, sha256 } = await digestsOf(bytes)
  return { size, sha256 }
}

async function digestsOf(bytes: AsyncIterable<Buffer>): Promise<Omit<Piece, 'open'>> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  let size = 0
  for await (const chunk of bytes) {
    sha256.update(chunk)
    md5.update(chunk)
    size += chunk.length
  }
  return { size, sha256: sha256.digest('hex'), md5: md5.digest('base64') }
}
