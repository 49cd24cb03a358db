import { percentOf } from '../base/amounts/money.ts'
import type { BillTreatment } from './bills.ts'
import { lostTax, PURCHASES, purchaseTaxes } from './ledger/taxes/purchases.ts'
import { type ExpensePart, UNTAXED } from './ledger/taxes/tax-split.ts'

/** How a supplier's bill is taxed. */
export interface SupplierTax {
  /** Minor units, including the tax. */
  gross: number
  tax: number
  tax_bps: number
  treatment: BillTreatment
  country: string | null
  owed_bps: number | null
  /** The share of the tax that can be deducted, in basis points. */
  deductible_bps: number
}

/**
 * The parts of the amount paid for a bill. If the tax can be deducted in part, this share of the bill is taxed and
 * the rest is untaxed, so that what can't be deducted is a cost.
 */
export function inputParts(bill: SupplierTax): ExpensePart[] {
  const { gross, tax, tax_bps, treatment, country, owed_bps, deductible_bps } = bill
  const rate = { tax_bps, tax_name: null, tax_note: null }
  const kind = PURCHASES.find((purchase) => purchase === treatment)
  if (kind !== undefined) {
    const tax_category = kind === 'import' ? null : kind
    const purchase = { kind, country, owed_bps, deductible_bps }
    return [{ ...rate, tax_category, net: gross, tax: 0, purchase }]
  }
  if (tax === 0) return []
  const deducted = percentOf(tax, deductible_bps)
  const share = deducted === 0 ? 0 : percentOf(gross, deductible_bps)
  const part: ExpensePart = { ...rate, tax_category: 'standard', net: share - deducted, tax: deducted }
  const undeducted = { tax_bps, tax: tax - deducted }
  const rest: ExpensePart = { ...UNTAXED, net: gross - share, tax: 0, undeducted }
  return [part, rest].filter((one) => one.net !== 0 || one.tax !== 0)
}

/** The cost of a bill: its total without the tax deducted, plus the tax owed that can't be deducted. */
export function costOfBill(bill: SupplierTax): number {
  const parts = inputParts(bill)
  return parts.reduce(
    (cost, { net, tax, purchase }) => cost - tax + lostTax(purchaseTaxes(net, purchase)),
    bill.gross,
  )
}
