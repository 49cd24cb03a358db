import { addTo, nearest, paymentByHand, type ReferenceSums, shareOut } from '../tax-arithmetic.ts'
import { type Code, DIGITS } from './acts.ts'

/** Net and tax by rate, in the order in which they appear on the document. */
export type Parts = Map<string, ReferenceSums>

/** The part of an amount at one rate, in its currency and in euros. */
interface Booked {
  net: number
  tax: number
  baseNet: number
  baseTax: number
}
export type BookedParts = Map<string, Booked>

/** An amount converted at a rate of euros per unit, in cents, rounded once. */
export function inEuros(amount: number, code: Code, rate: string): number {
  if (code === 'EUR') return amount
  const [whole = '0', decimals = ''] = rate.split('.')
  const numerator = BigInt(amount) * BigInt(whole + decimals) * 100n
  return Number(nearest(numerator, 10n ** BigInt(decimals.length + DIGITS[code])))
}

export const shareOf = (amount: number, part: number, whole: number): number =>
  Number(nearest(BigInt(amount) * BigInt(part), BigInt(whole)))

export const spread = (amount: number, weights: readonly number[]): number[] => {
  const shares = shareOut(BigInt(Math.abs(amount)), weights.map(BigInt)).map(Number)
  return amount < 0 ? shares.map((share) => -share) : shares
}

export const gross = (parts: Parts): number => {
  let sum = 0n
  for (const { net, tax } of parts.values()) sum += net + tax
  return Number(sum)
}

export const minus = (parts: Parts, taken: Parts): Parts => {
  const left = new Map(parts)
  addTo(left, taken, -1n)
  return left
}

/**
 * Each tax is converted separately; the rest of the converted total is spread over the net amounts, so that a
 * document's parts also add up to it in euros.
 */
export function toBooks(parts: Parts, convert: (amount: number) => number): BookedParts {
  const rows = [...parts].map(([key, { net, tax }]) => ({ key, net: Number(net), tax: Number(tax) }))
  const taxes = rows.map(({ tax }) => convert(tax))
  const nets = spread(
    convert(gross(parts)) - taxes.reduce((sum, tax) => sum + tax, 0),
    rows.map(({ net }) => net),
  )
  return new Map(
    rows.map(({ key, net, tax }, index) => [
      key,
      { net, tax, baseNet: nets[index] ?? 0, baseTax: taxes[index] ?? 0 },
    ]),
  )
}

/** The total content of a document's payments by rate; an overpayment has no tax. */
export function paidParts(left: Parts, paid: number, convert: (amount: number) => number): BookedParts {
  const owed: Parts = new Map([...left].map(([key, sums]) => [key, positive(sums)]))
  const covered = Math.min(paid, gross(owed))
  const parts = toBooks(paymentByHand(owed, BigInt(covered)), convert)
  const more = paid - covered
  if (more > 0)
    parts.set('untaxed', { net: more, tax: 0, baseNet: convert(paid) - convert(covered), baseTax: 0 })
  return parts
}

const positive = ({ net, tax }: ReferenceSums): ReferenceSums => ({
  net: net < 0n ? 0n : net,
  tax: tax < 0n ? 0n : tax,
})

export function addBooked(sums: BookedParts, more: BookedParts, sign = 1): void {
  for (const [key, part] of more) {
    const sum = sums.get(key) ?? { net: 0, tax: 0, baseNet: 0, baseTax: 0 }
    sums.set(key, {
      net: sum.net + sign * part.net,
      tax: sum.tax + sign * part.tax,
      baseNet: sum.baseNet + sign * part.baseNet,
      baseTax: sum.baseTax + sign * part.baseTax,
    })
  }
}

export const totalOf = (parts: BookedParts, of: keyof Booked): number =>
  [...parts.values()].reduce((sum, part) => sum + part[of], 0)
