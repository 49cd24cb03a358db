import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, createGzip, gzip, gzipSync } from 'node:zlib'

const COMPRESS_FROM_BYTES = 4096
/** Up to this size, compressing synchronously costs less than using another thread. */
const COMPRESS_INLINE_BYTES = 128 * 1024
const LEVEL = { level: constants.Z_BEST_SPEED }

const gzipAsync = promisify(gzip)

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  vary: 'trpc-accept, accept, accept-encoding',
}

/** Sends a complete response with its length, compressed if that is worthwhile. */
export async function sendJson(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: string,
): Promise<void> {
  const length = Buffer.byteLength(text)
  if (length < COMPRESS_FROM_BYTES || !acceptsGzip(req)) return end(res, status, text, length)
  const packed = length <= COMPRESS_INLINE_BYTES ? gzipSync(text, LEVEL) : await gzipAsync(text, LEVEL)
  res.setHeader('content-encoding', 'gzip')
  end(res, status, packed, packed.length)
}

/** A string is sent in the same write as the headers; a buffer would need a second one. */
function end(res: ServerResponse, status: number, body: Buffer | string, length: number): void {
  if (res.destroyed) return
  res.writeHead(status, { ...HEADERS, 'content-length': length })
  res.end(body)
}

export interface LineWriter {
  write(line: string): void
  end(): void
}

/** Starts a response of lines, each of which is flushed immediately. */
export function openLines(req: IncomingMessage, res: ServerResponse): LineWriter {
  if (!acceptsGzip(req)) {
    res.writeHead(200, HEADERS)
    return { write: (line) => void res.write(line), end: () => void res.end() }
  }
  res.writeHead(200, { ...HEADERS, 'content-encoding': 'gzip' })
  const packer = createGzip({ ...LEVEL, flush: constants.Z_SYNC_FLUSH })
  packer.pipe(res)
  res.once('close', () => packer.destroy())
  return {
    write: (line) => void (packer.destroyed || packer.write(line)),
    end: () => void (packer.destroyed || packer.end()),
  }
}

export const acceptsGzip = (req: IncomingMessage): boolean => {
  const accepted = req.headers['accept-encoding']
  return accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(accepted))
}
