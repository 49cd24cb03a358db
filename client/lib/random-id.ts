/** Bits that mark "version 4" and "variant 1", by the byte they are in. */
const MARKED: Record<number, (byte: number) => number> = {
  6: (byte) => (byte & 0x0f) | 0x40,
  8: (byte) => (byte & 0x3f) | 0x80,
}

/** A random UUID, even on plain HTTP, where browsers don't provide `crypto.randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) => (MARKED[at]?.(byte) ?? byte).toString(16).padStart(2, '0'))
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
