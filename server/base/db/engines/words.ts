import { foldText, plainText, withoutApostrophes } from '#shared/base/text/fold.ts'
import { classOf, PAIRED, SEPARATORS } from '#shared/base/text/letters.ts'

const escaped = (code: string): string => `\\u{${code}}`

const separators = classOf(SEPARATORS, escaped)
const paired = classOf(PAIRED, escaped)
const SEPARATOR = new RegExp(`[${separators}]+`, 'gu')
const PAIRED_RUN = new RegExp(`[${paired}]+`, 'gu')
const PAIRED_LETTER = new RegExp(`[${paired}]`, 'gu')
const WITH_APOSTROPHE = new RegExp(`([^${separators}]+)'([^${separators}]+)(?:'([^${separators}]+))?`, 'gu')

const spaced = (folded: string): string => folded.replace(SEPARATOR, ' ').replace(PAIRED_RUN, ' $& ')

/**
 * The words under which a text is indexed, each after a space: “l’école” also as “ecole”, and scripts without
 * spaces in pairs of characters. PostgreSQL's and SQLite's indexed_words() give the same result.
 */
export function indexedWords(text: string): string {
  const words = plainText(text).replace(WITH_APOSTROPHE, '$1$2$3 $1 $2$3 $2 $3')
  const parts = spaced(withoutApostrophes(words))
    .replace(PAIRED_LETTER, '$& $&')
    .split(' ')
    .filter((word) => word !== '')
  return parts.map((word) => ` ${word}`).join('')
}

/** What an indexed text must contain: consecutive words, or a word that starts with the text. */
export interface SearchTerm {
  text: string
  prefix: boolean
}

const MAX_TERMS = 8
/** Longer words are indexed by their beginning. */
const LONGEST_WORD = 100

/** The terms of a query; an entry is found if it contains all of them. */
export const searchTerms = (query: string): SearchTerm[] =>
  spaced(foldText(query))
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_TERMS)
    .map((word) => {
      const letters = [...word]
      const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
      return isPaired(word) && pairs.length > 0
        ? { text: pairs.join(' '), prefix: false }
        : { text: word.slice(0, LONGEST_WORD), prefix: true }
    })

const FIRST_PAIRED = new RegExp(`^[${paired}]`, 'u')
export const isPaired = (word: string): boolean => FIRST_PAIRED.test(word)

/** Whether a text contains the term, by the rules of the index. */
export function containsTerm(text: string, term: SearchTerm): boolean {
  const words = `${indexedWords(text)} `
  return words.includes(term.prefix ? ` ${term.text}` : ` ${term.text} `)
}
