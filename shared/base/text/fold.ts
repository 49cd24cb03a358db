import { ALIKE, APOSTROPHES, classOf, MARKS } from './letters.ts'

const ASCII = /^[\0-\x7f]*$/
const MARK = new RegExp(`[${classOf(MARKS, (code) => `\\u{${code}}`)}]`, 'gu')
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g')
const ALIKE_LETTER = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g')

/** A text with one form of each letter and apostrophe. */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'")
  return text
    .replace(APOSTROPHE, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARK, '')
    .replace(ALIKE_LETTER, (letter) => ALIKE[letter] ?? letter)
    .normalize('NFC')
}

export const withoutApostrophes = (text: string): string => text.replaceAll("'", '')

/**
 * A text as searches compare it: without case, accents, apostrophes and variants of the same letter. PostgreSQL's
 * function of the same name gives the same result, and SQLite's calls this one.
 */
export const foldText = (text: string): string => withoutApostrophes(plainText(text))

/** Whether a short list that is filtered in the browser shows the text. */
export const includesFolded = (text: string, search: string): boolean =>
  foldText(text).includes(foldText(search.trim()))
