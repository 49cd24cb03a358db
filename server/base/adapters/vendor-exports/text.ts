import { AppError } from '../../core/calls/errors.ts'

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new AppError(
      'BAD_REQUEST',
      'This is a spreadsheet or an archive. Export a CSV or JSON file instead.',
    )
  }
  const mark = `${bytes[0]} ${bytes[1]}`
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Trims the text and removes what can't be stored: NUL and unpaired surrogates. */
export const clean = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll('\0', '').toWellFormed().trim() : ''

/** Limits the length, with an ellipsis if truncated. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`

/** A name on a single line. */
export const nameOf = (text: unknown, max = 200): string => shorten(clean(text).replace(/\s+/g, ' '), max)

export const paragraphs = (...parts: (string | null | undefined)[]): string | null =>
  shorten(parts.filter(Boolean).join('\n\n'), 10_000) || null
