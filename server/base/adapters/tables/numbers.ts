const PLAIN = /^(\d*)(?:[.,](\d+))?$/
const GROUPED = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/
const MAX_DIGITS = 9

/** Currency names and symbols written beside amounts, other than ISO codes. */
const CURRENCY_WORD = /^(rs|kr|kc|zl|ft|lei|fr|sfr|kn|лв|р|руб|дин|din|rm|rp|dhs?|[a-z]{1,2}\p{Sc})\.?$/iu

export const isCurrencyWord = (word: string): boolean =>
  CURRENCY_WORD.test(word.normalize('NFKD').replace(/\p{M}/gu, '').replace('ł', 'l'))

/**
 * Parses `1500`, `1,500.00`, `1.500,00`, `1 500,5` or `€1’500/h` as `1500.00`. Null if it isn't a positive number or
 * zero, or if it is ambiguous, like `1.500`.
 */
export function readDecimal(text: string): string | null {
  const bare = text
    .replace(/[\s'’]/g, '')
    .replace(/\/(?:h|hrs?|hours?)$/i, '')
    .replace(/^(?:[A-Z]{3}|\p{Sc})/u, '')
    .replace(/(?:[A-Z]{3}|\p{Sc})$/u, '')
    .replace(/\p{L}+\.?$/u, (word) => (isCurrencyWord(word) ? '' : word))
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return null
  const [, whole = '', fraction] = PLAIN.exec(bare) ?? []
  if (whole !== '' || fraction !== undefined) return decimal(whole, fraction)
  const [, groups = '', , rest] = GROUPED.exec(bare) ?? []
  return groups === '' ? null : decimal(groups.replace(/\D/g, ''), rest)
}

const decimal = (whole: string, fraction: string | undefined): string | null => {
  if (whole.length > MAX_DIGITS) return null
  return `${whole || '0'}${fraction === undefined ? '' : `.${fraction}`}`
}
