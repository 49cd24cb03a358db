import { formatBasisPoints } from './money.ts'

/** What a tax rate is in law; the words that EN 16931 has letters for. */
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

/** Only these may have a percentage above zero. */
export const isCharged = (category: TaxCategory): boolean => category === 'standard' || category === 'reduced'

/** `VAT 19%`; the percentage isn't said twice, nor where none is charged. */
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
  const said = name.replaceAll(' ', '').includes(percent)
  return said || !isCharged(category) ? name : `${name} ${percent}`
}

/** How a line is taxed, as it was when the line was written. */
export interface LineTax {
  /** Basis points. */
  tax_bps: number
  /** The agency's name of the rate; null where a percentage was typed. */
  tax_name: string | null
  /** Null where nothing was said of the tax. */
  tax_category: TaxCategory | null
  /** What the law wants on the document, such as the reason of an exemption. */
  tax_note: string | null
}

/** What is taxed at one rate, in minor units. */
export interface TaxedPart extends LineTax {
  net: number
  tax: number
}

/** What adds up in a summary: category, percentage and name. */
export const taxKey = ({ tax_bps, tax_name, tax_category }: LineTax): string =>
  JSON.stringify([tax_category, tax_bps, tax_name])

/** The lines added up by rate, in the order of their first line; a document's tax summary. */
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
