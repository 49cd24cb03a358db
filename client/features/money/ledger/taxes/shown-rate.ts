import { isWholeIn, RATE_PARTS } from '#shared/base/amounts/money.ts'
import { TAX_CATEGORIES } from '#shared/base/amounts/taxes.ts'
import type { TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'

/** The figure of the tax report whose documents are shown. */
export interface ShownRate extends TaxRate {
  side: 'output' | 'input'
  currency: string | null
}

/** The figure as a URL parameter: `output~1900~standard~EUR~VAT`. */
export const rateText = ({ side, tax_bps, tax_category, currency, tax_name }: ShownRate): string =>
  [side, tax_bps, tax_category ?? '', currency ?? '', tax_name ?? ''].join('~')

/** Null if the parameter is malformed. */
export function rateOf(text: string): ShownRate | null {
  const [side, bps, category, currency, ...name] = text.split('~')
  const tax_bps = Number(bps)
  if (
    (side !== 'output' && side !== 'input') ||
    !isWholeIn(RATE_PARTS)(tax_bps) ||
    tax_bps < 0 ||
    tax_bps > 10_000
  )
    return null
  return {
    side,
    tax_bps,
    tax_category: TAX_CATEGORIES.find((known) => known === category) ?? null,
    currency: currency || null,
    tax_name: name.join('~') || null,
  }
}
