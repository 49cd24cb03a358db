import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** Some bytes on their way, which can be sent again. */
export interface Piece {
  size: number
  /** Hex. */
  sha256: string
  open: () => Readable | Buffer
}

/** At least one; only the last may be smaller than the others. */
export type Pieces = AsyncGenerator<Piece>

const MEGABYTE = 1024 * 1024
/** The least that a service takes is 5 MB, and the most pieces are 10,000. */
const PIECE_SIZE = 8 * MEGABYTE
const MOST_PIECES = 9000

/** Read from the disk as they are sent: the file takes no memory. */
export async function* piecesOfFile(path: string, size: number): Pieces {
  const pieceSize = pieceSizeFor(size)
  for (let start = 0; start === 0 || start < size; start += pieceSize) {
    const length = Math.min(pieceSize, size - start)
    const open = () => createReadStream(path, { start, end: start + length - 1 })
    if (length === 0) yield pieceOf(Buffer.alloc(0))
    else yield { size: length, sha256: (await digestOf(open())).sha256, open }
  }
}

/** Two pieces are in memory at a time. `estimate` is about how many bytes will come. */
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
  Math.max(PIECE_SIZE, Math.ceil(size / MOST_PIECES / MEGABYTE) * MEGABYTE)

const pieceOf = (bytes: Buffer): Piece => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  open: () => bytes,
})

export async function digestOf(bytes: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string }> {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    digest.update(chunk)
    size += chunk.length
  }
  return { size, sha256: digest.digest('hex') }
}
