import { toPercent } from '../../../base/amounts/money.ts'
import type { TaxCategory } from '../../../base/amounts/taxes.ts'
import { DEFAULT_TAX_NOTES } from '../../../identity/letterhead/profile.ts'
import { IN_UNION } from './vat-area.ts'

/** When the rates below were last checked against official sources. */
export const TAX_PRESETS_AS_OF = '2025-07-01'

export interface PresetRate {
  name: string
  bps: number
  category: TaxCategory
  note: string | null
}

/** The tax's name and its percentages in basis points, standard rate first. */
const RATES: Readonly<Record<string, { tax: string; bps: readonly number[] }>> = {
  AT: { tax: 'USt', bps: [2000, 1300, 1000] },
  AU: { tax: 'GST', bps: [1000] },
  BE: { tax: 'VAT', bps: [2100, 1200, 600] },
  CH: { tax: 'MWST', bps: [810, 380, 260] },
  DE: { tax: 'USt', bps: [1900, 700] },
  ES: { tax: 'IVA', bps: [2100, 1000, 400] },
  FR: { tax: 'TVA', bps: [2000, 1000, 550, 210] },
  GB: { tax: 'VAT', bps: [2000, 500] },
  IE: { tax: 'VAT', bps: [2300, 1350, 900] },
  IT: { tax: 'IVA', bps: [2200, 1000, 500, 400] },
  NL: { tax: 'btw', bps: [2100, 900] },
  NZ: { tax: 'GST', bps: [1500] },
  PL: { tax: 'VAT', bps: [2300, 800, 500] },
  SE: { tax: 'moms', bps: [2500, 1200, 600] },
}

export const PRESET_COUNTRIES = Object.keys(RATES)

/** A country's usual rates, for the owner to confirm; empty if unknown. */
export function presetRates(country: string): PresetRate[] {
  const rates = RATES[country]
  if (rates === undefined) return []
  const charged = rates.bps.map((bps, index): PresetRate => {
    const category = index === 0 ? 'standard' : 'reduced'
    return { name: `${rates.tax} ${toPercent(bps)} %`, bps, category, note: null }
  })
  if (!IN_UNION.includes(country)) return charged
  const uncharged = (name: string, category: TaxCategory): PresetRate => ({
    name,
    bps: 0,
    category,
    note: DEFAULT_TAX_NOTES[category] ?? null,
  })
  return [...charged, uncharged('Reverse charge', 'reverse_charge'), uncharged('Export', 'export')]
}

/** The usual rate of a country; null if it isn't known. */
export const usualRate = (country: string | null): number | null =>
  country === null ? null : (presetRates(country)[0]?.bps ?? null)

/** The usual rate of a country; zero if it isn't known. */
export const standardRate = (country: string | null): number => usualRate(country) ?? 0
