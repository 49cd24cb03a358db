import { guessEncoding } from './encodings.ts'

/** Windows-1252's characters in place of Latin-1's control characters, from 0x80. */
export const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** What decoders insert for invalid bytes. */
export const LOST_CHARACTER = '\uFFFD'

export const hasLostCharacters = (text: string): boolean => text.includes(LOST_CHARACTER)

/**
 * Decodes a file without its byte order mark: UTF-8, UTF-16, the encoding that it states or that fits its letters.
 * Invalid bytes become `LOST_CHARACTER`. `cut` says that the bytes may end within a character.
 */
export function decodeText(bytes: Uint8Array, { cut = false } = {}): string {
  const wide = utf16Of(bytes)
  if (wide !== null) return new TextDecoder(wide).decode(bytes, { stream: cut })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    const stated = statedEncoding(bytes)
    const text = new TextDecoder('utf-8').decode(bytes, { stream: cut })
    return stated === null && isMostlyUtf8(text)
      ? text
      : decodeAs(stated ?? guessEncoding(bytes).label, bytes)
  }
}

/** A note if the encoding was guessed: bytes that aren't UTF-8 could be read in many ways. */
export function guessOf(bytes: Uint8Array, text: string): string | null {
  if (utf16Of(bytes) !== null || isUtf8(bytes) || statedEncoding(bytes) !== null || hasLostCharacters(text)) {
    return null
  }
  const [word = ''] = /[\p{L}\p{M}]{0,20}[^\0-\x7f][\p{L}\p{M}]{0,20}/u.exec(text) ?? []
  const { name } = guessEncoding(bytes)
  return `The file isn’t UTF-8 and was read as ${name}. Check the letters of “${word}”. If they are wrong, save the file as UTF-8.`
}

/** The encoding that an XML or OFX file states, unless it is unknown or UTF-8. */
function statedEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 500))
  const [, xml] = /^\s*<\?xml\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ?? []
  const [, ofx] = /^\s*OFXHEADER:[^<]*\bCHARSET:\s*([\w-]+)/i.exec(head) ?? []
  const name = xml ?? ofx?.replace(/^(?=\d{4}$)/, 'windows-')
  if (name === undefined) return null
  try {
    const { encoding } = new TextDecoder(name)
    return encoding.startsWith('utf-') ? null : encoding
  } catch {
    return null
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** By its byte order mark, or in longer files by the zeros beside ASCII characters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 64)
  const zeros = (odd: number) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (start.length < 16 || even + odd < start.length / 4) return null
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : null
}

/** One damaged byte in UTF-8 doesn't make it Windows-1252, whose letters are rarely valid UTF-8. */
function isMostlyUtf8(text: string): boolean {
  let [good, lost] = [0, 0]
  for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
    if (character === LOST_CHARACTER) lost++
    else good++
  }
  return good > lost
}

/** The runtimes' own decoders differ in the control characters of Windows-1252. */
function decodeAs(label: string, bytes: Uint8Array): string {
  const text = new TextDecoder(label).decode(bytes)
  if (label !== 'windows-1252') return text
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252_HIGH[character.charCodeAt(0) - 0x80] ?? '')
}
