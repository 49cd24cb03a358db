import { formatBasisPoints } from './money.ts'

/** Legal categories of tax rates, corresponding to EN 16931's codes. */
export const TAX_CATEGORIES = [
  'standard',
  'reduced',
  'zero',
  'exempt',
  'reverse_charge',
  'export',
  'outside_scope',
] as const
export type TaxCategory = (typeof TAX_CATEGORIES)[number]

export const TAX_CATEGORY_NAMES: Record<TaxCategory, string> = {
  standard: 'Standard rate',
  reduced: 'Reduced rate',
  zero: 'Zero rate',
  exempt: 'Exempt',
  reverse_charge: 'Reverse charge',
  export: 'Export',
  outside_scope: 'Outside the scope of tax',
}

/** Whether the category can have a percentage above zero. */
export const isCharged = (category: TaxCategory): boolean => category === 'standard' || category === 'reduced'

/** `VAT 19%`; omits a percentage already in the name, or if no tax is charged. */
export function rateLabel({
  name,
  bps,
  category,
}: {
  name: string
  bps: number
  category: TaxCategory
}): string {
  const percent = formatBasisPoints(bps)
  const hasPercent = name.replaceAll(' ', '').includes(percent)
  return hasPercent || !isCharged(category) ? name : `${name} ${percent}`
}

/** A line's tax, as of when the line was written. */
export interface LineTax {
  /** Basis points, with up to one decimal. */
  tax_bps: number
  /** The name of the agency's rate; null if a percentage was entered. */
  tax_name: string | null
  /** Null if unspecified. */
  tax_category: TaxCategory | null
  /** The text required on the document, such as the reason for an exemption. */
  tax_note: string | null
}

/** The amounts at one tax rate, in minor units. */
export interface TaxedPart extends LineTax {
  net: number
  tax: number
}

/** The key for grouping: category, percentage, and name. */
export const taxKey = ({ tax_bps, tax_name, tax_category }: LineTax): string =>
  JSON.stringify([tax_category, tax_bps, tax_name])

/** Totals by rate in order of first occurrence: a document's tax summary. */
export function taxSummary(lines: readonly TaxedPart[]): TaxedPart[] {
  const parts = new Map<string, TaxedPart>()
  for (const { tax_bps, tax_name, tax_category, tax_note, net, tax } of lines) {
    const key = taxKey({ tax_bps, tax_name, tax_category, tax_note })
    const part = parts.get(key)
    if (part === undefined) parts.set(key, { tax_bps, tax_name, tax_category, tax_note, net, tax })
    else {
      part.net += net
      part.tax += tax
    }
  }
  return [...parts.values()]
}
