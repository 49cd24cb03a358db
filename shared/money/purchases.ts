import { percentOf } from '../base/amounts/money.ts'

/** Why a supplier's bill has no tax, where returns ask for it. */
export const PURCHASES = ['reverse_charge', 'import', 'exempt'] as const
export type Purchase = (typeof PURCHASES)[number]

/** A purchase without tax on its bill. */
export interface PurchaseTerms {
  kind: Purchase
  /** The supplier's, ISO 3166-1. */
  country: string | null
  /** The rate at which the customer owes the tax itself; null if it owes none. */
  owed_bps: number | null
}

/** Whether the customer owes the tax itself. */
export const owesTax = (kind: string): boolean => kind === 'reverse_charge' || kind === 'import'

/** What the customer owes for a net amount in base currency; null if it owes none, or the amount isn't known. */
export const owedTax = (net: number | null, bps: number | null | undefined): number | null =>
  net === null || bps == null ? null : percentOf(net, bps)
