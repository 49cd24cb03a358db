import { fromWindows1252 } from '../tables/windows-1252.ts'
import { unreadable } from './lines.ts'

/** Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1252, which includes Latin-1's letters. */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (text.includes('\0')) throw unreadable('This is not a bank statement: it isn’t a text file.')
  if (text.trim() === '') throw unreadable('This file is empty.')
  return text
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fromWindows1252(bytes)
  }
}
