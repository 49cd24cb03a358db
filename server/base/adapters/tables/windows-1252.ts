import { WINDOWS_1252_HIGH } from '#shared/base/text/decoding.ts'

/**
 * Encodes text as Windows-1252; unsupported letters lose their accents, and other characters become question
 * marks.
 */
export function toWindows1252(text: string): Buffer {
  const bytes: number[] = []
  for (const character of text.normalize('NFC')) bytes.push(...bytesOf(character))
  return Buffer.from(bytes)
}

function bytesOf(character: string): number[] {
  const byte = byteOf(character)
  if (byte !== null) return [byte]
  const plain = [...character.normalize('NFKD').replace(/\p{M}/gu, '')].map(byteOf)
  return plain.length === 0 || plain.includes(null) ? [0x3f] : (plain as number[])
}

function byteOf(character: string): number | null {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80 || (point >= 0xa0 && point <= 0xff)) return point
  const high = WINDOWS_1252_HIGH.indexOf(character)
  return high < 0 ? null : 0x80 + high
}
