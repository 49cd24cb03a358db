export type TextPart = { kind: 'text' | 'link' | 'mention'; text: string }

/** Ends also at East Asian punctuation, which is written without a space before and after it. */
export const ADDRESS = String.raw`https?:\/\/[^\s<>"'、。〈-】〔-〟！（），．：；？［］｛｝｡-､]+`
const LINK = new RegExp(ADDRESS, 'gu')
/** Ends a sentence or a quotation rather than a URL. */
const TRAILING = /[.,;:!?…”’»]/
const OPENING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** The URL without punctuation that follows it; a closing bracket is part of it if its opening one is. */
function trimAddress(found: string): string {
  const count = (mark: string) => found.split(mark).length - 1
  const unopened = new Map([...OPENING].map(([close, open]) => [close, count(close) - count(open)]))
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    const surplus = unopened.get(last)
    if (surplus === undefined ? !TRAILING.test(last) : surplus <= 0) break
    if (surplus !== undefined) unopened.set(last, surplus - 1)
  }
  return found.slice(0, end)
}

/** Splits a message into plain text, URLs and mentions. */
export function splitText(content: string, mentioned: readonly string[]): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of content.matchAll(LINK)) {
    const address = trimAddress(match[0])
    parts.push(...splitMentions(content.slice(end, match.index), mentioned), { kind: 'link', text: address })
    end = match.index + address.length
  }
  parts.push(...splitMentions(content.slice(end), mentioned))
  return parts.filter((part) => part.text !== '')
}

/** What makes a name longer; scripts without spaces between words aren't separated from it. */
const SPACED = String.raw`(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{M}\p{N}]`
const GOES_ON = `(?!-?${SPACED})`
/** After these, the "@" belongs to an email address. */
const NOT_IN_ADDRESS = `(?<!${SPACED}|[+-])`

/** If two names match, the longer one is meant. */
function splitMentions(text: string, names: readonly string[]): TextPart[] {
  if (names.length === 0) return [{ kind: 'text', text }]
  const longestFirst = [...names].sort((a, b) => b.length - a.length)
  const marks = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: mark, index } of text.matchAll(
    new RegExp(`${NOT_IN_ADDRESS}@(?:${marks.join('|')})${GOES_ON}`, 'gu'),
  )) {
    parts.push({ kind: 'text', text: text.slice(end, index) }, { kind: 'mention', text: mark })
    end = index + mark.length
  }
  return [...parts, { kind: 'text', text: text.slice(end) }]
}

/** The text between an "@" and the caret while a name is being typed, otherwise null. */
export function mentionBefore(text: string, caret: number): string | null {
  const match = /(?:^|\s)@([\p{L}\p{M}'.-]*(?: [\p{L}\p{M}'.-]*)?)$/u.exec(text.slice(0, caret))
  return match?.[1] ?? null
}

/** Replaces the typed name with the selected one; returns the text and the caret position. */
export function insertMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = caret - (mentionBefore(text, caret)?.length ?? 0)
  const before = `${text.slice(0, start)}${name} `
  return { text: before + text.slice(caret).trimStart(), caret: before.length }
}
