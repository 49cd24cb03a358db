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
  return { text: decode(bytes, size > limit), cut: size > limit }
}

/** UTF-8, otherwise Windows-1252, which accepts any bytes; null bytes mean the file is binary. */
function decode(bytes: Uint8Array, cut: boolean): string | null {
  if (bytes.includes(0)) return null
  try {
    // The stream may end in the middle of a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
