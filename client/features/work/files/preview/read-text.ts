import { decodeText } from '#shared/base/text/decoding.ts'

export interface TextStart {
  /** Null if the bytes aren't text. */
  text: string | null
  /** Whether the text was cut off. */
  cut: boolean
}

/** Reads at most `limit` bytes as text and cancels the rest of the stream. */
export async function readText(body: ReadableStream<Uint8Array>, limit: number): Promise<TextStart> {
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  while (size <= limit) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    size += value.length
  }
  await reader.cancel()
  const bytes = new Uint8Array(Math.min(size, limit))
  let end = 0
  for (const part of parts) {
    const room = part.subarray(0, bytes.length - end)
    bytes.set(room, end)
    end += room.length
  }
  const text = decodeText(bytes, { cut: size > limit })
  return { text: text.includes('\0') ? null : text, cut: size > limit }
}
