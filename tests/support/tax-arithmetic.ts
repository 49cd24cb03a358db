/**
 * Invoices added up by hand: exact fractions, written from the rules of the law and not from the code that is
 * tested with it. Amounts are minor units as BigInt.
 */

export interface HandLine {
  /** Thousandths. */
  quantity: bigint
  rate: bigint
  discountBps: bigint
  taxBps: bigint
  /** What the line is summed up under. */
  key: string
}

export interface HandSums {
  net: bigint
  tax: bigint
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** A fraction to the nearest whole, halves away from zero. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [abs(numerator) / denominator, abs(numerator) % denominator]
  const rounded = rest * 2n >= denominator ? whole + 1n : whole
  return numerator < 0n ? -rounded : rounded
}

/** Shares of an amount by weight; who was cut off most gets the odd units, the first of equals before others. */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return weights.map(() => 0n)
  const floors = weights.map((weight) => (amount * weight) / whole)
  const missing = Number(amount - floors.reduce((sum, part) => sum + part, 0n))
  const order = weights.map((weight, index) => ({ index, cut: (amount * weight) % whole }))
  order.sort((one, other) => (one.cut === other.cut ? one.index - other.index : one.cut < other.cut ? 1 : -1))
  for (const { index } of order.slice(0, missing)) floors[index] = (floors[index] ?? 0n) + 1n
  return floors
}

/** Net and tax by key, in the order of the lines. */
export function byHand(
  lines: readonly HandLine[],
  discount: { percentBps: bigint } | { amount: bigint },
  inclusive: boolean,
): Map<string, HandSums> {
  const amounts = lines.map((line) => {
    const full = nearest(line.quantity * line.rate, 1000n)
    return full - nearest(full * line.discountBps, 10_000n)
  })
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n)
  const off =
    'percentBps' in discount
      ? nearest(subtotal * discount.percentBps, 10_000n)
      : discount.amount < subtotal
        ? discount.amount
        : subtotal
  const shares = shareOut(off, amounts)
  const sums = new Map<string, HandSums>()
  for (const [index, line] of lines.entries()) {
    const charged = (amounts[index] ?? 0n) - (shares[index] ?? 0n)
    const tax = inclusive
      ? nearest(charged * line.taxBps, 10_000n + line.taxBps)
      : nearest(charged * line.taxBps, 10_000n)
    const sum = sums.get(line.key) ?? { net: 0n, tax: 0n }
    sums.set(line.key, { net: sum.net + (inclusive ? charged - tax : charged), tax: sum.tax + tax })
  }
  return sums
}

export const grossOf = (sums: Iterable<HandSums>): bigint => {
  let gross = 0n
  for (const { net, tax } of sums) gross += net + tax
  return gross
}

/** What a credit of an amount takes of each key: its share of what is left, with the tax that is in it. */
export function creditByHand(left: Map<string, HandSums>, amount: bigint): Map<string, HandSums> {
  const keys = [...left.keys()]
  const shares = shareOut(
    amount,
    keys.map((key) => grossOf([left.get(key) ?? { net: 0n, tax: 0n }])),
  )
  const credit = new Map<string, HandSums>()
  for (const [index, key] of keys.entries()) {
    const share = shares[index] ?? 0n
    const of = left.get(key) ?? { net: 0n, tax: 0n }
    if (share === 0n) continue
    const tax = nearest(share * of.tax, of.net + of.tax)
    credit.set(key, { net: share - tax, tax })
  }
  return credit
}

/** What a payment holds of each key. */
export function paymentByHand(left: Map<string, HandSums>, amount: bigint): Map<string, HandSums> {
  const parts = [...left]
  const shares = shareOut(
    amount,
    parts.flatMap(([, { net, tax }]) => [net, tax]),
  )
  return new Map(
    parts.map(([key], index) => [key, { net: shares[2 * index] ?? 0n, tax: shares[2 * index + 1] ?? 0n }]),
  )
}

export function addTo(sums: Map<string, HandSums>, more: Map<string, HandSums>, sign = 1n): void {
  for (const [key, { net, tax }] of more) {
    const sum = sums.get(key) ?? { net: 0n, tax: 0n }
    sums.set(key, { net: sum.net + sign * net, tax: sum.tax + sign * tax })
  }
}

/** The same numbers from the same seed, between 0 and 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
