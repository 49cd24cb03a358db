const PLAIN = /^(\d*)(?:[.,](\d+))?$/
const GROUPED = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/
const MAX_DIGITS = 9

/**
 * Parses `1500`, `1,500.00`, `1.500,00`, `1 500,5` or `€1’500` as `1500.00`. Null if it isn't a positive number or
 * zero, or if it is ambiguous, like `1.500`.
 */
export function readDecimal(text: string): string | null {
  const bare = text
    .replace(/[\s'’]/g, '')
    .replace(/^(?:[A-Z]{3}|\p{Sc})/u, '')
    .replace(/(?:[A-Z]{3}|\p{Sc})$/u, '')
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
