import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

export type Body =
  | { kind: 'text'; text: string }
  | { kind: 'too-large' }
  | { kind: 'not-utf-8' }
  | { kind: 'aborted' }

/** Reads a body of at most `limit` bytes; the rest is discarded, not buffered. */
export function readBody(req: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve) => {
    // If the caller has already disconnected, no further event is emitted.
    if (req.destroyed) return resolve({ kind: 'aborted' })
    const chunks: Buffer[] = []
    let size = 0
    const refuse = () => {
      req.removeAllListeners('data')
      req.resume()
      resolve({ kind: 'too-large' })
    }
    if (Number(req.headers['content-length'] ?? 0) > limit) return refuse()
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) refuse()
      else chunks.push(chunk)
    })
    req.once('end', () => {
      const bytes = Buffer.concat(chunks)
      resolve(isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : { kind: 'not-utf-8' })
    })
    req.once('error', () => resolve({ kind: 'aborted' }))
    req.once('close', () => resolve({ kind: 'aborted' }))
  })
}
