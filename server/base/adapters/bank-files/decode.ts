import { decodeText } from '#shared/base/text/decoding.ts'
import { unreadable } from './lines.ts'

/** The text of a bank's file; throws BAD_REQUEST if it isn't one. */
export function bankFileText(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (text.includes('\0')) throw unreadable('This is not a bank statement: it isn’t a text file.')
  if (text.trim() === '') throw unreadable('This file is empty.')
  return text
}
