/**
 * Characters that XML 1.0, calendars or databases can't hold: control characters other than tabs and line breaks,
 * two that Unicode reserves, and unpaired surrogates.
 */
const UNSTORABLE = /[^\P{Cc}\t\n\r\u0080-\u009f]|[\p{Cs}\ufffe\uffff]/u
const ALL = new RegExp(UNSTORABLE, 'gu')

/** The first character that can't be stored, as U+000B, and the text before it; null if there is none. */
export function unstorableIn(text: string): { character: string; before: string } | null {
  const found = UNSTORABLE.exec(text)
  if (found === null) return null
  const point = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return { character: `U+${point}`, before: text.slice(0, found.index) }
}

/** The text without such characters, for files: rows from before they were rejected may contain them. */
export const storable = (text: string): string =>
  // Word processors write line breaks within a paragraph as vertical tabs.
  text.replace(/[\v\f]/g, ' ').replace(ALL, '')
