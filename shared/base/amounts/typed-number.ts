import { currencyDigits } from './money.ts'

interface Reading {
  /** At most; more aren't cut off, but refused. */
  decimals: number
  /** Where three decimals are usual, `1,500` could be either number and is refused. */
  grouped?: boolean
}

/**
 * Reads a number as people type it, with a point or comma: `1.5`, `1,5`, `4,800.50`, `4.800,50`, `4 800,50`, `4’800.50`.
 * Returns it as a plain decimal; null if it isn't a number or can't be told.
 */
export function readNumber(text: string, { decimals, grouped = true }: Reading): `${number}` | null {
  const typed = text.trim().replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, '$1')
  const match = /^(-?)([\d.,]*)$/.exec(typed)
  if (match === null) return null
  const [, sign = '', figure = ''] = match
  const [whole, fraction = ''] = partsOf(figure, grouped) ?? []
  if (whole === undefined || `${whole}${fraction}` === '' || fraction.length > decimals) return null
  return `${sign}${whole || '0'}${fraction && `.${fraction}`}` as `${number}`
}

/** Reads an amount (`4,800`, `4800.5`, `4.800,50`) into minor units; null if invalid. */
export function parseAmount(text: string, currency: string): number | null {
  const digits = currencyDigits(currency)
  return readScaled(text, { decimals: digits, scale: digits })
}

/** Reads a unit price (`0.1648`) into minor units with up to four decimals. */
export function parsePrice(text: string, currency: string): number | null {
  const digits = currencyDigits(currency)
  return readScaled(text, { decimals: digits + 4, scale: digits })
}

/**
 * Reads a typed number × 10^scale: an amount in minor units, a percentage in basis points. Null if it can't be told or is
 * too large to be exact.
 */
function readScaled(text: string, { scale, ...reading }: Reading & { scale: number }): number | null {
  const number = readNumber(text, reading)
  if (number === null) return null
  const [whole = '', fraction = ''] = number.split('.')
  const digits = fraction.padEnd(scale, '0')
  const rest = digits.slice(scale)
  const scaled = Number(`${whole}${digits.slice(0, scale)}${rest && `.${rest}`}`)
  if (Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return null
  return scaled === 0 ? 0 : scaled
}

/** The digits before and after the decimal point. */
function partsOf(figure: string, grouped: boolean): [whole: string, fraction: string] | null {
  const last = Math.max(figure.lastIndexOf('.'), figure.lastIndexOf(','))
  if (last === -1) return [figure, '']
  const mark = figure[last] === '.' ? '.' : ','
  const other = mark === '.' ? ',' : '.'
  const before = figure.slice(0, last)
  const after = figure.slice(last + 1)
  const isGroup = isGrouped(figure, mark)
  if (before.includes(mark)) return isGroup ? [figure.replaceAll(mark, ''), ''] : null
  if (mark === ',' && isGroup) return grouped ? [before + after, ''] : null
  if (before.includes(other) && !isGrouped(before, other)) return null
  return [before.replaceAll(other, ''), after]
}

const isGrouped = (figure: string, mark: string): boolean => {
  const [first = '', ...groups] = figure.split(mark)
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}
