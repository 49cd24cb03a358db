import { ALIKE, APOSTROPHES, classOf, DOUBLE_PRIME, HEBREW, MARKS, WHITE_SPACE } from './letters.ts'

const oneOf = (ranges: string): string => `[${classOf(ranges, (code) => `\\u{${code}}`)}]`

const ASCII = /^[\0-\x7f]*$/
const MARK = new RegExp(oneOf(MARKS), 'gu')
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g')
const ALIKE_LETTER = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g')
const GERSHAYIM = new RegExp(`(?<=${oneOf(HEBREW)})"(?=${oneOf(HEBREW)}|$)`, 'gu')
const SPACES = new RegExp(`${oneOf(WHITE_SPACE)}+`, 'gu')

/** A text with one form of each letter and apostrophe. */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'")
  return text
    .replace(APOSTROPHE, "'")
    .replaceAll(DOUBLE_PRIME, '"')
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARK, '')
    .replace(ALIKE_LETTER, (letter) => ALIKE[letter] ?? letter)
    .replace(GERSHAYIM, "'")
    .normalize('NFC')
}

export const withoutApostrophes = (text: string): string => text.replaceAll("'", '')

/**
 * A text as searches compare it: without case, accents, apostrophes, repeated spaces and variants of the same letter.
 * PostgreSQL's function of the same name gives the same result, and SQLite's calls this one.
 */
export const foldText = (text: string): string => withoutApostrophes(plainText(text)).replace(SPACES, ' ')

/** Whether a short list that is filtered in the browser shows the text. */
export const includesFolded = (text: string, search: string): boolean =>
  foldText(text).includes(foldText(search.trim()))
