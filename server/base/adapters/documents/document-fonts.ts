import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { clean, isUsual } from './document-characters.ts'

const require = createRequire(import.meta.url)

export const REGULAR = 'Inter-Regular' as const
export const SEMI_BOLD = 'Inter-SemiBold' as const

/** Fonts of other scripts are large, so there is one weight of each; bold is drawn with an outline. */
const FILES = {
  [REGULAR]: 'inter/400Regular/Inter_400Regular.ttf',
  [SEMI_BOLD]: 'inter/600SemiBold/Inter_600SemiBold.ttf',
  Arabic: 'ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  Hebrew: 'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  Japanese: 'noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  Korean: 'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  Simplified: 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  Traditional: 'noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
  Emoji: 'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
} as const

export type FontName = keyof typeof FILES
type EastAsian = 'Japanese' | 'Korean' | 'Simplified' | 'Traditional'

interface Loaded {
  bytes: Buffer
  font: Font
}

const loaded = new Map<FontName, Loaded>()

/** Read on first use, because each East Asian font takes megabytes. */
export function loadFont(name: FontName): Loaded {
  let found = loaded.get(name)
  if (found === undefined) {
    const bytes = readFileSync(require.resolve(`@expo-google-fonts/${FILES[name]}`))
    // The library can also return a collection, but none of the files is one.
    found = { bytes, font: create(bytes) as Font }
    loaded.set(name, found)
  }
  return found
}

/** Invisible: joiners and direction marks have an effect, but need no glyph. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u

const covers = (name: FontName, cluster: string): boolean =>
  [...cluster].every(
    (char) => IGNORABLE.test(char) || loadFont(name).font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0),
  )

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\u200f\u202b\u202e\u2067]/u

/** Whether the documents' main font has all characters, so that the text needs no other. */
export const isPlain = (text: string): boolean =>
  isUsual(text) ||
  (!RIGHT_TO_LEFT.test(text) && !IGNORABLE.test(text) && covers(REGULAR, text.replaceAll('\n', '')))

const SHARED_FORMS = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** The region whose forms of Chinese characters a document should use, judged by its text and country codes. */
export function eastAsianOf(text: string): EastAsian {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]|\bJP\b/u.test(text)) return 'Japanese'
  if (/\p{Script=Hangul}|\bKR\b/u.test(text)) return 'Korean'
  if (/\b(TW|HK|MO)\b/.test(text)) return 'Traditional'
  const characters = new Set(text.match(/\p{Script=Han}/gu))
  const [simple, traditional] = [simplified(), inBig5()]
  return [...characters].some((one) => !simple.has(one) && traditional.has(one))
    ? 'Traditional'
    : 'Simplified'
}

/** The characters of GB 2312, which has no traditional forms. */
const simplified = onceOnly(() => decoded('gbk', [0xb0, 0xf7], [[0xa1, 0xfe]]))
const inBig5 = onceOnly(() =>
  decoded(
    'big5',
    [0xa4, 0xf9],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ),
)

function decoded(
  encoding: string,
  [first, last]: [number, number],
  seconds: [number, number][],
): Set<string> {
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead++) {
    for (const [from, to] of seconds) for (let trail = from; trail <= to; trail++) bytes.push(lead, trail)
  }
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))
}

function onceOnly<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const OTHERS: readonly EastAsian[] = ['Simplified', 'Traditional', 'Japanese', 'Korean']

/** The fonts to try for a character, best first. */
function candidates(cluster: string, place: EastAsian): FontName[] {
  const east = [place, ...OTHERS.filter((other) => other !== place)]
  if (/\ufe0f|\p{Emoji_Presentation}/u.test(cluster)) return ['Emoji', REGULAR, ...east]
  if (/\p{Script=Arabic}/u.test(cluster)) return ['Arabic']
  if (/\p{Script=Hebrew}/u.test(cluster)) return ['Hebrew']
  if (/\p{Script=Hangul}/u.test(cluster)) return [place, 'Korean']
  if (SHARED_FORMS.test(cluster) || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(cluster)) return east
  return [
    REGULAR,
    ...(/\p{Emoji}/u.test(cluster) ? (['Emoji'] as const) : []),
    place,
    'Arabic',
    'Hebrew',
    'Emoji',
  ]
}

/** The font for a character with its marks; null if none has it. */
export function fontFor(cluster: string, place: EastAsian): FontName | null {
  return candidates(cluster, place).find((name) => covers(name, cluster)) ?? null
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const clustersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** The characters that no font has, each once. */
export function unprintable(content: string): string[] {
  const text = clean(content)
  if (isPlain(text)) return []
  const place = eastAsianOf(text)
  const found = clustersOf(text).filter(
    (cluster) => cluster.trim() !== '' && fontFor(cluster, place) === null,
  )
  return [...new Set(found)]
}
