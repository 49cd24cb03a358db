/** What Windows-1252 has in place of Latin-1's control characters, from 0x80. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Text in Windows-1252; letters it lacks lose their accents, and what then is left becomes a question mark. */
export function toWindows1252(text: string): Buffer {
  const bytes: number[] = []
  for (const character of text.normalize('NFC')) bytes.push(...bytesOf(character))
  return Buffer.from(bytes)
}

function bytesOf(character: string): number[] {
  const known = byteOf(character)
  if (known !== null) return [known]
  const plain = [...character.normalize('NFKD').replace(/\p{M}/gu, '')].map(byteOf)
  return plain.length === 0 || plain.includes(null) ? [0x3f] : (plain as number[])
}

function byteOf(character: string): number | null {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80 || (point >= 0xa0 && point <= 0xff)) return point
  const high = HIGH.indexOf(character)
  return high < 0 ? null : 0x80 + high
}
