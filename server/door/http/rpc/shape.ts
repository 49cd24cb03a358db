import { formatNumber } from '#shared/base/format.ts'
import { AppError } from '../../../base/core/calls/errors.ts'

/** Well above what any call needs; the cost of validation grows with the number of values. */
const MAX_PARTS = 15_000
const MAX_LEVELS = 32

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [...'"\\,[]{}'].map(
  (character) => character.charCodeAt(0),
)

/**
 * Throws for JSON with too many keys and values, or nested too deep, by scanning the text without parsing it.
 */
export function requireSimple(json: string): void {
  let parts = 0
  let level = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = endOfString(json, at)
    else if (character === COMMA) parts++
    else if (character === CLOSE_LIST || character === CLOSE_RECORD) level--
    else if (character === OPEN_LIST || character === OPEN_RECORD) {
      parts++
      level++
    }
    if (parts > MAX_PARTS || level > MAX_LEVELS) throw tooComplex()
  }
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === BACKSLASH) at++
    else if (character === QUOTE) return at
  }
  return json.length
}

const tooComplex = (): AppError =>
  new AppError(
    'BAD_REQUEST',
    `A request can have at most ${formatNumber(MAX_PARTS)} values, nested at most ${MAX_LEVELS} levels deep.`,
    { reason: 'input_too_complex' },
  )
