import bidiFactory from 'bidi-js'
import type PDFDocument from 'pdfkit'
import { clean } from './document-characters.ts'
import {
  clustersOf,
  eastAsianOf,
  type FontName,
  fontFor,
  isPlain,
  loadFont,
  REGULAR,
  SEMI_BOLD,
} from './document-fonts.ts'

export type Page = InstanceType<typeof PDFDocument>

export const BODY_SIZE = 9
export const INK = '#1a1c19'

export interface Style {
  size?: number
  font?: FontName
  color?: string
  align?: 'left' | 'center' | 'right'
}

const LINE_GAP = 1.5
const LEADING = { lineGap: LINE_GAP }
/** Tabular figures, so that columns line up; layouts with this feature aren't cached. */
const TABULAR = { ...LEADING, features: ['tnum' as const] }

/** The East Asian region of a document, determined once for all its texts. */
const places = new WeakMap<Page, ReturnType<typeof eastAsianOf>>()

export function setScripts(pdf: Page, text: string): void {
  if (!isPlain(text)) places.set(pdf, eastAsianOf(text))
}

/** For a word wider than its line, the library measures the entire remainder again for each line. */
const LONG_WORD = /\S{400}/

const isSimple = (text: string): boolean => isPlain(text) && !LONG_WORD.test(text)

export function put(pdf: Page, text: string, at: Style & { x: number; y: number; width: number }): void {
  const { x, y, width, align, size = BODY_SIZE, font = REGULAR, color = INK } = at
  const shown = clean(text)
  pdf.font(font).fontSize(size).fillColor(color)
  if (isSimple(shown)) {
    pdf.text(shown, x, y, { width, align, ...(align === 'right' ? TABULAR : LEADING) })
    return
  }
  drawMixed(pdf, shown, { x, y, width, align, size, font, color })
}

export function heightOf(
  pdf: Page,
  text: string,
  { width, size = BODY_SIZE, font = REGULAR }: Style & { width: number },
): number {
  if (text === '') return 0
  const shown = clean(text)
  pdf.font(font).fontSize(size)
  if (isSimple(shown)) return pdf.heightOfString(shown, { width, ...LEADING })
  return stepOf(size) * linesOf(pdf, shown, { width, size, font }).length
}

/** The height is nearly proportional to the length: two guesses this far apart usually bracket the text that fits. */
const GUESS = 150
/** Fewer characters than this aren't worth another attempt. */
const SLACK = 40

/** The beginning of a text that fits the height, up to the end of a word if there is one, and the rest. */
export function splitToFit(
  pdf: Page,
  text: string,
  { width, height }: { width: number; height: number },
): [string, string] {
  const whole = heightOf(pdf, text, { width })
  if (whole <= height) return [text, '']
  const letters = [...text]
  const begin = (count: number) => letters.slice(0, count).join('')
  let [fits, tooMany] = [1, letters.length]
  const probe = (count: number) => {
    if (count <= fits || count >= tooMany) return
    if (heightOf(pdf, begin(count), { width }) <= height) fits = count
    else tooMany = count
  }
  const guess = Math.floor((letters.length * height) / whole)
  probe(guess - GUESS)
  probe(guess + GUESS)
  while (tooMany - fits > SLACK) probe((fits + tooMany) >> 1)
  const shown = begin(fits)
  const lastSpace = shown.search(/\s\S*$/)
  const end = lastSpace > shown.length / 2 ? lastSpace + 1 : shown.length
  return [shown.slice(0, end).trimEnd(), text.slice(end).replace(/^[^\S\n]+/, '')]
}

export function widthOf(pdf: Page, text: string, { size = BODY_SIZE, font = REGULAR }: Style = {}): number {
  const shown = clean(text)
  pdf.font(font).fontSize(size)
  if (isPlain(shown)) return Math.ceil(pdf.widthOfString(shown, TABULAR))
  const lines = linesOf(pdf, shown, { width: Number.POSITIVE_INFINITY, size, font })
  return Math.ceil(Math.max(...lines.map(({ width }) => width)))
}

/** Line spacing is that of the main font, which is the same in both weights. */
function stepOf(size: number): number {
  const { ascent, descent, lineGap, unitsPerEm } = loadFont(REGULAR).font
  return ((ascent - descent + lineGap) / unitsPerEm) * size + LINE_GAP
}

/** A character with its marks, in the order of the text. */
interface Piece {
  text: string
  font: FontName
  width: number
  /** The level of the Unicode bidirectional algorithm: odd is right to left. */
  level: number
}

interface Line {
  pieces: Piece[]
  width: number
  /** The paragraph reads from right to left and is aligned to the right, as on screens. */
  fromRight: boolean
}

interface Typeset {
  width: number
  size: number
  font: FontName
}

const bidi = bidiFactory()
/** Replaces a character that no font has: an empty square. */
const UNKNOWN = '\u25a1'
/** Characters that matter only for choosing the order and the font. */
const WITHOUT_GLYPH = /[^\P{Default_Ignorable_Code_Point}\u200c\u200d]/gu

/** Breaks the text into lines; a trailing space doesn't count. */
function linesOf(pdf: Page, text: string, set: Typeset): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph)
    const fromRight = (paragraphs[0]?.level ?? 0) % 2 === 1
    const lines = wrap(piecesOf(pdf, { text: paragraph, levels }, set), set.width)
    return lines.map((pieces) => ({ pieces, width: sumOf(pieces), fromRight }))
  })
}

function piecesOf(
  pdf: Page,
  { text, levels }: { text: string; levels: Uint8Array },
  { font, size }: Typeset,
): Piece[] {
  const place = places.get(pdf) ?? eastAsianOf(text)
  let index = 0
  const pieces: Piece[] = []
  for (const cluster of clustersOf(text)) {
    const level = levels[index] ?? 0
    index += cluster.length
    const found = fontFor(cluster, place)
    const shown = found === null ? UNKNOWN : cluster.replace(WITHOUT_GLYPH, '')
    if (shown === '') continue
    const face = found === null || found === REGULAR ? font : found
    const drawn = level % 2 === 1 ? (bidi.getMirroredCharacter(shown) ?? shown) : shown
    pieces.push({ text: drawn, font: face, width: 0, level })
  }
  for (const word of wordsOf(pieces)) measure(pdf, word, size)
  return pieces
}

/** Letters are shaped together, so a word's width is divided among its characters. */
function measure(pdf: Page, word: readonly Piece[], size: number): void {
  for (const run of runsOf(word)) {
    const width = widthOfRun(pdf, run, size)
    for (const piece of run) piece.width = width / run.length
  }
}

const isSpace = ({ text }: Piece): boolean => /^\s+$/u.test(text)
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
const NEVER_FIRST =
  /[、。，．・：；？！）」』】〕〉》〗’”ー々〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)\]}%]/u
const NEVER_LAST = /[（「『【〔〈《〖‘“([{¥＄￥]/u

/** Whether a line may end between the two characters. */
function mayBreak(before: Piece, after: Piece): boolean {
  if (isSpace(after)) return false
  if (isSpace(before) || before.text === '-' || before.text === '\u2013') return true
  if (NEVER_FIRST.test(after.text) || NEVER_LAST.test(before.text)) return false
  return (
    IDEOGRAPH.test(before.text) ||
    IDEOGRAPH.test(after.text) ||
    before.font === 'Emoji' ||
    after.font === 'Emoji'
  )
}

function wordsOf(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = []
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1]
    const word = words.at(-1)
    if (word === undefined || before === undefined || mayBreak(before, piece)) words.push([piece])
    else word.push(piece)
  }
  return words
}

const sumOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { width }) => sum + width, 0)

function withoutEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLastIndex((piece) => !isSpace(piece))
  return pieces.slice(0, last + 1)
}

function wrap(pieces: readonly Piece[], width: number): Piece[][] {
  const lines: Piece[][] = [[]]
  for (const word of wordsOf(pieces)) {
    const line = lines.at(-1) ?? []
    if (line.length > 0 && sumOf(line) + sumOf(withoutEnd(word)) > width) lines.push([...word])
    else line.push(...word)
    breakLong(lines, width)
  }
  return lines.map((line) => [...withoutEnd(line)])
}

/** Breaks a word that is wider than the line at the line's end. */
function breakLong(lines: Piece[][], width: number): void {
  for (let line = lines.at(-1) ?? []; sumOf(withoutEnd(line)) > width && line.length > 1; ) {
    let room = width
    const fitting = line.findIndex((piece) => {
      room -= piece.width
      return room < 0
    })
    const rest = line.splice(Math.max(1, fitting))
    lines.push(rest)
    line = rest
  }
}

/** Characters in a row with the same font and direction. */
function runsOf(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const piece of pieces) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before?.font === piece.font && before.level === piece.level) run.push(piece)
    else runs.push([piece])
  }
  return runs
}

/** Runs from left to right: from the highest level down, those at or above it are reversed. */
function visualOrder(runs: Piece[][]): Piece[][] {
  const levelOf = (run: readonly Piece[] | undefined) => run?.[0]?.level ?? 0
  const order = [...runs]
  const highest = Math.max(0, ...runs.map(levelOf))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if (levelOf(order[start]) < level) continue
      let end = start
      while (end < order.length && levelOf(order[end]) >= level) end++
      order.splice(start, end - start, ...order.slice(start, end).reverse())
      start = end
    }
  }
  return order
}

const SHAPED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** The font library reverses runs with letters of these scripts; others are reversed here. */
function textOf(run: readonly Piece[]): string {
  const texts = run.map(({ text }) => text)
  const backwards = (run[0]?.level ?? 0) % 2 === 1 && !texts.some((text) => SHAPED.test(text))
  return (backwards ? texts.reverse() : texts).join('')
}

/** Passing features, even an empty list, lays out a run as a whole instead of word by word. */
const WHOLE = { features: [] }

function widthOfRun(pdf: Page, run: readonly Piece[], size: number): number {
  selectFont(pdf, run[0]?.font ?? REGULAR).fontSize(size)
  return pdf.widthOfString(textOf(run), WHOLE)
}

const registered = new WeakMap<Page, Set<FontName>>()

/** Embeds the font with the first text that needs it. */
export function selectFont(pdf: Page, name: FontName): Page {
  const known = registered.get(pdf) ?? new Set<FontName>()
  registered.set(pdf, known)
  if (!known.has(name)) {
    known.add(name)
    pdf.registerFont(name, loadFont(name).bytes)
  }
  return pdf.font(name)
}

function drawMixed(
  pdf: Page,
  text: string,
  {
    x,
    y,
    width,
    align,
    size,
    font,
    color,
  }: Required<Pick<Style, 'size' | 'font' | 'color'>> & {
    x: number
    y: number
    width: number
    align: Style['align']
  },
): void {
  const lines = linesOf(pdf, text, { width, size, font })
  const step = stepOf(size)
  const { font: main } = loadFont(REGULAR)
  const baseline = (main.ascent / main.unitsPerEm) * size
  let top = y
  for (const line of lines) {
    if (top + step > pdf.page.height - pdf.page.margins.bottom) {
      pdf.addPage()
      top = pdf.y
    }
    const runs = visualOrder(runsOf(line.pieces)).map((run) => ({ run, advance: widthOfRun(pdf, run, size) }))
    const room = width - runs.reduce((sum, { advance }) => sum + advance, 0)
    const side = align ?? (line.fromRight ? 'right' : 'left')
    let left = x + (side === 'right' ? room : side === 'center' ? room / 2 : 0)
    for (const { run, advance } of runs) {
      selectFont(pdf, run[0]?.font ?? REGULAR).fontSize(size)
      const outlined = font === SEMI_BOLD && run[0]?.font !== SEMI_BOLD
      pdf.fillColor(color)
      if (outlined) pdf.strokeColor(color).lineWidth(size / 35)
      pdf.text(textOf(run), left, top + baseline, {
        ...WHOLE,
        baseline: 'alphabetic',
        lineBreak: false,
        ...(outlined && { fill: true, stroke: true }),
      })
      left += advance
    }
    top += step
  }
  pdf.x = x
  pdf.y = top
}
