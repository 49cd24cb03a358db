/**
 * Escapes quotation marks that begin a cell but are never closed, such as those of a text that was cut: a parser
 * would read the rows below as part of the cell. One in the last row stays, because the file may be incomplete.
 */
export function escapeOpenQuotes(text: string, delimiter: string): string {
  let escaped = ''
  let copied = 0
  let searched = 0
  for (let mark = text.indexOf('"'); mark >= 0; mark = text.indexOf('"', searched)) {
    if (!beginsCell(text, { mark, from: searched, delimiter })) {
      searched = mark + 1
      continue
    }
    const next = nextLoneQuote(text, mark + 1)
    searched = next + 1
    if (!isOpen(text, { mark, next, delimiter })) continue
    searched = cellEnd(text, mark, delimiter)
    const cell = text.slice(mark, searched).trimEnd().replaceAll('"', '""')
    escaped += `${text.slice(copied, mark)}"${cell}"`
    copied = searched
  }
  return escaped + text.slice(copied)
}

interface Quotes {
  /** The mark that begins a cell. */
  mark: number
  /** The next one that isn't doubled. */
  next: number
  delimiter: string
}

/** Whether the next mark begins a cell, or neither begins nor closes one and the next line is a row like the mark's. */
function isOpen(text: string, { mark, next, delimiter }: Quotes): boolean {
  const end = firstOf(text, '\r\n', { from: mark, until: next })
  if (end === next && next < text.length) {
    return text[next - 1] === delimiter && next - 1 > mark && hasContent(text, next, delimiter)
  }
  const isOpening =
    beginsCell(text, { mark: next, from: end, delimiter }) && hasContent(text, next, delimiter)
  return isOpening || (!closesCell(text, next, delimiter) && isRowLike(text, { mark, next, end, delimiter }))
}

/** Whether only blanks are between the mark and the end of its cell. */
function closesCell(text: string, mark: number, delimiter: string): boolean {
  const end = cellEnd(text, mark + 1, delimiter)
  return mark < text.length && text.slice(mark + 1, end).trim() === ''
}

/** Whether only blanks are between the mark and the beginning of its cell. */
function beginsCell(
  text: string,
  { mark, from, delimiter }: { mark: number; from: number; delimiter: string },
): boolean {
  let at = mark - 1
  while (at >= from && text[at] !== delimiter && /[^\S\r\n]/.test(text[at] ?? '')) at--
  return at < 0 || text[at] === delimiter || /[\r\n\uFEFF]/.test(text[at] ?? '')
}

/** Whether a cell that begins with the mark has more than the mark. */
const hasContent = (text: string, mark: number, delimiter: string): boolean =>
  text.slice(mark + 1, cellEnd(text, mark + 1, delimiter)).trim() !== ''

function nextLoneQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at
}

const cellEnd = (text: string, from: number, delimiter: string): number =>
  firstOf(text, `${delimiter}\r\n`, { from, until: text.length })

function firstOf(text: string, ends: string, { from, until }: { from: number; until: number }): number {
  let at = from
  while (at < until && !ends.includes(text[at] ?? '')) at++
  return at
}

/** Whether the next line has as many cells, and before the next mark a date or an email address in the same column. */
function isRowLike(text: string, { mark, next, end, delimiter }: Quotes & { end: number }): boolean {
  let start = mark
  while (start > 0 && !'\r\n'.includes(text[start - 1] ?? '')) start--
  let below = end
  while (below < text.length && /\s/.test(text[below] ?? '') && text[below] !== delimiter) below++
  const belowEnd = firstOf(text, '\r\n', { from: below, until: text.length })
  const own = cellsOf(text.slice(start, mark) + text.slice(mark + 1, end), delimiter)
  const others = cellsOf(text.slice(below, belowEnd), delimiter)
  if (own.length !== others.length) return false
  const within = cellsOf(text.slice(below, Math.min(belowEnd, next)), delimiter)
  return [DATE, EMAIL].some((kind) =>
    within.some((cell, at) => kind.test(cell.trim()) && kind.test(own[at]?.trim() ?? '')),
  )
}

/** The cells of one line; delimiters within quotation marks aren't counted. */
const cellsOf = (line: string, delimiter: string): string[] =>
  line.replace(/"[^"]*"/g, (cell) => cell.replaceAll(delimiter, ' ')).split(delimiter)

/** All rows of tables of transactions, hours, tasks and clients have one of these. */
const DATE =
  /^\W?(?:\d{1,4}[-./ ]{1,2}[\p{L}\d]{1,9}[-./, ]{1,3}\d{1,4}|\p{L}{3,9} \d{1,2},? \d{4}|(?:19|20)\d{6}\b)/u
const EMAIL = /^\W?[^\s@]{1,300}@[^\s@]{1,300}$/
