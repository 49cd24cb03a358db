import { ADDRESS, splitText, type TextPart } from './message-text.ts'

/** The Markdown subset of messages and comments; HTML is shown as text. */
export type Inline =
  | TextPart
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'anchor'; href: string; children: Inline[] }

export type Block =
  | { kind: 'code'; text: string }
  | { kind: 'paragraph' | 'quote'; children: Inline[] }
  | { kind: 'list'; start: number | null; items: Inline[][] }

const FENCE = /^```/
const QUOTE = /^>\s?/
const BULLET = /^\s{0,3}[-*]\s+/
const NUMBER = /^\s{0,3}(\d{1,9})[.)]\s+/

/** Splits a text into blocks; blocks don't nest. */
export function blocksOf(content: string, mentioned: readonly string[]): Block[] {
  const lines = content.split(/\r?\n/)
  const inline = (text: string) => inlineOf(text, mentioned)
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (matches: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && matches(lines[at] ?? '')) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const number = NUMBER.exec(line)
    if (FENCE.test(line)) {
      at++
      blocks.push({ kind: 'code', text: takeWhile((next) => !FENCE.test(next)).join('\n') })
      at++
    } else if (QUOTE.test(line)) {
      const quoted = takeWhile((next) => QUOTE.test(next)).map((next) => next.replace(QUOTE, ''))
      blocks.push({ kind: 'quote', children: inline(quoted.join('\n')) })
    } else if (number !== null || BULLET.test(line)) {
      const mark = number === null ? BULLET : NUMBER
      const items = takeWhile((next) => mark.test(next)).map((next) => inline(next.replace(mark, '')))
      blocks.push({ kind: 'list', start: number === null ? null : Number(number[1]), items })
    } else if (line.trim() === '') at++
    else {
      const text = takeWhile((next) => next.trim() !== '' && !startsBlock(next)).join('\n')
      blocks.push({ kind: 'paragraph', children: inline(text) })
    }
  }
  return blocks
}

const startsBlock = (line: string): boolean =>
  [FENCE, QUOTE, BULLET, NUMBER].some((start) => start.test(line))

/** URLs come first, so that nothing inside them is parsed as markup. No style nests in itself. */
const MARKS = new RegExp(
  [
    ADDRESS,
    String.raw`\[(?<label>[^\[\]\n]{1,500})\]\((?<href>https?:\/\/(?:[^\s()<>"']|\([^\s()<>"']*\))+)\)`,
    '`(?<code>[^`\\n]+)`',
    String.raw`\*\*(?<strong>[^\s*](?:[^*\n]*[^\s*])?)\*\*`,
    String.raw`(?<![\p{L}\p{N}*])\*(?<star>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])`,
    String.raw`(?<![\p{L}\p{N}_])_(?<line>[^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])`,
  ].join('|'),
  'gu',
)

function inlineOf(text: string, mentioned: readonly string[]): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const { 0: all, index, groups = {} } of text.matchAll(MARKS)) {
    const marked = toInline(groups, mentioned)
    if (marked === null) continue
    parts.push(...splitText(text.slice(end, index), mentioned), marked)
    end = index + all.length
  }
  return [...parts, ...splitText(text.slice(end), mentioned)]
}

/** Null for a bare URL, which stays part of the surrounding text. */
function toInline(
  { label, href, code, strong, star, line }: Record<string, string | undefined>,
  mentioned: readonly string[],
): Inline | null {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', children: inlineOf(strong, mentioned) }
  const em = star ?? line
  if (em !== undefined) return { kind: 'em', children: inlineOf(em, mentioned) }
  if (label === undefined || href === undefined) return null
  return { kind: 'anchor', href, children: [{ kind: 'text', text: label }] }
}

const mentionsOf = (part: Inline): string[] => {
  if ('children' in part) return part.children.flatMap(mentionsOf)
  return part.kind === 'mention' ? [part.text] : []
}

/** The mentions in a text, each with its “@”. */
export const mentionsIn = (content: string, names: readonly string[]): string[] =>
  blocksOf(content, names)
    .flatMap((block) => {
      if (block.kind === 'code') return []
      return block.kind === 'list' ? block.items.flat() : block.children
    })
    .flatMap(mentionsOf)

const textOf = (part: Inline): string => ('text' in part ? part.text : part.children.map(textOf).join(''))

/** The plain text on one line, for a preview. */
export const plainText = (content: string): string =>
  blocksOf(content, [])
    .flatMap((block) => {
      if (block.kind === 'code') return [block.text]
      if (block.kind === 'list') return block.items.map((item) => item.map(textOf).join(''))
      return [block.children.map(textOf).join('')]
    })
    .join(' ')
    .replace(/\s+/g, ' ')
