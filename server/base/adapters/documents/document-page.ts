import PDFDocument from 'pdfkit'
import { onPaper } from '#shared/base/accent.ts'
import { MARK } from '#shared/base/mark.ts'
import { batchesOf } from '#shared/base/paging.ts'
import { paymentQrCode } from '#shared/base/qr.ts'
import type { Labeled } from '#shared/money/invoices/invoice-paper.ts'
import { clean } from './document-characters.ts'
import { loadFont, REGULAR, SEMI_BOLD } from './document-fonts.ts'
import {
  BODY_SIZE,
  heightOf,
  INK,
  type Page,
  put,
  type Style,
  setScripts,
  splitToFit,
  widthOf,
} from './document-text.ts'

const MARGIN = 44
const WIDTH = 595.28 - 2 * MARGIN
const GAP = 14
const FACTS_BESIDE = 4
const LOGO = { width: 150, height: 56 }
const QR_SIZE = 92
/** Of the longest labels; the sums are otherwise as wide as their text. */
const SUMS_WIDTH = 330

const SIZE = { heading: 22, subject: 11, body: BODY_SIZE, small: 7.5 }
const AMBER = '#b54708'
const GREY = '#5f635d'
const HAIRLINE = '#d8dad5'
const RED = '#b42318'

interface Sheet {
  title: string
  /** Printed on each page next to its number. */
  reference: string
  /** Null for the current time; a date makes the output reproducible. */
  createdOn: string | null
  /** Text at the bottom of each page. */
  footer?: string | null
  /** All of its text, which determines the font of East Asian characters. */
  text: string
}

/** Renders an A4 document with page numbers; `draw` adds pages as needed. */
export function renderSheet(sheet: Sheet, draw: (pdf: Page) => void): Promise<Buffer> {
  // Starts without a built-in font, which only supports Western European text; the types require one.
  const font = null as unknown as string
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font,
    bufferPages: true,
    lang: 'en',
    info: {
      Title: sheet.title,
      ...(sheet.createdOn !== null && { CreationDate: new Date(sheet.createdOn) }),
    },
  })
  // Registered once; from then on it is known by its own name.
  for (const name of [REGULAR, SEMI_BOLD] as const) {
    const { bytes } = loadFont(name)
    pdf.font(bytes).registerFont(name, bytes, name)
  }
  setScripts(pdf, sheet.text)
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    const foot = footerOf(pdf, sheet)
    pdf.page.margins.bottom = foot.room
    pdf.on('pageAdded', () => {
      pdf.page.margins.bottom = foot.room
    })
    draw(pdf)
    if (foot.text === null && sheet.footer) paragraph(pdf, sheet.footer, { color: GREY, size: SIZE.small })
    drawFooters(pdf, sheet.reference, foot.text)
    pdf.end()
  })
}

/** A taller footer would take up much of each page, so it is printed once, after the text. */
const MAX_FOOT = 90
const FOOT = 50

function footerOf(pdf: Page, { footer }: Sheet): { text: string | null; room: number } {
  const text = clean(footer ?? '').trim()
  const height = heightOf(pdf, text, { width: WIDTH - 130, size: SIZE.small })
  const shown = height <= MAX_FOOT
  return { text: shown ? text : null, room: FOOT + (shown ? height : SIZE.small) }
}

function drawFooters(pdf: Page, reference: string, text: string | null): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    const y = pdf.page.height - pdf.page.margins.bottom + 12
    // Otherwise, text below the margin would start another page.
    pdf.page.margins.bottom = 0
    rule(pdf, y)
    if (text) put(pdf, text, { x: MARGIN, y: y + 8, width: WIDTH - 130, size: SIZE.small, color: GREY })
    const number = `${reference} · Page ${page + 1} of ${count}`
    const right = { x: MARGIN + WIDTH - 180, width: 180, align: 'right' as const }
    put(pdf, number, { ...right, y: y + 8, size: SIZE.small, color: GREY })
    const before = MARGIN + WIDTH - widthOf(pdf, number, { size: SIZE.small })
    drawMark(pdf, before - MARK_SIZE - 5, y + 7)
  }
}

const MARK_SIZE = 9
const MARK_GRID = 24

/** The portal's mark, small and gray: the document is primarily its issuer's. */
const drawMark = (pdf: Page, x: number, y: number): Page =>
  pdf
    .save()
    .translate(x, y)
    .scale(MARK_SIZE / MARK_GRID)
    .path(MARK.arch)
    .fill(GREY, 'even-odd')
    .path(MARK.door)
    .fill(GREY, 'even-odd')
    .restore()

const rule = (pdf: Page, y: number): Page =>
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(HAIRLINE)

const roomLeft = (pdf: Page): number => pdf.page.height - pdf.page.margins.bottom - pdf.y

/** Moves to the next page if the block doesn't fit. */
function keepTogether(pdf: Page, height: number): void {
  if (height > roomLeft(pdf)) pdf.addPage()
}

/** A line at the top of the page. */
export function warning(pdf: Page, text: string): void {
  const { y } = pdf
  put(pdf, text, { x: MARGIN, y: y - 20, width: WIDTH, font: SEMI_BOLD, color: AMBER })
  pdf.y = y
}

/** The document's title on the left, the logo or the issuer's name on the right. */
export function heading(
  pdf: Page,
  {
    name,
    standing,
    logo,
    issuer,
    accent = null,
  }: {
    name: string
    standing: string | null
    logo: Uint8Array | null
    issuer: string
    accent?: string | null | undefined
  },
): void {
  const top = pdf.y
  const left = WIDTH - LOGO.width - GAP
  const color = accent === null ? INK : onPaper(accent)
  put(pdf, name, { x: MARGIN, y: top, width: left, size: SIZE.heading, font: SEMI_BOLD, color })
  if (standing !== null) {
    put(pdf, standing, { x: MARGIN, y: pdf.y, width: left, size: SIZE.subject, font: SEMI_BOLD, color: RED })
  }
  const bottom = pdf.y
  const x = MARGIN + WIDTH - LOGO.width
  if (logo === null) {
    const style = { size: SIZE.subject, font: SEMI_BOLD, align: 'right' as const }
    put(pdf, issuer, { ...style, x, y: top + 6, width: LOGO.width })
  } else {
    pdf.image(Buffer.from(logo), x, top, { fit: [LOGO.width, LOGO.height], align: 'right' })
    pdf.y = top + LOGO.height
  }
  pdf.y = Math.max(pdf.y, bottom) + GAP
}

/** Labels with values below them, side by side. */
export function facts(pdf: Page, entries: readonly Labeled[]): void {
  const width = (WIDTH - (FACTS_BESIDE - 1) * GAP) / FACTS_BESIDE
  for (const row of batchesOf(entries, FACTS_BESIDE)) {
    const top = pdf.y
    let bottom = top
    for (const [index, [label, text]] of row.entries()) {
      const x = MARGIN + index * (width + GAP)
      put(pdf, label, { x, y: top, width, size: SIZE.small, color: GREY })
      put(pdf, text, { x, y: pdf.y + 1, width })
      bottom = Math.max(bottom, pdf.y)
    }
    pdf.y = bottom + 10
  }
  pdf.y += 6
}

/** Two address blocks side by side, with the first line of each in bold. */
export function parties(
  pdf: Page,
  blocks: readonly { label: string; lines: string[]; small?: string | null }[],
): void {
  rule(pdf, pdf.y)
  const top = pdf.y + 12
  const width = (WIDTH - GAP) / 2
  let bottom = top
  for (const [index, { label, lines, small }] of blocks.entries()) {
    const x = MARGIN + index * (width + GAP)
    put(pdf, label, { x, y: top, width, size: SIZE.small, color: GREY })
    for (const [line, text] of lines.entries()) {
      put(pdf, text, { x, y: pdf.y + 1, width, font: line === 0 ? SEMI_BOLD : REGULAR })
    }
    if (small) put(pdf, small, { x, y: pdf.y + 3, width, size: SIZE.small, color: GREY })
    bottom = Math.max(bottom, pdf.y)
  }
  pdf.y = bottom + 14
}

export function subject(pdf: Page, text: string): void {
  paragraph(pdf, text, { size: SIZE.subject, font: SEMI_BOLD })
}

/** Text that may span pages. */
export function paragraph(pdf: Page, text: string, style: Style = {}): void {
  put(pdf, text, { ...style, x: MARGIN, y: pdf.y, width: WIDTH })
  pdf.y += 8
}

export const remark = (pdf: Page, text: string): void => paragraph(pdf, text, { color: GREY })

interface Table {
  columns: readonly string[]
  rows: readonly string[][]
  sums: readonly Labeled[]
  /** The label of the emphasized total. */
  strong: string
  /** Columns of text; the others are numeric. */
  words?: readonly string[]
}

const PADDING = 5
const MAX_COLUMN = 92
const MAX_SIZED = 8
/** A row that has to be split starts a new page if less than this is left on the current one. */
const MIN_SLICE = 80

/**
 * The rows with a header repeated on each page, followed by the totals, which never start a page alone. A row
 * taller than a page shows its figures where it begins, and its text continues below the next header.
 */
export function table(pdf: Page, { columns, rows, sums, strong, words = ['Description'] }: Table): void {
  const widths = columnWidths(pdf, columns, rows)
  const cells = (texts: readonly string[], style: Style, gap: number) => {
    const top = pdf.y + gap
    let bottom = top
    let x = MARGIN
    for (const [index, text] of texts.entries()) {
      const width = widths[index] ?? 0
      const align = words.includes(columns[index] ?? '') ? undefined : ('right' as const)
      if (text !== '') put(pdf, text, { ...style, x, y: top, width, align })
      bottom = text === '' ? bottom : Math.max(bottom, pdf.y)
      x += width + GAP
    }
    pdf.y = bottom + gap
    rule(pdf, pdf.y)
  }
  const head = () => cells(columns, { size: SIZE.small, color: GREY }, 3)
  const nextPage = () => {
    pdf.addPage()
    head()
  }
  const heightOfRow = (row: readonly string[]) =>
    Math.max(...row.map((text, index) => heightOf(pdf, text, { width: widths[index] ?? 0 }))) + 2 * PADDING
  pdf.y += 6
  keepTogether(pdf, 60)
  head()
  const wholePage =
    pdf.page.height - pdf.page.margins.bottom - MARGIN - heightOf(pdf, columns.join(''), { width: WIDTH })
  for (const [index, row] of rows.entries()) {
    const below = index === rows.length - 1 ? sumsHeight(pdf, sums, strong) : 0
    const height = heightOfRow(row)
    const isLong = height > wholePage - 2 * PADDING
    const needed = isLong ? MIN_SLICE : height + below
    if (needed > roomLeft(pdf) && pdf.y > MARGIN + 30) nextPage()
    let rest: readonly string[] = row
    while (heightOfRow(rest) > roomLeft(pdf)) {
      const room = roomLeft(pdf) - 2 * PADDING
      const halves = rest.map((text, at) => splitToFit(pdf, text, { width: widths[at] ?? 0, height: room }))
      cells(
        halves.map(([shown]) => shown),
        {},
        PADDING,
      )
      nextPage()
      rest = halves.map(([, later]) => later)
    }
    if (isLong && heightOfRow(rest) + below > roomLeft(pdf) && pdf.y > MARGIN + 30) nextPage()
    cells(rest, {}, PADDING)
  }
  drawSums(pdf, sums, strong)
}

/** Numeric columns fit their content; the text column gets the remaining width. */
function columnWidths(pdf: Page, columns: readonly string[], rows: readonly string[][]): number[] {
  const figures = columns.map((column, index) => {
    if (column === 'Description') return 0
    const widest = rows
      .map((row) => row[index] ?? '')
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MAX_SIZED)
    const texts = widest.map((text) => widthOf(pdf, text))
    return Math.min(MAX_COLUMN, Math.max(widthOf(pdf, column, { size: SIZE.small }), ...texts) + 1)
  })
  const text = WIDTH - figures.reduce((sum, width) => sum + width, 0) - (columns.length - 1) * GAP
  return columns.map((column, index) => (column === 'Description' ? text : (figures[index] ?? 0)))
}

const SUM_AMOUNT = 130

const sumStyle = (label: string, strong: string): Style =>
  label === strong ? { font: SEMI_BOLD, size: SIZE.subject } : {}

const sumHeight = (pdf: Page, [label, amount]: Labeled, strong: string): number =>
  Math.max(
    heightOf(pdf, label, { ...sumStyle(label, strong), width: SUMS_WIDTH - SUM_AMOUNT - GAP }),
    heightOf(pdf, amount, { ...sumStyle(label, strong), width: SUM_AMOUNT }),
  ) + 4

const sumsHeight = (pdf: Page, sums: readonly Labeled[], strong: string): number =>
  sums.reduce((height, sum) => height + sumHeight(pdf, sum, strong), 12)

function drawSums(pdf: Page, sums: readonly Labeled[], strong: string): void {
  const labels = Math.max(...sums.map(([label]) => widthOf(pdf, label, sumStyle(label, strong)) + 1))
  const x = MARGIN + WIDTH - SUM_AMOUNT - GAP - Math.min(labels, SUMS_WIDTH - SUM_AMOUNT - GAP)
  pdf.y += 8
  for (const sum of sums) {
    const [label, amount] = sum
    const height = sumHeight(pdf, sum, strong)
    keepTogether(pdf, height)
    const top = pdf.y
    const style = sumStyle(label, strong)
    const color = label === strong ? INK : GREY
    put(pdf, label, { ...style, color, x, y: top, width: SUMS_WIDTH - SUM_AMOUNT - GAP })
    const width = SUM_AMOUNT
    put(pdf, amount, { ...style, x: MARGIN + WIDTH - width, y: top, width, align: 'right' })
    pdf.y = top + height
  }
  pdf.y += 10
}

/** Bank transfer details with the QR code for banking apps. */
export function transfer(
  pdf: Page,
  { title, rows, epc }: { title: string; rows: readonly Labeled[]; epc: string | null },
): void {
  const labels = 110
  const width = WIDTH - (epc === null ? 0 : QR_SIZE + 2 * GAP)
  const heights = rows.map(([, text]) => heightOf(pdf, text, { width: width - labels }) + 1)
  const text = heights.reduce((sum, height) => sum + height, 24)
  const height = epc === null ? text : Math.max(text, QR_SIZE + 18)
  keepTogether(pdf, height)
  const top = pdf.y
  rule(pdf, top)
  put(pdf, title, { x: MARGIN, y: top + 10, width, font: SEMI_BOLD })
  pdf.y += 4
  for (const [label, value] of rows) {
    const { y } = pdf
    put(pdf, label, { x: MARGIN, y, width: labels - GAP, color: GREY })
    put(pdf, value, { x: MARGIN + labels, y, width: width - labels })
    pdf.y += 1
  }
  if (epc !== null) {
    const x = MARGIN + WIDTH - QR_SIZE - GAP
    const { path, size } = paymentQrCode(epc)
    pdf
      .save()
      .translate(x, top + 4)
      .scale(QR_SIZE / size)
      .path(path)
      .fill('#000000')
      .restore()
    const caption = 'Scan with your banking app'
    const below = { x: x - GAP, y: top + QR_SIZE + 4, width: QR_SIZE + 2 * GAP, align: 'center' as const }
    put(pdf, caption, { ...below, size: SIZE.small, color: GREY })
  }
  pdf.y = top + height + 16
}
