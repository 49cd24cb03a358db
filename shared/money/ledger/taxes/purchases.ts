import { multiplyRatio, percentOf } from '../../../base/amounts/money.ts'

/** Why a supplier's bill has no tax, where returns need the reason. */
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

/** The same with the share of the tax owed that the customer can deduct, in basis points. */
export interface Purchased extends PurchaseTerms {
  deductible_bps: number
}

/** A tax that can be deducted in full. */
export const DEDUCTIBLE = 10_000

/** Whether the customer owes the tax itself. */
export const owesTax = (kind: string): boolean => kind === 'reverse_charge' || kind === 'import'

/** The tax that the customer owes on a net amount in base currency; null if it owes none, or the amount isn't known. */
export const owedTax = (net: number | null, bps: number | null | undefined): number | null =>
  net === null || bps == null ? null : percentOf(net, bps)

interface Shares {
  owed_bps: number | null
  deductible_bps: number | null
}

/** The tax that the customer owes on a purchase in base currency, and the part it deducts; null if it owes none. */
export function purchaseTaxes(net: number | null, purchase: Shares | undefined) {
  const owed_tax = owedTax(net, purchase?.owed_bps)
  const deducted_tax = owed_tax === null ? null : percentOf(owed_tax, purchase?.deductible_bps ?? DEDUCTIBLE)
  return { owed_tax, deducted_tax }
}

/** The tax owed that can't be deducted, which is a cost. */
export const lostTax = ({ owed_tax, deducted_tax }: ReturnType<typeof purchaseTaxes>): number =>
  (owed_tax ?? 0) - (deducted_tax ?? owed_tax ?? 0)

/** The base amount of a share of a part's net amount; null if either isn't known. */
export const shareInBase = (
  baseNet: number | null,
  share: number | null | undefined,
  net: number,
): number | null =>
  baseNet === null || share == null ? null : multiplyRatio(baseNet, Math.abs(share), Math.abs(net))
