import { currencyDigits } from './money.ts'

export interface Reading {
  /** The maximum; numbers with more are rejected, not truncated. */
  decimals: number
  /** Whether `1,500` are thousands; otherwise it is ambiguous and rejected. */
  grouped?: boolean
}

/**
 * Reads a number as people type it, with a point or comma: `1.5`, `1,5`, `4,800.50`, `4.800,50`, `4 800,50`,
 * `4’800.50`, `4,80,000`, `٤٬٨٠٠٫٥`. Returns it as a plain decimal; null if it isn't a number or is ambiguous.
 */
export function readNumber(text: string, { decimals, grouped = true }: Reading): `${number}` | null {
  const typed = inAscii(text.trim()).replace(/(\d)[\s'’](?=\d{3}(?!\d))/g, '$1')
  const match = /^(-?)([\d.,]*)$/.exec(typed)
  if (match === null) return null
  const [, sign = '', figure = ''] = match
  const [whole, fraction = ''] = partsOf(figure, grouped) ?? []
  if (whole === undefined || `${whole}${fraction}` === '' || fraction.length > decimals) return null
  return `${sign}${whole || '0'}${fraction && `.${fraction}`}` as `${number}`
}

const MARKS: Readonly<Record<string, string>> = { '٫': '.', '٬': "'", '−': '-', '、': ',', '。': '.' }
const ARABIC = ['\u0660', '\u06f0'].map((zero) => zero.charCodeAt(0))

/** Wide and Arabic digits, with their own separators, as ASCII. */
const inAscii = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9٫٬−、。]/g, (sign) => {
    const zero = ARABIC.findLast((code) => code <= sign.charCodeAt(0))
    return MARKS[sign] ?? String(sign.charCodeAt(0) - (zero ?? 0))
  })

/** The reason why a text can't be read; null if it can. */
export function numberProblem(text: string, reading: Reading): string | null {
  if (readNumber(text, reading) !== null) return null
  const { decimals } = reading
  const typed = inAscii(text.trim())
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) {
    const ways = [
      typed.replace(/[.,]/, ''),
      ...(decimals < 3 ? [] : [String(Number(typed.replace(',', '.')))]),
    ]
    return `“${text.trim()}” can be read in two ways. Please write ${ways.join(' or ')}.`
  }
  if (decimals === 0) return 'Please enter a whole number.'
  return readNumber(text, { ...reading, decimals: Number.POSITIVE_INFINITY }) === null
    ? 'Please enter a number, such as 1200 or 12.5.'
    : `Please enter at most ${decimals} decimals.`
}

/** How to read numbers of which a multiple is stored. */
export interface PartsReading extends Reading {
  /** Parts per unit: 100 cents, 100 basis points, 60 minutes. */
  parts: number
  /** Rounds to whole parts, because some have no finite decimals: a third of an hour is typed as 0.33. */
  whole?: boolean
}

export const amountReading = (currency: string): PartsReading => {
  const decimals = currencyDigits(currency)
  return { decimals, parts: 10 ** decimals }
}

export const priceReading = (currency: string): PartsReading => {
  const decimals = currencyDigits(currency)
  return { decimals: decimals + 4, parts: 10 ** decimals }
}

/** Reads a typed number into parts, such as an amount into minor units; null if it can't be read or is too large. */
export function readParts(text: string, { parts, whole = false, ...reading }: PartsReading): number | null {
  const number = readNumber(text, reading)
  if (number === null) return null
  const [units = '', fraction = ''] = number.replace('-', '').split('.')
  const product = BigInt(units + fraction) * BigInt(parts)
  const one = 10n ** BigInt(fraction.length)
  const exact = Number(`${product / one}.${String(product % one).padStart(fraction.length, '0')}`)
  const value = whole ? Math.round(exact) : exact
  if (value > Number.MAX_SAFE_INTEGER) return null
  return number.startsWith('-') && value !== 0 ? -value : value
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

/** Whether digits are grouped in thousands, or as in India: `12,34,567`. */
const isGrouped = (figure: string, mark: string): boolean => {
  const [first = '', ...groups] = figure.split(mark)
  if (/^[1-9]\d?(,\d\d)+,\d{3}$/.test(figure)) return mark === ','
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}
