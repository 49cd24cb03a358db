import { allocate, plus, sum } from '../../../base/amounts/money.ts'
import { type LineTax, type TaxedPart, taxKey } from '../../../base/amounts/taxes.ts'
import type { Purchased } from './purchases.ts'

/** A part of an expense; of a purchase if its bill has no tax. */
export interface ExpensePart extends TaxedPart {
  purchase?: Purchased
  /** The tax in an untaxed part that can't be deducted, at the bill's rate. */
  undeducted?: { tax_bps: number; tax: number }
}

/** The part of an amount at one tax rate; base amounts are null while the exchange rate is missing. */
export interface SplitPart extends ExpensePart {
  base_net: number | null
  base_tax: number | null
}

/** Converts minor units to base currency; null without a rate. */
export type ToBase = (amount: number) => number | null

export const UNTAXED: LineTax = { tax_bps: 0, tax_name: null, tax_category: null, tax_note: null }

/** Whether any tax is specified. */
export const saysTax = (parts: readonly LineTax[]): boolean =>
  parts.some((part) => part.tax_bps > 0 || part.tax_category !== null)

/**
 * Splits an amount paid on a document into net and tax per rate, proportionally, so that a full payment
 * matches the document. An overpayment has no tax, and neither has what is paid on a document of which nothing is left.
 */
export function splitAt(parts: readonly TaxedPart[], paid: number, toBase: ToBase): SplitPart[] {
  const weights = parts.flatMap(({ net, tax }) => [Math.max(0, net), Math.max(0, tax)])
  const whole = sum(weights)
  // A refund can exceed what credit notes have left, too.
  const covered = whole === 0 ? 0 : Math.min(paid, whole)
  const shares = allocate(covered, weights)
  const split = partsInBase(
    parts.map((part, index) => ({ ...part, net: shares[2 * index] ?? 0, tax: shares[2 * index + 1] ?? 0 })),
    toBase,
  )
  if (paid === covered) return split
  const [all, own] = [toBase(paid), toBase(covered)]
  const base = all === null || own === null ? null : all - own
  return [...split, { ...UNTAXED, net: paid - covered, tax: 0, base_net: base, base_tax: base && 0 }]
}

/**
 * Converts each tax separately and spreads the rest over the nets, so that all parts add up to the total in
 * base currency.
 */
export function partsInBase(parts: readonly ExpensePart[], toBase: ToBase): SplitPart[] {
  const whole = sum(parts.map(({ net, tax }) => net + tax))
  if (whole < 0) return partsInBase(parts.map(opposite), toBase).map(negated)
  const total = toBase(whole)
  if (total === null) return parts.map((part) => ({ ...part, base_net: null, base_tax: null }))
  const nets = parts.map(({ net }) => net)
  const taxes = parts.map(({ tax }) => toBase(tax) ?? 0)
  const left = total - sum(taxes)
  if (left >= 0 && (left === 0 || sum(nets) > 0)) {
    const shares = allocate(left, nets)
    return parts.map((part, index) => ({
      ...part,
      base_net: shares[index] ?? 0,
      base_tax: taxes[index] ?? 0,
    }))
  }
  const shares = allocate(
    total,
    parts.flatMap(({ net, tax }) => [net, tax]),
  )
  return parts.map((part, index) => ({
    ...part,
    base_net: shares[2 * index] ?? 0,
    base_tax: shares[2 * index + 1] ?? 0,
  }))
}

/** What to book to get from the current to the target split; unchanged rates are omitted. */
export function splitStep(booked: readonly SplitPart[], target: readonly SplitPart[]): SplitPart[] {
  return addUp([...target, ...booked.map(negated)]).filter(
    (part) => part.net !== 0 || part.tax !== 0 || (part.base_net ?? 0) !== 0 || (part.base_tax ?? 0) !== 0,
  )
}

export const negated = (part: SplitPart): SplitPart => ({
  ...opposite(part),
  base_net: part.base_net && -part.base_net,
  base_tax: part.base_tax && -part.base_tax,
})

/** The part of a refund. */
export const opposite = <Part extends ExpensePart>(part: Part): Part => ({
  ...part,
  // Not -0.
  net: 0 - part.net,
  tax: 0 - part.tax,
  ...(part.undeducted && { undeducted: { ...part.undeducted, tax: 0 - part.undeducted.tax } }),
})

/** Whether tax is included in either currency: corrections may cancel out in one, but differ by the exchange rate. */
export const hasTax = ({ tax, base_tax }: Pick<SplitPart, 'tax' | 'base_tax'>): boolean =>
  tax !== 0 || (base_tax ?? 0) !== 0

/** Totals by rate, in order of first occurrence. */
export function addUp(parts: readonly SplitPart[]): SplitPart[] {
  const sums = new Map<string, SplitPart>()
  for (const part of parts) {
    const known = sums.get(taxKey(part))
    if (known === undefined) sums.set(taxKey(part), { ...part })
    else {
      known.net += part.net
      known.tax += part.tax
      known.base_net = plus(known.base_net, part.base_net)
      known.base_tax = plus(known.base_tax, part.base_tax)
    }
  }
  return [...sums.values()]
}
