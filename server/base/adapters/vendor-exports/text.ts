import { storable } from '../../core/plain-text.ts'

/** Trims the text and removes what can't be stored. */
export const clean = (text: unknown): string => (typeof text === 'string' ? storable(text).trim() : '')

/** Limits the length, with an ellipsis if truncated. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`

/** A name on a single line. */
export const nameOf = (text: unknown, max = 200): string => shorten(clean(text).replace(/\s+/g, ' '), max)
