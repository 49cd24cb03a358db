import { showEmails } from '../../core/shown-emails.ts'

/** Characters of the main font. Most documents have no others, so that they need neither the fonts nor the renderer. */
const USUAL = /^[\n\x20-\x7e\xa0-\xff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2212]*$/

export const isUsual = (text: string): boolean => USUAL.test(text)

/** All texts in a document's content. */
export const textIn = (content: object): string =>
  Object.values(content)
    .map((value) =>
      typeof value === 'string' ? value : typeof value === 'object' && value ? textIn(value) : '',
    )
    .filter((text) => text !== '')
    .join('\n')

/** The text as it is drawn. Fonts have no glyphs for control characters and tabs. */
export const clean = (text: string): string =>
  showEmails(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
