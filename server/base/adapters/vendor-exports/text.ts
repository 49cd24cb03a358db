import { isBlank } from '#shared/base/text/blank.ts'
import { storable } from '../../core/plain-text.ts'

/** Trims the text and removes what can't be stored; empty if a reader would see nothing. */
export function clean(text: unknown): string {
  if (typeof text !== 'string') return ''
  const trimmed = storable(text).trim()
  return isBlank(trimmed) ? '' : trimmed
}

/** The longest description of a task or project. */
export const MAX_DESCRIPTION = 10_000

/** Limits the length, with an ellipsis if truncated. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`

export const oneLine = (text: unknown): string => clean(text).replace(/\s+/g, ' ')

/** A name to show in a message; names to import are shortened by the collector, which reports it. */
export const nameOf = (text: unknown, max = 200): string => shorten(oneLine(text), max)
